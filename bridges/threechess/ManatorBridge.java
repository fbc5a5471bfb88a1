// SPDX-License-Identifier: MIT OR Apache-2.0

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import threeChess.Agent;
import threeChess.Board;
import threeChess.Colour;
import threeChess.ImpossiblePositionException;
import threeChess.Position;

/**
 * Lets an agent of the Java course play ThreeChess for Manator: it speaks the language of agents on
 * standard input and output, and shows the agent the course's own Board.
 *
 * <p>The agent is code we know nothing about. It works on a thread of its own, so that commands are
 * heard while it thinks, loops for ever, or throws; what it prints goes to standard error.
 */
public final class ManatorBridge {
    private static final String GAME = "threechess";
    private static final String NO_MOVE = "0000";
    /** How long an agent may go on after "stop": it has no way to hear of it. */
    private static final long PATIENCE_MS = 1000;
    /** What the clocks show when nobody plays on time: agents divide this by the moves to come. */
    private static final int UNTIMED_MS = 300_000;
    /** What they show when depth or nodes are limited, which agents know nothing of. */
    private static final int LIMITED_MS = 10_000;
    private static final long STACK_BYTES = 16 << 20;

    private final PrintStream out;
    private final Constructor<? extends Agent> maker;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(ManatorBridge::daemon);
    /** Where agents work; a new one replaces a worker whose agent does not come back. */
    private ExecutorService worker = Executors.newSingleThreadExecutor(ManatorBridge::daemon);
    /** The worker's thread, while the agent works on a move that is no longer asked for. */
    private Thread late = null;

    private Seat seat = new Seat();
    private ClockedBoard board = new ClockedBoard();
    /** The moves that led to the board. */
    private List<String> played = new ArrayList<>();
    /** The last board known of this game, which may be one move of the agent further. */
    private ClockedBoard last = board;
    /** Why no move can be asked for, or null. */
    private String wrongGame = null;
    private String wrongPosition = null;
    /** The "go" that is not answered yet, or null. */
    private Question question = null;

