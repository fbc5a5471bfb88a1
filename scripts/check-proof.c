// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Checks a proof that South wins a position of Refusal: see scripts/check-proof.
//
// It has its own rules, its own board and its own search, the plainest that do, and no code in common with the
// program that wrote the proof. It believes nothing: an entry is only a hint which two moves to try. A turn of
// South's is won if two of its moves are; a move of South's wins if all answers of North's but one (which South
// refuses) lead to turns that are won. Every move brings a piece nearer to where it can go no further, so
// that this never goes in circles.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5, ROWS = 8, SQUARES = 40, MOVES_MAX = 64 };
enum { BUCKETS = 1 << 14, ENTRY_BYTES = 5 };
enum { SOUTH, NORTH };

// ---- The rules ----

// A piece is its letter, South's in lower case; square 0 is A1, 1 is B1, 5 is A2.
typedef struct { char at[SQUARES]; int mover; } Board;
typedef struct { int from, to; } Move;

static int is_own(char piece, int side) {
    return piece != '-' && (side == SOUTH ? piece >= 'a' : piece < 'a');
}

static int is_enemy(char piece, int side) { return is_own(piece, 1 - side); }

static int add_if(Move *moves, int count, const Board *board, int from, int column, int row, const char *what) {
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return count;
    int to = row * COLUMNS + column;
    char piece = board->at[to];
    int fits = piece == '-' ? strchr(what, '-') != 0 : strchr(what, 'x') != 0 && is_enemy(piece, board->mover);
    if (fits) moves[count++] = (Move){from, to};
    return count;
}

// Goes on in a direction until something is in the way; takes it if it is an enemy.
static int slide(Move *moves, int count, const Board *board, int from, int dx, int dy, int steps_too) {
    int column = from % COLUMNS + dx, row = from / COLUMNS + dy;
    while (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS) {
        int to = row * COLUMNS + column;
        char piece = board->at[to];
        if (is_own(piece, board->mover)) break;
        if (piece != '-' || steps_too) moves[count++] = (Move){from, to};
        if (piece != '-') break;
        column += dx;
        row += dy;
    }
    return count;
}

static int has_king(const Board *board) {
    return memchr(board->at, board->mover == SOUTH ? 'k' : 'K', SQUARES) != 0;
}

static int list(const Board *board, Move *moves) {
    if (!has_king(board)) return 0;
    int up = board->mover == SOUTH ? 1 : -1, count = 0;
    for (int from = 0; from < SQUARES; from++) {
        char piece = board->at[from];
        if (!is_own(piece, board->mover)) continue;
        int c = from % COLUMNS, r = from / COLUMNS;
        switch (piece | 32) {
        case 'p':
            count = add_if(moves, count, board, from, c, r + up, "-");
            count = add_if(moves, count, board, from, c - 1, r + up, "x");
            count = add_if(moves, count, board, from, c + 1, r + up, "x");
            break;
        case 'n':
            count = add_if(moves, count, board, from, c - 1, r + 2 * up, "-x");
            count = add_if(moves, count, board, from, c + 1, r + 2 * up, "-x");
            count = add_if(moves, count, board, from, c - 2, r + up, "-x");
            count = add_if(moves, count, board, from, c + 2, r + up, "-x");
            break;
        case 'l':
            count = slide(moves, count, board, from, 0, up, 1);
            count = slide(moves, count, board, from, -1, 0, 1);
            break;
        case 'r':
            count = slide(moves, count, board, from, 0, up, 1);
            count = slide(moves, count, board, from, 1, 0, 1);
            break;
        case 'k':
            count = slide(moves, count, board, from, -1, 0, 0);
            count = slide(moves, count, board, from, 1, 0, 0);
            break;
        }
    }
    return count;
}

static Board after(const Board *board, Move move) {
    Board next = *board;
    char piece = board->at[move.from];
    int far = board->mover == SOUTH ? ROWS - 1 : 0;
    if (move.to / COLUMNS == far && move.from / COLUMNS != far) {
        switch (piece) {
        case 'l': piece = 'r'; break;
        case 'r': piece = 'l'; break;
        case 'L': piece = 'R'; break;
        case 'R': piece = 'L'; break;
        }
    }
    next.at[move.from] = '-';
    next.at[move.to] = piece;
    next.mover = 1 - board->mover;
    return next;
}

