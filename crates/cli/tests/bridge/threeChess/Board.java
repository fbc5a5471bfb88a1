// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stand-in for the course's Board, which is not ours to copy: it has the methods the bridge uses, and
 * knows no rules. It keeps the moves and asks {@code manator inspect}, whose path MANATOR holds.
 */
public class Board implements Cloneable, Serializable {
    private static final long serialVersionUID = 1L;
    private static final Pattern LEGAL = Pattern.compile("\"legal\":\\[([^\\]]*)\\]");
    private static PrintStream questions;
    private static BufferedReader answers;

    private List<String> moves = new ArrayList<>();
    private int[] timeLeft;
    /** What is known of the position, once somebody asked. */
    private Set<String> legal;

    public Board(int time) {
        timeLeft = new int[] {time, time, time};
    }

    public boolean isLegalMove(Position start, Position end) {
        return legal().contains(start.name() + end.name());
    }

    public void move(Position start, Position end) throws ImpossiblePositionException {
        if (!isLegalMove(start, end)) {
            throw new ImpossiblePositionException("not legal: " + start + "-" + end);
        }
        moves.add(start.name() + end.name());
        legal = null;
    }

    public Colour getTurn() {
        return Colour.values()[moves.size() % 3];
    }

    public int getMoveCount() {
        return moves.size();
    }

    public boolean gameOver() {
        return legal().isEmpty();
    }

    public int getTimeLeft(Colour colour) {
        return timeLeft[colour.ordinal()];
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Board clone = (Board) super.clone();
        clone.moves = new ArrayList<>(moves);
        clone.timeLeft = timeLeft.clone();
        return clone;
    }

    private Set<String> legal() {
        if (legal == null) {
            legal = ask(String.join(" ", moves));
        }
        return legal;
    }

    private static synchronized Set<String> ask(String moves) {
        try {
            if (questions == null) {
                Process process = new ProcessBuilder(System.getenv("MANATOR"), "inspect").start();
                questions = new PrintStream(process.getOutputStream(), true);
                answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
            }
            questions.println("{\"game\":\"threechess\",\"moves\":\"" + moves + "\"}");
            Matcher matcher = LEGAL.matcher(answers.readLine());
            if (!matcher.find()) {
                throw new IllegalStateException("no rules for " + moves);
            }
            String list = matcher.group(1).replace("\"", "");
            return new HashSet<>(list.isEmpty() ? Arrays.asList() : Arrays.asList(list.split(",")));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
