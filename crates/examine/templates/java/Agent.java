// SPDX-License-Identifier: MIT OR Apache-2.0

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * An agent for Manator: it plays a legal move at random, in every game.
 *
 * <p>It reads lines on standard input and answers on standard output. Your part is the method
 * {@code think}; the rest speaks the protocol and can stay as it is.
 */
public final class Agent {
    private static final String NAME = "my agent";
    private static final String AUTHOR = "me";

    private final Random random = new Random();

    /** The game and its options, such as "joust size=10x10". */
    private String game = "";
    /** Where the game began: "startpos", or a position as text. */
    private String start = "startpos";
    /** The moves played since then, oldest first. */
    private List<String> moves = List.of();
    /** The legal moves. */
    private List<String> legal = List.of();

    /**
     * Returns the move to play, one of {@code legal}, of which there is at least one.
     *
     * <p>THINK HERE. {@code limits} are the words after {@code go}, such as "p1time", "60000",
     * "p2time", "58000". In Refusal an answer is a move like any other: the legal moves are then
     * "accept" and "refuse".
     */
    private String think(List<String> limits) {
        return legal.get(random.nextInt(legal.size()));
    }

    public static void main(String[] arguments) throws IOException {
        Agent agent = new Agent();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            List<String> words = Arrays.asList(line.strip().split("\\s+"));
            if (words.get(0).equals("quit")) {
                return;
            }
            agent.obey(words.get(0), words.subList(1, words.size()));
        }
    }

    private void obey(String command, List<String> words) {
        switch (command) {
            case "ugi":
                say("id name " + NAME);
                say("id author " + AUTHOR);
                // Declaring this option asks for the `legal` lines.
                say("option name UGI_SendLegal type check default true");
                say("option name UGI_Game type string default <empty>");
                say("ugiok");
                break;
            case "setoption":
                setOption(words);
                break;
            case "uginewgame":
                setPosition(List.of("startpos"));
                break;
            case "isready":
                say("readyok");
                break;
            case "position":
                setPosition(words);
                break;
            case "legal":
                legal = words;
                break;
            case "go":
                // Without legal moves there is nothing to choose from; 0000 is no move.
                say("bestmove " + (legal.isEmpty() ? "0000" : think(words)));
                break;
            default:
                // Unknown lines are ignored. `stop` needs no answer: `go` was answered before this
                // line was read.
                break;
        }
    }

    /** Answers with one line, at once: an answer left in a buffer is an answer too late. */
    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Reads "name N value V". */
    private void setOption(List<String> words) {
        if (words.size() >= 3 && words.subList(0, 3).equals(List.of("name", "UGI_Game", "value"))) {
            game = String.join(" ", words.subList(3, words.size()));
        }
    }

    /** Keeps where the game began and the moves since, which follow the word "moves". */
    private void setPosition(List<String> words) {
        int at = words.contains("moves") ? words.indexOf("moves") : words.size();
        int from = at > 0 && words.get(0).equals("fen") ? 1 : 0;
        start = String.join(" ", words.subList(from, at));
        moves = words.subList(Math.min(at + 1, words.size()), words.size());
        // The legal moves of the position before are no longer legal.
        legal = List.of();
    }
}