// Whoever has no king, no move, or a single one, which is refused, has lost.
static int is_lost(const Board *board) {
    Move moves[MOVES_MAX];
    return list(board, moves) < 2;
}

static int takes_king_twice(const Board *board, const Move *moves, int count) {
    int ways = 0;
    for (int i = 0; i < count; i++) ways += (board->at[moves[i].to] | 32) == 'k';
    return ways >= 2;
}

// ---- Boards as keys: the whole board, so that no two are mixed up ----

typedef struct { uint64_t word[3]; } Key;

static Key key_of(const Board *board) {
    static const char letters[] = "-knplrKNPLR";
    static unsigned char code[128];
    if (!code['k'])
        for (int i = 0; letters[i]; i++) code[(int)letters[i]] = (unsigned char)(i + 1);
    Key key = {{0, 0, (uint64_t)(board->mover + 1) << 40}};
    for (int i = 0; i < SQUARES; i++) key.word[i / 16] |= (uint64_t)code[(int)board->at[i]] << (4 * (i % 16));
    return key;
}

static int same(Key a, Key b) { return a.word[0] == b.word[0] && a.word[1] == b.word[1] && a.word[2] == b.word[2]; }

static uint64_t mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

static uint64_t hash(Key key) { return mix(key.word[0] + mix(key.word[1] + mix(key.word[2]))); }

static void fail(const char *why) {
    fprintf(stderr, "check-proof: %s\n", why);
    exit(2);
}

// ---- What has been found out: a set of turns that South wins ----

static Key *won;
static uint64_t won_size, won_count;

static Key *won_slot(Key key) {
    uint64_t at = hash(key) & (won_size - 1);
    while (won[at].word[2] && !same(won[at], key)) at = (at + 1) & (won_size - 1);
    return &won[at];
}

static int is_known(Key key) { return won_slot(key)->word[2] != 0; }

static void resize(uint64_t size) {
    Key *old = won;
    uint64_t old_size = won_size;
    won_size = size;
    won = calloc(size, sizeof(Key));
    if (!won) fail("not enough memory");
    for (uint64_t i = 0; i < old_size; i++)
        if (old[i].word[2]) *won_slot(old[i]) = old[i];
    free(old);
}

static void remember(Key key) {
    if (2 * won_count >= won_size) resize(2 * won_size);
    Key *slot = won_slot(key);
    won_count += !slot->word[2];
    *slot = key;
}

// ---- The search: proof-number search, depth first, of one turn ----

enum { TABLE = 1 << 16, DONE = 1 << 29 };
typedef struct { Key key; uint32_t age; int proof, disproof; } Found;
typedef struct { int proof, disproof; } Numbers;
static Found found[TABLE];
static uint32_t age;
static long budget, searched;

static Numbers look_up(const Board *board) {
    Move moves[MOVES_MAX];
    int count = list(board, moves);
    if (count < 2) return (Numbers){DONE, 0};
    if (takes_king_twice(board, moves, count)) return (Numbers){0, DONE};
    Key key = key_of(board);
    Found *slot = &found[hash(key) & (TABLE - 1)];
    if (slot->age == age && same(slot->key, key)) return (Numbers){slot->proof, slot->disproof};
    return (Numbers){2, count - 1};
}

static int capped(long sum) { return sum >= DONE ? DONE - 1 : (int)sum; }

