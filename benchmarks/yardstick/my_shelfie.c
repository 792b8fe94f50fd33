/* The yardstick: random matches of My Shelfie in C, as fast as we can make them.
 *
 * It plays the very matches of the kernel `play_matches`: the same generator, one stream a match,
 * the same rolls in the same order, the legal moves counted in the same order. Equal digests show
 * it. What the kernel takes longer than this program is the price of writing rules in Python.
 *
 *     python tables.py tables.h && cc -O3 -march=native -I. my_shelfie.c -o my_shelfie
 *     my_shelfie PLAYERS MATCHES SEED REFILL_INDEX GOALS_INDEX
 *
 * It prints one line of JSON. The digest is FNV-1a (64 bits) over one byte for each of these, match
 * by match: the number of moves, the score of each seat, the winners as bits.
 *
 * Sets of cells are laid out as in the game's layout.py: neighbours in the living room are DOWN and
 * RIGHT apart, a bookshelf has a lane of seven bits a column, the bag has six fields of ten bits.
 */

#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif
#include "tables.h"

typedef uint64_t Set;
typedef uint64_t Rng;

#define LANES (1ULL | 1ULL << LANE | 1ULL << 2 * LANE | 1ULL << 3 * LANE | 1ULL << 4 * LANE)
#define CARRY (LANES << ROWS)        /* the unused bit above every column */
#define COLUMN ((1ULL << ROWS) - 1)  /* all cells of column 0 */
#define FULL (COLUMN * LANES)        /* all cells of a bookshelf */
#define FIELDS (TILE[0])             /* one in every field of the bag */
#define HALF (1ULL << (FIELD - 1))   /* the highest bit of a field, which no count reaches */

typedef struct {
    Set tiles[TYPES]; /* by kind */
    Set filled;       /* all of them */
    int tokens[2];
    int personal_goal;
} Seat;

typedef struct {
    int players, refill_rule, goals_in_play;
    uint64_t bag;
    Set tiles;        /* in the living room */
    uint8_t kind[64]; /* of the tile on each cell that has one */
    int common_goals[2], tokens_taken[2];
    int end_game_token;
    Seat seats[SEATS];
} Match;

static inline int count(Set set) { return __builtin_popcountll(set); }

static inline int lowest(Set set) { return __builtin_ctzll(set); }

static inline int nth(Set set, int n)
{
#ifdef __BMI2__
    return lowest(_pdep_u64(1ULL << n, set));
#else
    while (n--)
        set &= set - 1;
    return lowest(set);
#endif
}

/* --- random numbers --------------------------------------------------------------------------- */

static inline uint32_t below(Rng *rng, uint64_t n)
{
    *rng = MULTIPLIER * (*rng & 0xFFFFFFFF) + (*rng >> 32);
    return (uint32_t)(*rng ^ *rng >> 32) * n >> 32;
}

static Rng seeded(uint64_t seed, uint64_t stream)
{
    uint32_t low = (uint32_t)seed ^ (uint32_t)(stream * 0x9E3779B1);
    uint32_t high = (uint32_t)(seed >> 32) ^ (uint32_t)(stream >> 32);
    low = (low ^ low >> 16) * 0x21F0AAADu;
    low = (low ^ low >> 15) * 0x735A2D97u;
    high = (high ^ low ^ (uint32_t)stream) * 0x2C1B3C6Du;
    high = (high ^ high >> 13) % (MULTIPLIER - 2) + 1;
    Rng rng = (uint64_t)high << 32 | low;
    for (int i = 0; i < WARM_UP; i++)
        below(&rng, 1);
    return rng;
}

/* --- deals ------------------------------------------------------------------------------------ */

/* Draw tiles from the bag onto the empty cells, in reading order. */
static inline void fill_living_room(Match *m, Rng *rng)
{
    uint64_t bag = m->bag;
    uint64_t left = bag >> FIELD * (TYPES - 1);
    Set tiles = m->tiles;
    const uint8_t *cells = CELL_BITS[m->players];
    for (int i = 0; i < CELL_COUNTS[m->players] && left; i++) {
        Set cell = 1ULL << cells[i];
        if (tiles & cell)
            continue;
        /* A field's highest bit stays set where the roll is not below the field's count. */
        uint64_t passed = ((below(rng, left) | HALF) * FIELDS - bag) >> (FIELD - 1) & FIELDS;
        m->kind[cells[i]] = count(passed);
        bag -= FIELDS - passed;
        tiles |= cell;
        left--;
    }
    m->bag = bag;
    m->tiles = tiles;
}

