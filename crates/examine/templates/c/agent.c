/*
 * An agent for Manator: it plays a legal move at random, in every game.
 *
 * It reads lines on standard input and answers on standard output. Your part is the function
 * think(); the rest speaks the protocol and can stay as it is.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char NAME[] = "my agent";
static const char AUTHOR[] = "me";
static const char BLANKS[] = " \t\r\n";

/* Words of a line: they point into its text. */
struct words {
    char *text;
    char **list;
    size_t count;
};

/* What the agent was told about the game. */
struct state {
    struct words option;   /* setoption name UGI_Game value joust size=10x10: the game */
    struct words position; /* position startpos moves m1 m2: where it began, moves since then */
    struct words legal;    /* legal m1 m2: the legal moves, from list[1] on */
};

/*
 * Returns the move to play, one of the legal moves, of which there is at least one.
 *
 * THINK HERE. The words of the lines last heard are in *state, and those of the line `go`, such as
 * go p1time 60000 p2time 58000, in *go. In Refusal an answer is a move like any other: the legal
 * moves are then `accept` and `refuse`.
 */
static const char *think(const struct state *state, const struct words *go)
{
    size_t moves = state->legal.count - 1;
    (void)go; /* A random mover needs no time. */
    return state->legal.list[1 + (size_t)rand() % moves];
}

/* Returns memory of another size, or ends the program: without memory it cannot play on. */
static void *resize(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* Reads a line of any length; returns NULL at the end of the input. */
static char *read_line(void)
{
    size_t length = 0, room = 256;
    char *line = resize(NULL, room);
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 1 == room)
            line = resize(line, room *= 2);
        line[length++] = (char)c;
    }
    if (c == EOF && length == 0) {
        free(line);
        return NULL;
    }
    line[length] = '\0';
    return line;
}

/* Cuts a line into words, and owns it from now on. */
static struct words split(char *line)
{
    struct words words = {line, NULL, 0};
    for (char *word = strtok(line, BLANKS); word != NULL; word = strtok(NULL, BLANKS)) {
        words.list = resize(words.list, (words.count + 1) * sizeof *words.list);
        words.list[words.count++] = word;
    }
    return words;
}

static void forget(struct words *words)
{
    free(words->text);
    free(words->list);
    *words = (struct words){NULL, NULL, 0};
}

/* Moves the words of a line to where they are kept. */
static void keep(struct words *kept, struct words *words)
{
    forget(kept);
    *kept = *words;
    *words = (struct words){NULL, NULL, 0};
}

static void introduce(void)
{
    printf("id name %s\n", NAME);
    printf("id author %s\n", AUTHOR);
    /* Declaring this option asks for the `legal` lines. */
    puts("option name UGI_SendLegal type check default true");
    puts("option name UGI_Game type string default <empty>");
    puts("ugiok");
}

static void obey(struct state *state, struct words *words)
{
    const char *command = words->list[0];
    if (strcmp(command, "ugi") == 0) {
        introduce();
    } else if (strcmp(command, "setoption") == 0) {
        if (words->count > 2 && strcmp(words->list[2], "UGI_Game") == 0)
            keep(&state->option, words);
    } else if (strcmp(command, "uginewgame") == 0) {
        forget(&state->position);
        forget(&state->legal);
    } else if (strcmp(command, "isready") == 0) {
        puts("readyok");
    } else if (strcmp(command, "position") == 0) {
        keep(&state->position, words);
        /* The legal moves of the position before are no longer legal. */
        forget(&state->legal);
    } else if (strcmp(command, "legal") == 0) {
        keep(&state->legal, words);
    } else if (strcmp(command, "go") == 0) {
        /* Without legal moves there is nothing to choose from; 0000 is no move. */
        printf("bestmove %s\n", state->legal.count > 1 ? think(state, words) : "0000");
    }
    /* Unknown lines are ignored. `stop` needs no answer: `go` was answered before it was read. */
}

int main(void)
{
    struct state state = {0};
    char *line;
    int done = 0;
    srand((unsigned)time(NULL));
    while (!done && (line = read_line()) != NULL) {
        struct words words = split(line);
        if (words.count > 0) {
            done = strcmp(words.list[0], "quit") == 0;
            obey(&state, &words);
        }
        /* An answer left in a buffer is an answer too late. */
        fflush(stdout);
        forget(&words);
    }
    forget(&state.option);
    forget(&state.position);
    forget(&state.legal);
    return EXIT_SUCCESS;
}