// Numbers of a turn for its mover: it needs two moves that the opponent loses after.
static Numbers search(const Board *board, int proof_limit, int disproof_limit) {
    Move moves[MOVES_MAX];
    Numbers child[MOVES_MAX];
    int count = list(board, moves);
    searched++;
    budget--;
    for (int i = 0; i < count; i++) {
        Board next = after(board, moves[i]);
        child[i] = look_up(&next);
    }
    for (;;) {
        int first = -1, second = -1, third = -1, dearest = 0;
        long rest = 0;
        for (int i = 0; i < count; i++) {
            if (first < 0 || child[i].disproof < child[first].disproof) third = second, second = first, first = i;
            else if (second < 0 || child[i].disproof < child[second].disproof) third = second, second = i;
            else if (third < 0 || child[i].disproof < child[third].disproof) third = i;
            if (child[i].proof > child[dearest].proof) dearest = i;
        }
        for (int i = 0; i < count; i++)
            if (i != dearest) rest = child[i].proof >= DONE || rest >= DONE ? DONE : capped(rest + child[i].proof);
        Numbers sum;
        int one = child[first].disproof, two = child[second].disproof;
        sum.proof = one >= DONE || two >= DONE ? DONE : capped((long)one + two);
        sum.disproof = (int)rest;
        if (sum.proof >= proof_limit || sum.disproof >= disproof_limit || budget <= 0) {
            Key key = key_of(board);
            found[hash(key) & (TABLE - 1)] = (Found){key, age, sum.proof, sum.disproof};
            return sum;
        }
        int chosen = first != dearest ? first : second;
        long for_proof = (long)disproof_limit - sum.disproof + child[chosen].proof;
        long for_disproof = (long)proof_limit - sum.proof + child[chosen].disproof;
        long spared = child[dearest].proof + child[dearest].proof / 4 + 1L;
        long next = third < 0 ? DONE : child[third].disproof + child[third].disproof / 4 + 1L;
        if (for_proof > spared) for_proof = spared;
        if (for_disproof > next) for_disproof = next;
        if (for_proof > DONE) for_proof = DONE;
        if (for_disproof > DONE) for_disproof = DONE;
        Board after_it = after(board, moves[chosen]);
        child[chosen] = search(&after_it, (int)for_proof, (int)for_disproof);
    }
}

static int searches_won(const Board *board, long nodes) {
    age++;
    budget = nodes;
    return search(board, DONE, DONE).proof == 0;
}

// ---- The certificate ----

static unsigned char *file;
static long file_size, entry_count;
static const unsigned char *begins, *entries;
static uint64_t salt;
static Board root;

static uint32_t begin_of(uint32_t bucket) {
    const unsigned char *b = begins + 4 * (size_t)bucket;
    return bucket == BUCKETS ? (uint32_t)entry_count
                             : b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// Returns the number of the pair of moves written for a board, or -1.
static int pair_of(const Board *board) {
    uint64_t h = 0xCBF29CE484222325u ^ salt;
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < COLUMNS; column++)
            h = (h ^ (unsigned char)board->at[row * COLUMNS + column]) * 0x100000001B3u;
        if (row > 0) h = (h ^ '/') * 0x100000001B3u;
    }
    h = mix(h);
    uint32_t bucket = (uint32_t)(h >> 50);
    uint64_t mark = h >> 20 & ((1u << 30) - 1);
    for (uint32_t i = begin_of(bucket); i < begin_of(bucket + 1) && i < entry_count; i++) {
        const unsigned char *e = entries + (size_t)ENTRY_BYTES * i;
        uint64_t entry = e[0] | (uint64_t)e[1] << 8 | (uint64_t)e[2] << 16 | (uint64_t)e[3] << 24 | (uint64_t)e[4] << 32;
        if (entry >> 10 == mark) return (int)(entry & 1023);
    }
    return -1;
}

static int compare(const void *a, const void *b) {
    const Move *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static void read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) fail("cannot open the proof");
    fseek(in, 0, SEEK_END);
    file_size = ftell(in);
    rewind(in);
    file = malloc((size_t)file_size + 1);
    if (!file || fread(file, 1, (size_t)file_size, in) != (size_t)file_size) fail("cannot read the proof");
    fclose(in);
    file[file_size] = 0;
    char board[64], mover[16];
    unsigned long long beneath, salted;
    int head = 0;
    if (sscanf((char *)file, "manator refusal proof 1\nposition %63s %15s\nbeneath %llu\nsalt %llu%n", board, mover,
               &beneath, &salted, &head) != 4 || !head || file[head] != '\n')
        fail("this is no proof of Refusal");
    salt = salted;
    begins = file + head + 1;
    entries = begins + 4 * BUCKETS;
    long left = file_size - head - 1 - 4L * BUCKETS;
    if (left < 0 || left % ENTRY_BYTES) fail("the proof is cut off");
    entry_count = left / ENTRY_BYTES;
    int row = ROWS - 1, column = 0;
    for (char *c = board; *c; c++) {
        if (*c == '/' && column == COLUMNS && row > 0) row--, column = 0;
        else if (strchr("-knplrKNPLR", *c) && column < COLUMNS) root.at[row * COLUMNS + column++] = *c;
        else fail("the position of the proof cannot be read");
    }
    if (row || column != COLUMNS) fail("the position of the proof is cut off");
    root.mover = !strcmp(mover, "north") ? NORTH : SOUTH;
}