static inline void refill(Match *m, Rng *rng)
{
    if (m->refill_rule != ISOLATED_KEEP) {
        for (; m->tiles; m->tiles &= m->tiles - 1)
            m->bag += TILE[m->kind[lowest(m->tiles)]];
    }
    fill_living_room(m, rng);
}

static inline int deal_card(Set *pile, Rng *rng)
{
    int card = nth(*pile, below(rng, count(*pile)));
    *pile ^= 1ULL << card;
    return card;
}

static void set_up(Match *m, Rng *rng)
{
    m->bag = 0;
    for (int kind = 0; kind < TYPES; kind++)
        m->bag += TILE_COUNTS[kind] * TILE[kind];
    m->tiles = 0;
    m->end_game_token = -1;
    Set pile = ((1ULL << COMMON_GOAL_CARDS) - 1) << 1;
    for (int i = 0; i < m->goals_in_play; i++) {
        m->common_goals[i] = deal_card(&pile, rng);
        m->tokens_taken[i] = 0;
    }
    pile = ((1ULL << PERSONAL_GOAL_CARDS) - 1) << 1;
    for (int i = 0; i < m->players; i++)
        m->seats[i] = (Seat){.personal_goal = deal_card(&pile, rng)};
    fill_living_room(m, rng);
}

/* --- groups ----------------------------------------------------------------------------------- */

static inline Set touching(Set tiles)
{
    return tiles << 1 | tiles >> 1 | tiles << LANE | tiles >> LANE;
}

static inline Set group_of(Set group, Set tiles)
{
    for (;;) {
        Set larger = (group | touching(group)) & tiles;
        if (larger == group)
            return group;
        group = larger;
    }
}

/* The tiles with two equal neighbours or more: every group of three or more has one. */
static inline Set middles(Set tiles)
{
    Set up = tiles << 1, down = tiles >> 1, right = tiles << LANE, left = tiles >> LANE;
    return tiles & ((up & down) | (left & right) | ((up | down) & (left | right)));
}

static int group_points(const Seat *seat)
{
    int points = 0;
    for (int kind = 0; kind < TYPES; kind++) {
        Set tiles = seat->tiles[kind];
        for (Set rest = middles(tiles); rest;) {
            Set group = group_of(rest & -rest, tiles);
            int size = count(group);
            points += GROUP_POINTS[size < 6 ? size : 6];
            rest &= ~group;
        }
    }
    return points;
}

/* --- common goals ----------------------------------------------------------------------------- */

static inline int has_two_squares(const Set *tiles)
{
    Set squares[TYPES], all = 0;
    for (int kind = 0; kind < TYPES; kind++) {
        Set pairs = tiles[kind] & tiles[kind] >> 1;
        all |= squares[kind] = pairs & pairs >> LANE;
    }
    if (!(all & (all - 1)))
        return 0;
    int groups = 0;
    for (int kind = 0; kind < TYPES; kind++)
        for (Set rest = squares[kind]; rest; groups++)
            rest &= ~group_of(rest & -rest, tiles[kind]);
    return groups >= 2;
}

static inline int has_two_varied_columns(const Set *tiles)
{
    Set columns = CARRY;
    for (int kind = 0; kind < TYPES; kind++)
        columns &= tiles[kind] + FULL;
    return count(columns) >= 2;
}

static inline int has_four_groups_of_four(const Set *tiles)
{
    int possible = 0, groups = 0;
    for (int kind = 0; kind < TYPES; kind++)
        possible += count(tiles[kind] & touching(tiles[kind])) / 4;
    if (possible < 4)
        return 0;
    for (int kind = 0; kind < TYPES; kind++) {
        for (Set rest = middles(tiles[kind]); rest;) {
            Set group = group_of(rest & -rest, tiles[kind]);
            groups += count(group) >= 4;
            rest &= ~group;
        }
    }
    return groups >= 4;
}

/* Without holes, a figure has as many groups as tiles, less shared sides, plus squares. A hole adds
 * one, and takes a ring of eight tiles: fewer than one for every six. */
static inline int has_six_groups_of_two(const Set *tiles)
{
    int possible = 0, groups = 0;
    for (int kind = 0; kind < TYPES; kind++) {
        Set set = tiles[kind] & touching(tiles[kind]);
        Set above = set & set >> 1, beside = set & set >> LANE;
        possible += count(set) - count(above) - count(beside) + count(above & above >> LANE);
        possible += count(set) / 6;
    }
    if (possible < 6)
        return 0;
    for (int kind = 0; kind < TYPES; kind++)
        for (Set rest = tiles[kind] & touching(tiles[kind]); rest; groups++)
            rest ^= group_of(rest & -rest, rest);
    return groups >= 6;
}

