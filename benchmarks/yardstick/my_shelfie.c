/* The yardstick: random matches of My Shelfie in C, as fast as we can make them.
 *
 * It plays the very matches of the kernel `play_matches`: the same generator, one stream a match,
 * the same rolls in the same order, the legal moves numbered alike. Equal digests show it. By how
 * much it is faster, that is the price of writing the rules in Python.
 *
 *     python tables.py tables.h && cc -std=c11 -O2 -march=native -I. my_shelfie.c -o my_shelfie
 *     ./my_shelfie PLAYERS MATCHES SEED REFILL_INDEX GOALS_INDEX
 *
 * (-O3 is no faster.) One line of JSON comes out. The digest is FNV-1a of 64 bits; it is fed, match
 * by match, with the number of moves, the score of each seat and the winners as bits, a byte each.
 *
 * Sets of cells are laid out as in the game's layout.py: in the living room neighbours are DOWN and
 * RIGHT apart, a column of a bookshelf has seven bits, the bag has six fields of ten bits.
 */

#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif
#include "tables.h"

#define EACH_KIND for (int kind = 0; kind < TYPES; kind++)

typedef uint64_t Set, Rng;

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
    int common_goals[2], tokens_taken[2], end_game_token;
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

static inline void fill_living_room(Match *m, Rng *rng)
{
    const uint8_t *cells = CELL_BITS[m->players];
    uint64_t bag = m->bag, left = bag >> FIELD * (TYPES - 1);
    Set tiles = m->tiles;
    for (int i = 0; i < CELL_COUNTS[m->players] && left; i++) {
        Set cell = 1ULL << cells[i];
        if (tiles & cell)
            continue;
        /* In each field whose count the roll is not below, the highest bit stays. */
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
    if (m->refill_rule != ISOLATED_KEEP)
        for (; m->tiles; m->tiles &= m->tiles - 1)
            m->bag += TILE[m->kind[lowest(m->tiles)]];
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
    Set common = ((1ULL << COMMON_GOAL_CARDS) - 1) << 1;
    Set personal = ((1ULL << PERSONAL_GOAL_CARDS) - 1) << 1;
    m->end_game_token = -1;
    for (int i = 0; i < m->goals_in_play; i++) {
        m->common_goals[i] = deal_card(&common, rng);
        m->tokens_taken[i] = 0;
    }
    for (int i = 0; i < m->players; i++)
        m->seats[i] = (Seat){.personal_goal = deal_card(&personal, rng)};
    m->tiles = m->bag = 0;
    EACH_KIND m->bag += TILE_COUNTS[kind] * TILE[kind];
    fill_living_room(m, rng);
}

static inline Set touching(Set tiles)
{
    return tiles << 1 | tiles >> 1 | tiles << LANE | tiles >> LANE;
}

static inline Set group_of(Set tile, Set tiles)
{
    for (Set group = tile, larger;; group = larger) {
        larger = (group | touching(group)) & tiles;
        if (larger == group)
            return group;
    }
}

static int count_groups(const Set *tiles, int least)
{
    int groups = 0;
    EACH_KIND for (Set group, rest = tiles[kind] & touching(tiles[kind]); rest; rest ^= group) {
        group = group_of(rest & -rest, rest);
        groups += count(group) >= least;
    }
    return groups;
}

/* The tiles that touch two others at least: every group of three or more has one. */
static inline Set middles(Set tiles)
{
    Set below = tiles << 1, above = tiles >> 1, left = tiles << LANE, right = tiles >> LANE;
    return tiles & ((below & above) | (left & right) | ((below | above) & (left | right)));
}

static inline int group_points(const Set *tiles)
{
    int points = 0;
    EACH_KIND for (Set group, rest = middles(tiles[kind]); rest; rest &= ~group) {
        group = group_of(rest & -rest, tiles[kind]);
        int size = count(group), most = sizeof GROUP_POINTS - 1;
        points += GROUP_POINTS[size < most ? size : most];
    }
    return points;
}

static inline int has_two_squares(const Set *tiles)
{
    int groups = 0;
    EACH_KIND {
        Set pairs = tiles[kind] & tiles[kind] >> 1;
        for (Set rest = pairs & pairs >> LANE; rest; groups++)
            rest &= ~group_of(rest & -rest, tiles[kind]);
    }
    return groups >= 2;
}

static inline int has_two_varied_columns(const Set *tiles)
{
    Set columns = CARRY;
    EACH_KIND columns &= tiles[kind] + FULL;
    return count(columns) >= 2;
}

static inline int has_four_groups_of_four(const Set *tiles)
{
    int possible = 0;
    EACH_KIND possible += count(tiles[kind] & touching(tiles[kind])) / 4;
    return possible >= 4 && count_groups(tiles, 4) >= 4;
}

/* Groups without holes are as many as their tiles, less the sides these share, plus their squares
 * of two by two. A hole adds one, and there is at most one hole for every five tiles. */
static inline int has_six_groups_of_two(const Set *tiles)
{
    int possible = 0;
    EACH_KIND {
        Set set = tiles[kind] & touching(tiles[kind]);
        Set above = set & set >> 1, beside = set & set >> LANE;
        possible += count(set) - count(above) - count(beside) + count(above & beside >> 1);
        possible += count(set) / 5;
    }
    return possible >= 6 && count_groups(tiles, 2) >= 6;
}

static inline int has_three_plain_columns(const Set *tiles, Set filled)
{
    Set full = (filled + LANES) & CARRY, types = 0;
    if (count(full) < 3)
        return 0;
    EACH_KIND types += ((tiles[kind] + FULL) & CARRY) >> ROWS;
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
    EACH_KIND for (Set seen = 0, here = tiles[kind]; here; here >>= LANE) {
        rows &= ~(seen & here);
        seen |= here & COLUMN;
    }
    return count(rows) >= 2;
}

static inline int has_four_plain_rows(const Set *tiles, Set filled)
{
    Set rows = full_rows(filled), ones = 0, twos = 0, fours = 0;
    if (count(rows) < 4)
        return 0;
    EACH_KIND { /* add up the types of each row, digit by binary digit */
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
    int met = 0;
    switch (goal) {
    case 1: return has_two_squares(tiles);
    case 2: return has_two_varied_columns(tiles);
    case 3: return has_four_groups_of_four(tiles);
    case 4: return has_six_groups_of_two(tiles);
    case 5: return has_three_plain_columns(tiles, filled);
    case 6: return has_two_varied_rows(tiles, filled);
    case 7: return has_four_plain_rows(tiles, filled);
    case 8: EACH_KIND met |= (tiles[kind] & CORNERS) == CORNERS; return met;
    case 9: EACH_KIND met |= count(tiles[kind]) >= 8; return met;
    case 10: EACH_KIND {
            Set sides = tiles[kind] & tiles[kind] >> 2;
            met |= (sides & sides >> 2 * LANE & tiles[kind] >> (LANE + 1)) != 0;
        }
        return met;
    case 11: EACH_KIND for (Set set = tiles[kind], height = 0; height < 2; height++, set >>= 1)
            met |= (set & RISING) == RISING || (set & FALLING) == FALLING;
        return met;
    default: return filled == STAIRS_UP || filled == (STAIRS_UP << 1 | LANES)
                 || filled == STAIRS_DOWN || filled == (STAIRS_DOWN << 1 | LANES);
    }
}

/* Roll one of the legal moves and make it: a line of tiles, an order to place them, a column. */
static inline void move(Match *m, Seat *seat, Rng *rng)
{
    Set all = m->tiles, filled = seat->filled;
    Set free = all & ~(all >> DOWN & all << DOWN & all >> RIGHT & all << RIGHT);
    Set across = free & free >> RIGHT, down = free & free >> DOWN;
    Set across3 = across & free >> 2 * RIGHT, down3 = down & free >> 2 * DOWN;
    Set room1 = ~filled >> (ROWS - 1) & LANES, room2 = ~filled >> (ROWS - 2) & LANES;
    Set room3 = ~filled >> (ROWS - 3) & LANES;
    uint32_t ones = count(free) * count(room1);
    uint32_t twos = 2 * (count(across) + count(down)) * count(room2);
    uint32_t threes = 6 * (count(across3) + count(down3)) * count(room3);
    uint32_t n = below(rng, ones + twos + threes);
    Set from = free, room = room1;
    int size = 1, step = 0;
    if (n >= ones) {
        n -= ones, size = 2, room = room2, from = across;
        if (n >= twos)
            n -= twos, size = 3, room = room3, from = across3, down = down3;
    }
    uint32_t columns = count(room), rest = n / columns, line = rest / ORDERS[size];
    Set column = 1ULL << nth(room, n - rest * columns);
    const uint8_t *order = PLACING_ORDERS[size][rest - line * ORDERS[size]];
    if (size > 1) {
        uint32_t lines_across = count(from);
        step = RIGHT;
        if (line >= lines_across)
            line -= lines_across, from = down, step = DOWN;
    }
    int first = nth(from, line);
    /* One more tile at the bottom of the column would carry to the lowest empty cell. */
    Set space = (filled + column) & ~filled;
    for (int i = 0; i < size; i++, space <<= 1) {
        int cell = first + step * order[i];
        m->tiles ^= 1ULL << cell;
        seat->tiles[m->kind[cell]] |= space;
        seat->filled |= space;
    }
}

static inline void award_tokens(Match *m, Seat *seat)
{
    int tiles = count(seat->filled);
    for (int i = 0; i < m->goals_in_play; i++) {
        int goal = m->common_goals[i];
        if (tiles >= LEAST_TILES[goal] && !seat->tokens[i]
            && is_met(seat->tiles, seat->filled, goal))
            seat->tokens[i] = TOKEN_POINTS[m->players][m->tokens_taken[i]++];
    }
}

static inline int refill_is_due(Set tiles, int rule)
{
    return rule == FOUR_OR_FEWER ? count(tiles) <= REFILL_AT
                                 : !(tiles & (tiles >> DOWN | tiles >> RIGHT));
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
    EACH_KIND matches += count(seat->tiles[kind] & PERSONAL_MASKS[seat->personal_goal][kind]);
    return seat->tokens[0] + seat->tokens[1] + (m->end_game_token == i ? END_GAME_POINTS : 0)
         + PERSONAL_POINTS[matches] + group_points(seat->tiles);
}

static inline uint64_t fed(uint64_t digest, int byte) { return (digest ^ byte) * 0x100000001B3; }

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: my_shelfie PLAYERS MATCHES SEED REFILL_INDEX GOALS_INDEX\n", stderr);
        return 2;
    }
    long matches = atol(argv[2]), all_moves = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10), digest = 0xCBF29CE484222325;
    Match m = {.players = atoi(argv[1]), .refill_rule = atoi(argv[4])};
    m.goals_in_play = 2 - atoi(argv[5]);
    struct timespec begin, end;
    clock_t worked = clock();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long match = 0; match < matches; match++) {
        Rng rng = seeded(seed, match);
        int moves = play(&m, &rng), winner = 0, best = 0;
        all_moves += moves;
        digest = fed(digest, moves);
        for (int i = 0; i < m.players; i++) {
            int points = score(&m, i);
            digest = fed(digest, points);
            if (points >= best) /* of equal scores, that of the seat furthest from the first wins */
                best = points, winner = i;
        }
        digest = fed(digest, 1 << winner);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    worked = clock() - worked;
    double seconds = end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("{\"matches\": %ld, \"moves\": %ld, \"seconds\": %.6f, \"processor_seconds\": %.6f, "
           "\"digest\": \"%016llx\"}\n",
           matches, all_moves, seconds, (double)worked / CLOCKS_PER_SEC, (unsigned long long)digest);
    return 0;
}