// ---- The check ----

static double share = 1;
static uint64_t seed;
static long limit = 1000000;
static long checked, at_once, by_search, trusted, hardest;

static int is_won(const Board *board);

static int is_drawn(const Board *board) {
    return (double)(mix(hash(key_of(board)) ^ mix(seed)) >> 11) / 9007199254740992.0 < share;
}

// Whether North loses: all of its moves but one lead to turns that South wins.
static int holds(const Board *board) {
    Move moves[MOVES_MAX];
    int count = list(board, moves), open = 0;
    if (count < 2) return 1;
    Board next[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        next[open] = after(board, moves[i]);
        Move replies[MOVES_MAX];
        int ways = list(&next[open], replies);
        if (ways < 2) open++;
        else if (takes_king_twice(&next[open], replies, ways)) at_once++;
        else if (is_known(key_of(&next[open]))) continue;
        else if (pair_of(&next[open]) < 0 || !is_won(&next[open])) open++;
    }
    if (open < 2) return 1;
    if (!is_drawn(board)) {
        trusted += open - 1;
        return 1;
    }
    for (long nodes = 16; nodes <= limit; nodes *= 4) {
        for (int i = 0; i < open && open > 1; i++) {
            if (is_lost(&next[i])) continue;
            if (!is_known(key_of(&next[i]))) {
                long before = searched;
                if (!searches_won(&next[i], nodes)) continue;
                if (searched - before > hardest) hardest = searched - before;
                remember(key_of(&next[i]));
                by_search++;
            }
            next[i--] = next[--open];
        }
        if (open < 2) return 1;
    }
    return 0;
}

// Whether South wins by the two moves that are written.
static int is_won(const Board *board) {
    Key key = key_of(board);
    if (is_known(key)) return 1;
    Move moves[MOVES_MAX];
    int count = list(board, moves), pair = pair_of(board);
    qsort(moves, (size_t)count, sizeof(Move), compare);
    int more = 1;
    while ((more + 1) * more / 2 <= pair) more++;
    int less = pair - more * (more - 1) / 2;
    if (pair < 0 || more >= count) return 0;
    Board first = after(board, moves[less]), second = after(board, moves[more]);
    if (!holds(&first) || !holds(&second)) return 0;
    checked++;
    remember(key);
    return 1;
}

int main(int count, char **words) {
    const char *path = 0;
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "--share") && i + 1 < count) share = atof(words[++i]);
        else if (!strcmp(words[i], "--seed") && i + 1 < count) seed = strtoull(words[++i], 0, 10);
        else if (!strcmp(words[i], "--limit") && i + 1 < count) limit = atol(words[++i]);
        else if (words[i][0] != '-' && !path) path = words[i];
        else fail("usage: check-proof [--share PART] [--seed N] [--limit NODES] FILE");
    }
    if (!path) fail("usage: check-proof [--share PART] [--seed N] [--limit NODES] FILE");
    read_file(path);
    resize(1 << 16);
    int is_written = root.mover == NORTH || pair_of(&root) >= 0;
    int proven = root.mover == NORTH ? holds(&root) : is_written ? is_won(&root) : searches_won(&root, limit);
    printf("%ld turns written, %ld reached and checked: one of two moves stands, North has all of its moves but one\n",
           entry_count, checked);
    printf("%ld turns beneath searched to the end (%ld positions, at most %ld for one), %ld taken on trust\n", by_search,
           searched, hardest, trusted);
    if (!proven) printf("the proof does NOT hold\n");
    else if (trusted) printf("South wins, if what was taken on trust holds as well\n");
    else printf("South wins: proven\n");
    return !proven;
}