static inline int has_three_plain_columns(const Set *tiles, Set filled)
{
    Set full = (filled + LANES) & CARRY, types = 0;
    if (count(full) < 3)
        return 0;
    for (int kind = 0; kind < TYPES; kind++)
        types += ((tiles[kind] + FULL) & CARRY) >> ROWS;
    return count(full & ~(types + ((1 << ROWS) - 4) * LANES)) >= 3;
}

static inline Set full_rows(Set filled)
{
    Set pairs = filled & filled >> LANE;
    return pairs & pairs >> 2 * LANE & filled >> 4 * LANE & COLUMN;
}

static inline int has_two_varied_rows(const Set *tiles, Set filled)
{
    Set rows = full_rows(filled);
    if (count(rows) < 2)
        return 0;
    for (int kind = 0; kind < TYPES; kind++) {
        Set seen = 0;
        for (int column = 0; column < COLUMNS; column++) {
            Set here = tiles[kind] >> LANE * column;
            rows &= ~(seen & here);
            seen |= here;
        }
    }
    return count(rows) >= 2;
}

static inline int has_four_plain_rows(const Set *tiles, Set filled)
{
    Set rows = full_rows(filled), ones = 0, twos = 0, fours = 0;
    if (count(rows) < 4)
        return 0;
    for (int kind = 0; kind < TYPES; kind++) {
        Set pairs = tiles[kind] | tiles[kind] >> LANE;
        Set here = pairs | pairs >> 2 * LANE | tiles[kind] >> 4 * LANE;
        Set carry = ones & here;
        ones ^= here;
        fours |= twos & carry;
        twos ^= carry;
    }
    return count(rows & ~fours) >= 4;
}

static inline int is_met(const Set *tiles, Set filled, int goal)
{
    static const Set CORNERS = (1 | 1 << 5) * (1 | 1ULL << 28);
    static const Set RISING = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1ULL << 32;
    static const Set FALLING = 1 << 4 | 1 << 10 | 1 << 16 | 1 << 22 | 1 << 28;
    static const Set STAIRS_UP = 1 | 3 << 7 | 7 << 14 | 15 << 21 | 31ULL << 28;
    static const Set STAIRS_DOWN = 31 | 15 << 7 | 7 << 14 | 3 << 21 | 1 << 28;
    int met = 0;
    switch (goal) {
    case 1: return has_two_squares(tiles);
    case 2: return has_two_varied_columns(tiles);
    case 3: return has_four_groups_of_four(tiles);
    case 4: return has_six_groups_of_two(tiles);
    case 5: return has_three_plain_columns(tiles, filled);
    case 6: return has_two_varied_rows(tiles, filled);
    case 7: return has_four_plain_rows(tiles, filled);
    case 8:
        for (int kind = 0; kind < TYPES; kind++)
            met |= (tiles[kind] & CORNERS) == CORNERS;
        return met;
    case 9:
        for (int kind = 0; kind < TYPES; kind++)
            met |= count(tiles[kind]) >= 8;
        return met;
    case 10:
        for (int kind = 0; kind < TYPES; kind++) {
            Set sides = tiles[kind] & tiles[kind] >> 2;
            met |= (sides & sides >> 2 * LANE & tiles[kind] >> (LANE + 1)) != 0;
        }
        return met;
    case 11:
        for (int kind = 0; kind < TYPES; kind++) {
            Set low = tiles[kind], high = low >> 1;
            met |= (low & RISING) == RISING | (low & FALLING) == FALLING
                 | (high & RISING) == RISING | (high & FALLING) == FALLING;
        }
        return met;
    default:
        return filled == STAIRS_UP || filled == (STAIRS_UP << 1 | LANES)
            || filled == STAIRS_DOWN || filled == (STAIRS_DOWN << 1 | LANES);
    }
}

/* --- turns ------------------------------------------------------------------------------------ */

static inline void place(Match *m, Seat *seat, int cell, Set space)
{
    m->tiles ^= 1ULL << cell;
    seat->tiles[m->kind[cell]] |= space;
}