    private ManatorBridge(Constructor<? extends Agent> maker, PrintStream out) {
        this.maker = maker;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        // Before any class of the agent is loaded: it may print as soon as it is.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        InputStream in = System.in;
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        String name = arguments.length == 1 ? arguments[0] : "what is not the name of one class";
        Constructor<? extends Agent> maker = null;
        try {
            Class<?> found = Class.forName(name, false, ManatorBridge.class.getClassLoader());
            maker = found.asSubclass(Agent.class).getDeclaredConstructor();
            maker.setAccessible(true);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException error) {
            System.err.println("error: " + name + " is no agent: " + tell(error));
            System.exit(2);
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, "UTF-8"));
        new ManatorBridge(maker, out).listen(lines);
        // Threads that the agent has left behind would keep the program alive.
        System.exit(0);
    }

    private void listen(BufferedReader in) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endedByAgent));
        String line = in.readLine();
        while (line != null && !line.trim().equals("quit")) {
            List<String> words = Arrays.asList(line.trim().split("\\s+"));
            obey(words.get(0), words.subList(1, words.size()));
            line = in.readLine();
        }
        synchronized (this) {
            // Whoever only hangs up may still read.
            stop();
            while (line == null && question != null) {
                wait();
            }
            question = null;
            // The agent may see the end of its game, if that takes no longer than a second.
            showFinalBoard();
            worker.shutdown();
        }
        worker.awaitTermination(PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private synchronized void obey(String command, List<String> words) {
        switch (command) {
            case "ugi":
            case "uci":
                // The class and not toString(): agents made from another often keep its name.
                out.println("id name " + maker.getDeclaringClass().getSimpleName());
                out.println("id author the author of " + maker.getDeclaringClass().getName());
                out.println("option name UGI_Game type string default " + GAME);
                // The course's Board begins at the start only.
                out.println("option name UGI_SetUp type check default false");
                out.println(command + "ok");
                break;
            case "setoption":
                setOption(words);
                break;
            case "uginewgame":
            case "ucinewgame":
                newGame();
                break;
            case "isready":
                out.println("readyok");
                break;
            case "position":
                wrongPosition = setPosition(words);
                complain(wrongPosition);
                break;
            case "go":
                go(words);
                break;
            case "stop":
                stop();
                break;
            case "":
            case "legal":
                // The course's Board knows what is legal.
                break;
            default:
                complain("unknown command '" + command + "'");
        }
    }

    private void setOption(List<String> words) {
        String text = String.join(" ", words);
        if (!text.startsWith("name UGI_Game value ")) {
            complain("setoption: '" + text + "': expected name UGI_Game value " + GAME);
            return;
        }
        String game = text.substring("name UGI_Game value ".length());
        wrongGame = game.equals(GAME) ? null : "this agent plays " + GAME + ", not '" + game + "'";
        complain(wrongGame);
    }

    private void newGame() {
        if (question != null) {
            question.isInfinite = false;
            answerForAgent(question, "a new game begins");
        }
        showFinalBoard();
        if (late != null) {
            worker.shutdownNow();
            worker = Executors.newSingleThreadExecutor(ManatorBridge::daemon);
            late = null;
        }
        seat = new Seat();
        setPosition(Arrays.asList("startpos"));
        wrongPosition = null;
        // Made now, and not when its clock runs: some agents load what they have learnt.
        use("constructor", agent -> {});
    }

    /** Sets up a position; returns what is wrong with it, or null. */
    private String setPosition(List<String> words) {
        if (words.isEmpty() || !words.get(0).equals("startpos")) {
            return "the course's Board begins at the start only: expected position startpos";
        }
        if (words.size() > 1 && !words.get(1).equals("moves")) {
            return "position: '" + words.get(1) + "': expected moves";
        }
        List<String> moves = words.subList(Math.min(2, words.size()), words.size());
        // Going on with the same Board keeps its Piece objects, which an agent may remember.
        if (played.size() > moves.size() || !played.equals(moves.subList(0, played.size()))) {
            board = new ClockedBoard();
            played = new ArrayList<>();
        }
        last = board;
        for (String text : moves.subList(played.size(), moves.size())) {
            String wrong = board.gameOver() ? "the game is over" : board.play(text);
            if (wrong != null) {
                return "move " + (played.size() + 1) + ": " + text + ": " + wrong;
            }
            played.add(text);
        }
        if (board.gameOver()) {
            showFinalBoard();
        }
        return null;
    }

    private void go(List<String> words) {
        if (question != null) {
            complain("still thinking about the last 'go'; 'stop' ends it");
            return;
        }
        String wrong = wrongGame != null ? wrongGame : wrongPosition;
        if (wrong != null || board.gameOver()) {
            complain(wrong != null ? wrong : "the game is over");
            out.println("bestmove " + NO_MOVE);
            return;
        }
        Question asked = new Question(seat, board.copy(clocks(words)));
        asked.isInfinite = words.contains("infinite");
        question = asked;
        worker.execute(() -> think(asked));
        if (late != null) {
            // The agent may never come back from the move that it was too late with.
            String why = "the agent still thinks about an earlier position";
            timer.schedule(() -> answerForAgent(asked.thread == null ? asked : null, why),
                    PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns what the clocks show: blue's, green's and red's. */
    private int[] clocks(List<String> words) {
        // Whoever limits the search wants an answer soon, and agents know no other limit than their clocks.
        boolean limited = words.contains("depth") || words.contains("nodes");
        int untimed = limited ? LIMITED_MS : UNTIMED_MS;
        int[] clocks = new int[3];
        for (int player = 0; player < clocks.length; player++) {
            clocks[player] = number(words, "p" + (player + 1) + "time", untimed);
        }
        // The Board has no other way to say that this move must be quick.
        int mover = board.getTurn().ordinal();
        clocks[mover] = Math.min(clocks[mover], number(words, "movetime", Integer.MAX_VALUE));
        return clocks;
    }

    /** Returns the number after a word, or another when there is none. */
    private static int number(List<String> words, String word, int otherwise) {
        int at = words.indexOf(word) + 1;
        String text = at > 0 && at < words.size() ? words.get(at) : "";
        return text.matches("-?[0-9]{1,9}") ? Math.max(0, Integer.parseInt(text)) : otherwise;
    }

    /** Asks the agent; runs on the worker. */
    private void think(Question asked) {
        synchronized (this) {
            if (asked != question || asked.move != null) {
                return;
            }
            asked.thread = Thread.currentThread();
            // The move before may have been interrupted without noticing.
            Thread.interrupted();
        }
        String move = NO_MOVE;
        String remark = null;
        try {
            Agent agent = asked.seat.agent();
            asked.seat.hasPlayed = true;
            Position[] answer = agent.playMove(asked.board.copy());
            if (answer == null || answer.length != 2 || answer[0] == null || answer[1] == null) {
                remark = "the agent's answer is no move: " + Arrays.toString(answer);
            } else {
                move = answer[0].name() + answer[1].name();
                boolean isLegal = asked.board.allows(answer[0], answer[1]);
                remark = isLegal ? null : "the agent's move " + move + " is illegal on its Board";
            }
        } catch (Throwable error) {
            remark = "the agent has thrown " + report(error);
        }
        synchronized (this) {
            late = late == asked.thread ? null : late;
            if (asked == question && asked.move == null) {
                asked.move = move;
                asked.remark = remark;
                publish(asked);
            }
        }
    }

    /** Answers a question, or keeps the answer when it has to wait for "stop". */
    private void publish(Question asked) {
        if (asked.isInfinite) {
            return;
        }
        complain(asked.remark);
        question = null;
        out.println("bestmove " + asked.move);
        notifyAll();
        // Nobody may tell us of a game that this move has ended.
        if (asked.board.play(asked.move) == null) {
            last = asked.board;
            if (last.gameOver()) {
                showFinalBoard();
            }
        }
    }

    private void stop() {
        Question asked = question;
        if (asked == null) {
            return;
        }
        asked.isInfinite = false;
        if (asked.move != null) {
            publish(asked);
        } else {
            String why = "the agent did not answer within a second after stop";
            timer.schedule(() -> answerForAgent(asked, why), PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Answers with any legal move, unless the agent did in time; what it says later is dropped. */
    private synchronized void answerForAgent(Question asked, String why) {
        if (asked == null || asked != question) {
            return;
        }
        if (asked.move == null) {
            asked.move = asked.board.anyMove();
            asked.remark = why + "; " + asked.move + " was chosen for it";
            if (asked.thread != null) {
                late = asked.thread;
                // Few agents notice, but one that waits or sleeps does.
                late.interrupt();
            }
        }
        publish(asked);
    }

    /** Shows the agent how the game ended, once, as far as it is known here. */
    private void showFinalBoard() {
        if (!seat.hasPlayed || seat.hasSeenEnd) {
            return;
        }
        seat.hasSeenEnd = true;
        ClockedBoard shown = last.copy();
        use("finalBoard", agent -> agent.finalBoard(shown));
    }

    /** Does something with the agent that nobody waits for. */
    private void use(String what, Consumer<Agent> task) {
        Seat used = seat;
        worker.execute(() -> {
            try {
                task.accept(used.agent());
            } catch (Throwable error) {
                complain("the agent's " + what + " has thrown " + report(error));
            }
        });
    }

    /** Leaves no question open when the agent calls System.exit. */
    private synchronized void endedByAgent() {
        if (question != null) {
            complain("the program was ended while the agent thought");
            question = null;
            out.println("bestmove " + NO_MOVE);
        }
    }

    /** Says what is wrong, if anything is. */
    private void complain(String words) {
        if (words != null) {
            // The words of an exception may be many, and have lines.
            String line = words.replaceAll("\\p{Cntrl}+", " ");
            out.println(String.format("info string error: %.300s", line));
        }
    }

    /** Describes what the agent threw, and prints for its author where. */
    private static String report(Throwable error) {
        Throwable cause = error instanceof InvocationTargetException ? error.getCause() : error;
        cause.printStackTrace();
        return tell(cause);
    }

    private static String tell(Throwable error) {
        return error.getClass().getSimpleName() + ": " + error.getMessage();
    }

    private static Thread daemon(Runnable task) {
        // The course runs agents on the main thread, which has more room for recursion.
        Thread thread = new Thread(null, task, "agent", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** The agent of one game; made and used on the worker only. */
    private final class Seat {
        private Agent agent = null;
        private volatile boolean hasPlayed = false;
        /** Read and written under the bridge's lock. */
        private boolean hasSeenEnd = false;

        private Agent agent() throws ReflectiveOperationException {
            if (agent == null) {
                agent = maker.newInstance();
            }
            return agent;
        }
    }

    /** A "go" on its way to an answer. */
    private static final class Question {
        private final Seat seat;
        /** Ours: the agent thinks on a copy, and may move its pieces. */
        private final ClockedBoard board;
        /** Whether the answer, once known, waits for "stop". */
        private boolean isInfinite = false;
        /** Who works on it, since the agent was asked. */
        private volatile Thread thread = null;
        private String move = null;
        private String remark = null;

        private Question(Seat seat, ClockedBoard board) {
            this.seat = seat;
            this.board = board;
        }
    }

    /** The course's Board, whose clocks can only be charged, with clocks that can be set. */
    private static final class ClockedBoard extends Board {
        private static final long serialVersionUID = 1L;
        /** Enough that the Board itself never ends a game by time: the referee does. */
        private static final int PLENTY_MS = 1_000_000_000;
        /** What each clock shows more than the Board keeps; copies share it, unchanged. */
        private int[] added = {0, 0, 0};

        private ClockedBoard() {
            super(PLENTY_MS);
        }

        private ClockedBoard copy() {
            try {
                return (ClockedBoard) clone();
            } catch (CloneNotSupportedException error) {
                throw new IllegalStateException(error);
            }
        }

        private ClockedBoard copy(int[] clocks) {
            ClockedBoard copy = copy();
            copy.added = clocks.clone();
            for (Colour colour : Colour.values()) {
                copy.added[colour.ordinal()] -= super.getTimeLeft(colour);
            }
            return copy;
        }

        /** Plays a move; returns what is wrong with it, or null. */
        private String play(String text) {
            String upper = text.toUpperCase(Locale.ROOT);
            if (!upper.matches("([BGR][A-H][1-4]){2}")) {
                return "expected two squares, such as BE2BE4";
            }
            try {
                // The squares have the names of the course's Position.
                move(Position.valueOf(upper.substring(0, 3)), Position.valueOf(upper.substring(3)));
                return null;
            } catch (ImpossiblePositionException | RuntimeException error) {
                return "the course's Board says " + tell(error);
            }
        }

        private String anyMove() {
            for (Position start : Position.values()) {
                for (Position end : Position.values()) {
                    if (allows(start, end)) {
                        return start.name() + end.name();
                    }
                }
            }
            return NO_MOVE;
        }

        private boolean allows(Position start, Position end) {
            try {
                return isLegalMove(start, end);
            } catch (RuntimeException error) {
                // Early copies of the Board do this when asked about some castlings.
                return false;
            }
        }

        @Override
        public int getTimeLeft(Colour colour) {
            return super.getTimeLeft(colour) + added[colour.ordinal()];
        }
    }
}