/* Choose one of the legal moves and make it: a line, an order of its tiles, a column. */
static inline void move(Match *m, Seat *seat, Rng *rng)
{
    Set t = m->tiles, filled = seat->filled;
    Set free = t & ~(t >> DOWN & t << DOWN & t >> RIGHT & t << RIGHT);
    Set across = free & free >> RIGHT, down = free & free >> DOWN;
    Set across3 = across & free >> 2 * RIGHT, down3 = down & free >> 2 * DOWN;
    Set room1 = ~filled >> (ROWS - 1) & LANES;
    Set room2 = ~filled >> (ROWS - 2) & LANES;
    Set room3 = ~filled >> (ROWS - 3) & LANES;
    uint32_t ones = count(free) * count(room1);
    uint32_t twos = 2 * (count(across) + count(down)) * count(room2);
    uint32_t threes = 6 * (count(across3) + count(down3)) * count(room3);
    uint32_t n = below(rng, ones + twos + threes);
    int size = 1, step = 0;
    Set from = free, room = room1;
    if (n >= ones) {
        n -= ones;
        size = 2, room = room2, from = across;
        if (n >= twos) {
            n -= twos;
            size = 3, room = room3, from = across3, down = down3;
        }
    }
    uint32_t columns = count(room), rest = n / columns;
    int column = nth(room, n - rest * columns);
    uint32_t line = rest / ORDERS[size];
    const uint8_t *order = PLACING_ORDERS[(rest - line * ORDERS[size]) * (size == 2 ? 2 : 1)];
    if (size > 1) {
        uint32_t lines_across = count(from);
        step = RIGHT;
        if (line >= lines_across) {
            line -= lines_across;
            from = down;
            step = DOWN;
        }
    }
    int cell = nth(from, line);
    Set space = (filled + (1ULL << column)) & ~filled & COLUMN << column;
    for (int i = 0; i < size; i++) {
        place(m, seat, cell + step * order[i], space);
        filled |= space;
        space <<= 1;
    }
    seat->filled = filled;
}

static inline void award_tokens(Match *m, Seat *seat)
{
    static const uint8_t LEAST[] = {0, 8, 12, 16, 12, 18, 10, 20, 12, 8, 8, 15, 15};
    int tiles = count(seat->filled);
    for (int i = 0; i < m->goals_in_play; i++) {
        int goal = m->common_goals[i];
        if (tiles >= LEAST[goal] && !seat->tokens[i] && is_met(seat->tiles, seat->filled, goal))
            seat->tokens[i] = TOKEN_POINTS[m->players][m->tokens_taken[i]++];
    }
}

static inline int refill_is_due(Set tiles, int rule)
{
    if (rule == FOUR_OR_FEWER)
        return count(tiles) <= REFILL_AT;
    return !(tiles & (tiles >> DOWN | tiles >> RIGHT));
}

static int play(Match *m, Rng *rng)
{
    set_up(m, rng);
    for (int moves = 1, turn = 0;; moves++) {
        Seat *seat = &m->seats[turn];
        move(m, seat, rng);
        award_tokens(m, seat);
        if (m->end_game_token < 0 && seat->filled == FULL)
            m->end_game_token = turn;
        turn = turn + 1 < m->players ? turn + 1 : 0;
        if (turn == 0 && m->end_game_token >= 0)
            return moves;
        if (refill_is_due(m->tiles, m->refill_rule))
            refill(m, rng);
    }
}

static int score(const Match *m, int i)
{
    const Seat *seat = &m->seats[i];
    int matches = 0;
    for (int kind = 0; kind < TYPES; kind++)
        matches += count(seat->tiles[kind] & PERSONAL_MASKS[seat->personal_goal][kind]);
    return seat->tokens[0] + seat->tokens[1] + (m->end_game_token == i ? END_GAME_POINTS : 0)
         + PERSONAL_POINTS[matches] + group_points(seat);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: %s PLAYERS MATCHES SEED REFILL_INDEX GOALS_INDEX\n", argv[0]);
        return 2;
    }
    Match m = {.players = atoi(argv[1]),
               .refill_rule = atoi(argv[4]),
               .goals_in_play = 2 - atoi(argv[5])};
    long matches = atol(argv[2]), all_moves = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10), digest = 0xCBF29CE484222325;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long match = 0; match < matches; match++) {
        Rng rng = seeded(seed, match);
        int moves = play(&m, &rng), winner = 0, best = 0;
        all_moves += moves;
        digest = (digest ^ moves) * 0x100000001B3;
        for (int i = 0; i < m.players; i++) {
            int points = score(&m, i);
            digest = (digest ^ points) * 0x100000001B3;
            if (points >= best)
                best = points, winner = i;
        }
        digest = (digest ^ 1 << winner) * 0x100000001B3;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("{\"matches\": %ld, \"moves\": %ld, \"seconds\": %.6f, \"digest\": \"%016llx\"}\n",
           matches, all_moves, seconds, (unsigned long long)digest);
    return 0;
}
