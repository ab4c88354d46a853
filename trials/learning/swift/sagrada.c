/* Sagrada without tools, fast enough to learn from: games of windows that judge themselves, and learning from them.

How it works. This is an instrument of training alone; nobody plays by it. It knows where dice may go and what a window
is worth, as games/sagrada has it, and what sight/sagrada.py tells the network; tests/trials/learning/swift plays
both side by side. Everybody drafts what leads to the best window by the network; what the window came to in the end,
and what was thought of it a turn later, is learned.

What must stay true: ``rows_of`` gives the rows of sight/sagrada.py's features, in any order; everything follows from
the seed and the weights.
*/

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 20, DICE = 30, WINDOWS = 64, TURNS = 21, LATE = 6, BUCKETS = 5, SCALE = 16 };
enum { LINE_AT = 0, LINE_LATE_AT = LINE_AT + 4 * 7, LINE_FIT_AT = LINE_LATE_AT + 4 * 7 * LATE,
       SET_AT = LINE_FIT_AT + 4 * 5 * BUCKETS, WAITING_AT = SET_AT + 11 * 49, DIAGONAL_AT = WAITING_AT + 11 * TURNS,
       PRIVATE_AT = DIAGONAL_AT + 21, PRIVATE_FIT_AT = PRIVATE_AT + 48, EMPTY_AT = PRIVATE_FIT_AT + 21 * LATE,
       DEAD_AT = EMPTY_AT + 2 * 21 * TURNS, TIGHT_AT = DEAD_AT + 12, FREE_AT = TIGHT_AT + 12,
       CELL_AT = FREE_AT + 21, ROWS = CELL_AT + CELLS * 31 };
enum { WIDTH = 48, MOST_ROWS = 96 };
#define MOST 3.99609375f

typedef struct { float rows[ROWS][WIDTH], bias[WIDTH], head[WIDTH], head_bias, direct[ROWS]; } Weights;
enum { WEIGHTS = sizeof(Weights) / sizeof(float) };
typedef struct { int16_t count, rows[MOST_ROWS]; float points; } Lesson;
typedef struct { int8_t window, board[CELLS], publics[3], public_count, privates[2], private_count, turns, solo; } Seat;

static uint32_t print_of[WINDOWS][CELLS], unlike[DICE];
static int8_t difficulty[WINDOWS], public_points[11];
static int window_count;
static int8_t beside[CELLS][5], around[CELLS][9], diagonal[CELLS][5];
static const int8_t set_of[11][6] = {[5] = {1, 2}, [6] = {3, 4}, [7] = {5, 6}, [8] = {1, 2, 3, 4, 5, 6}, [10] = {0, 1, 2, 3, 4}};
static const int8_t set_size[11] = {[5] = 2, [6] = 2, [7] = 2, [8] = 6, [10] = 5};

void setup(int windows, const uint32_t *masks, const int8_t *tokens, const int8_t *points)
{
    window_count = windows;
    memcpy(print_of, masks, windows * CELLS * sizeof(uint32_t));
    memcpy(difficulty, tokens, windows);
    memcpy(public_points, points, 11);
    for (int die = 0; die < DICE; die++)
        for (int other = 0; other < DICE; other++)
            if (die / 6 != other / 6 && die % 6 != other % 6) unlike[die] |= 1u << other;
    for (int cell = 0; cell < CELLS; cell++) {
        int near = 0, all = 0, corners = 0;
        for (int other = 0; other < CELLS; other++) {
            int down = abs(cell / 5 - other / 5), right = abs(cell % 5 - other % 5);
            if (down + right == 1) beside[cell][near++] = other;
            if (other != cell && down <= 1 && right <= 1) around[cell][all++] = other;
            if (down == 1 && right == 1) diagonal[cell][corners++] = other;
        }
        beside[cell][near] = around[cell][all] = diagonal[cell][corners] = -1;
    }
}

int sizes(int which)
{
    int all[] = {sizeof(Seat), WEIGHTS, sizeof(Lesson), ROWS};
    return all[which];
}

typedef struct { uint64_t state; } Dice;
static uint32_t roll(Dice *dice)
{
    uint64_t z = dice->state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return (uint32_t)(z >> 32 ^ z >> 1);
}
static int below(Dice *dice, int limit) { return (int)((uint64_t)roll(dice) * limit >> 32); }
static float uniform(Dice *dice) { return (roll(dice) >> 8) / 16777216.0f; }
static float normal(Dice *dice)
{
    float one = uniform(dice) + 1e-7f, two = uniform(dice);
    return sqrtf(-2 * logf(one)) * cosf(6.2831853f * two);
}
static int least(int one, int other) { return one < other ? one : other; }

/* -- rules ---------------------------------------------------------------------------------------------------------- */

/* For each cell the dice that its print and the dice beside it let in; 0 where a die lies. */
static void fits(const Seat *seat, uint32_t *found)
{
    for (int cell = 0; cell < CELLS; cell++) {
        found[cell] = 0;
        if (seat->board[cell] >= 0) continue;
        uint32_t mask = print_of[seat->window][cell];
        for (const int8_t *other = beside[cell]; *other >= 0; other++)
            if (seat->board[*other] >= 0) mask &= unlike[seat->board[*other]];
        found[cell] = mask;
    }
}

static int reachable(const Seat *seat, int cell, int first)
{
    if (first) return cell / 5 == 0 || cell / 5 == 3 || cell % 5 == 0 || cell % 5 == 4;
    for (const int8_t *other = around[cell]; *other >= 0; other++)
        if (seat->board[*other] >= 0) return 1;
    return 0;
}

static int trait(int die, int by_value) { return by_value ? die % 6 : die / 6; }

static int private_of(const Seat *seat)
{
    int best = 0;
    for (int at = 0; at < seat->private_count; at++) {
        int sum = 0;
        for (int cell = 0; cell < CELLS; cell++)
            if (seat->board[cell] >= 0 && seat->board[cell] / 6 == seat->privates[at]) sum += seat->board[cell] % 6 + 1;
        if (sum > best) best = sum;
    }
    return best;
}

static int diagonals(const Seat *seat)
{
    int sum = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        if (seat->board[cell] < 0) continue;
        for (const int8_t *other = diagonal[cell]; *other >= 0; other++)
            if (seat->board[*other] >= 0 && seat->board[*other] / 6 == seat->board[cell] / 6) {
                sum++;
                break;
            }
    }
    return sum;
}

static int line_cell(int number, int line, int place) { return number == 1 || number == 3 ? 5 * line + place : line + 5 * place; }

/* What a line of an objective has: so many different dice, or 6 if it is spoilt; 5 or 4 are complete. */
static int line_step(const Seat *seat, int number, int line, int *kinds)
{
    int length = number == 1 || number == 3 ? 5 : 4, count = 0;
    *kinds = 0;
    for (int place = 0; place < length; place++) {
        int die = seat->board[line_cell(number, line, place)];
        if (die < 0) continue;
        int bit = 1 << trait(die, number >= 3);
        if (*kinds & bit) return 6;
        *kinds |= bit, count++;
    }
    return count;
}

static void set_counts(const Seat *seat, int number, int *complete, int *more)
{
    int counts[6], size = set_size[number];
    *complete = 99, *more = 0;
    for (int at = 0; at < size; at++) {
        counts[at] = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            int die = seat->board[cell];
            if (die >= 0 && (number == 10 ? die / 6 : die % 6 + 1) == set_of[number][at]) counts[at]++;
        }
        if (counts[at] < *complete) *complete = counts[at];
    }
    for (int at = 0; at < size; at++) *more += counts[at] > *complete;
}

int final_points(const Seat *seat)
{
    int sum = private_of(seat), empty = 0, kinds, complete, more;
    for (int cell = 0; cell < CELLS; cell++) empty += seat->board[cell] < 0;
    for (int at = 0; at < seat->public_count; at++) {
        int number = seat->publics[at], count = 0;
        if (number <= 4) {
            int lines = number == 1 || number == 3 ? 4 : 5;
            for (int line = 0; line < lines; line++) count += line_step(seat, number, line, &kinds) == 9 - lines;
        } else if (number == 9) {
            count = diagonals(seat);
        } else {
            set_counts(seat, number, &complete, &more);
            count = complete;
        }
        sum += count * public_points[number];
    }
    return sum - (seat->solo ? 3 : 1) * empty;
}

/* -- what the network is told --------------------------------------------------------------------------------------- */

static const int8_t bucket_of[31] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};

int rows_of(const Seat *seat, int16_t *rows)
{
    uint32_t open[CELLS];
    int count = 0, empty = 0, dead = 0, tight = 0, free = 0, mine = 0, turns = seat->turns, late = least(turns / 4, LATE - 1);
    fits(seat, open);
    uint32_t wanted = 0;
    for (int at = 0; at < seat->private_count; at++) wanted |= 63u << 6 * seat->privates[at];
    for (int cell = 0; cell < CELLS; cell++) {
        if (seat->board[cell] >= 0) continue;
        int choices = __builtin_popcount(open[cell]);
        empty++;
        if (!choices) dead++;
        else free += choices, tight += choices <= 3;
        mine += (open[cell] & wanted) != 0;
        rows[count++] = CELL_AT + 31 * cell + choices;
    }
    rows[count++] = EMPTY_AT + (21 * seat->solo + empty) * TURNS + turns;
    rows[count++] = DEAD_AT + least(dead, 11);
    rows[count++] = TIGHT_AT + least(tight, 11);
    rows[count++] = FREE_AT + (empty ? least(20, free / empty) : 0);
    rows[count++] = PRIVATE_AT + least(private_of(seat), 47);
    rows[count++] = PRIVATE_FIT_AT + mine * LATE + late;
    for (int at = 0; at < seat->public_count; at++) {
        int number = seat->publics[at], complete, more;
        if (number <= 4) {
            int lines = number == 1 || number == 3 ? 4 : 5, length = 9 - lines;
            for (int line = 0; line < lines; line++) {
                int kinds, step = line_step(seat, number, line, &kinds);
                uint32_t rest = 0;
                for (int die = 0; die < DICE; die++)
                    if (!(kinds >> trait(die, number >= 3) & 1)) rest |= 1u << die;
                if (step < length) {
                    int fewest = 30;
                    for (int place = 0; place < length; place++) {
                        int cell = line_cell(number, line, place);
                        if (seat->board[cell] < 0) fewest = least(fewest, __builtin_popcount(open[cell] & rest));
                    }
                    if (!fewest) step = 6;
                    else rows[count++] = LINE_FIT_AT + ((number - 1) * 5 + step) * BUCKETS + bucket_of[fewest];
                }
                rows[count++] = LINE_AT + (number - 1) * 7 + step;
                rows[count++] = LINE_LATE_AT + ((number - 1) * 7 + step) * LATE + late;
            }
        } else if (number == 9) {
            rows[count++] = DIAGONAL_AT + diagonals(seat);
            rows[count++] = WAITING_AT + number * TURNS + turns;
        } else {
            set_counts(seat, number, &complete, &more);
            rows[count++] = SET_AT + number * 49 + least(complete, 6) * 7 + more;
            rows[count++] = WAITING_AT + number * TURNS + turns;
        }
    }
    return count;
}

static float judged(const Weights *net, const int16_t *rows, int count, float *hidden)
{
    float sum[WIDTH], out = net->head_bias;
    memcpy(sum, net->bias, sizeof sum);
    for (int at = 0; at < count; at++) {
        const float *row = net->rows[rows[at]];
        for (int lane = 0; lane < WIDTH; lane++) sum[lane] += row[lane];
        out += net->direct[rows[at]];
    }
    for (int lane = 0; lane < WIDTH; lane++) {
        hidden[lane] = sum[lane] < 0 ? 0 : sum[lane] > MOST ? MOST : sum[lane];
        out += net->head[lane] * hidden[lane];
    }
    return out;
}

static float worth(const Weights *net, const Seat *seat)
{
    int16_t rows[MOST_ROWS];
    float hidden[WIDTH];
    return SCALE * judged(net, rows, rows_of(seat, rows), hidden);
}

void begin(Weights *net, uint64_t seed, const float *direct)
{
    Dice dice = {seed};
    memset(net, 0, sizeof *net);
    for (int row = 0; row < ROWS; row++)
        for (int lane = 0; lane < WIDTH; lane++) net->rows[row][lane] = 0.05f * normal(&dice);
    for (int lane = 0; lane < WIDTH; lane++) net->bias[lane] = 0.1f;
    memcpy(net->direct, direct, sizeof net->direct);
}

/* -- games ---------------------------------------------------------------------------------------------------------- */

static void drop(Seat *seat, const Weights *net, int8_t *pool, int *left, float heat, Dice *dice)
{
    uint32_t open[CELLS];
    Seat best = *seat;
    int taken = -1, first = 1;
    fits(seat, open);
    for (int cell = 0; cell < CELLS; cell++) first &= seat->board[cell] < 0;
    seat->turns--, best.turns--;
    float top = worth(net, seat) + heat * normal(dice);
    for (int at = 0; at < *left; at++) {
        int seen = 0;
        for (int other = 0; other < at; other++) seen |= pool[other] == pool[at];
        if (seen) continue;
        for (int cell = 0; cell < CELLS; cell++) {
            if (!(open[cell] >> pool[at] & 1) || !reachable(seat, cell, first)) continue;
            Seat after = *seat;
            after.board[cell] = pool[at];
            float value = worth(net, &after) + heat * normal(dice);
            if (value > top) top = value, best = after, taken = at;
        }
    }
    *seat = best;
    if (taken >= 0) memmove(pool + taken, pool + taken + 1, --*left - taken);
}

/* Dice from the bag, rolled. */
static void drawn(int *bag, int8_t *pool, int count, Dice *dice)
{
    for (int at = 0; at < count; at++) {
        int all = bag[0] + bag[1] + bag[2] + bag[3] + bag[4], place = below(dice, all), colour = 0;
        while (place >= bag[colour]) place -= bag[colour++];
        bag[colour]--;
        pool[at] = 6 * colour + below(dice, 6);
    }
}

/* Objectives are dealt, and everybody takes the window of four that its network likes best. */
static void seated(Seat *table, int seats, const Weights *const *nets, float heat, Dice *dice)
{
    int8_t publics[10], colours[5];
    memset(table, 0, seats * sizeof *table);
    for (int at = 0; at < 10; at++) publics[at] = at + 1;
    for (int at = 0; at < 3; at++) {
        int other = at + below(dice, 10 - at), held = publics[other];
        publics[other] = publics[at], publics[at] = held;
    }
    for (int at = 0; at < 5; at++) colours[at] = at;
    for (int at = 0; at < 4; at++) {
        int other = at + below(dice, 5 - at), held = colours[other];
        colours[other] = colours[at], colours[at] = held;
    }
    for (int seat = 0; seat < seats; seat++) {
        Seat *one = &table[seat];
        memset(one->board, -1, CELLS);
        one->public_count = 3, one->private_count = 1;
        memcpy(one->publics, publics, 3);
        one->privates[0] = colours[seat];
        one->turns = 20;
        float top = -1e9f;
        int chosen = 0;
        for (int offer = 0; offer < 4; offer++) {
            one->window = below(dice, window_count);
            float value = worth(nets[seat], one) + difficulty[one->window] + heat * normal(dice);
            if (value > top) top = value, chosen = one->window;
        }
        one->window = chosen;
    }
}

/* Who is on turn: round after round another begins, and the second turns come in reverse. */
static int on_turn(int round, int step, int seats)
{
    return step < seats ? (round + step) % seats : (round + 2 * seats - 1 - step) % seats;
}

static int value_of(int die) { return die % 6 + 1; }
static int value_of_all(const int8_t *pool, int left)
{
    int sum = 0;
    for (int at = 0; at < left; at++) sum += value_of(pool[at]);
    return sum;
}

typedef struct { Seat seat; int taken; float value; } Draft;

/* Every way to place a die of the pool or none, by the window it leads to and the die that the round track is spared;
   ``turns`` are left after it. */
static int drafts(const Seat *seat, const Weights *net, const int8_t *pool, int left, int turns, float heat, Dice *dice, Draft *found)
{
    uint32_t open[CELLS];
    int first = 1, count = 0;
    fits(seat, open);
    for (int cell = 0; cell < CELLS; cell++) first &= seat->board[cell] < 0;
    for (int at = -1; at < left; at++)
        for (int cell = 0; cell < (at < 0 ? 1 : CELLS); cell++) {
            if (at >= 0 && (!(open[cell] >> pool[at] & 1) || !reachable(seat, cell, first))) continue;
            Draft *draft = &found[count++];
            draft->seat = *seat, draft->taken = at, draft->seat.turns = turns;
            if (at >= 0) draft->seat.board[cell] = pool[at];
            draft->value = worth(net, &draft->seat) + (at < 0 ? 0 : value_of(pool[at])) + heat * normal(dice);
        }
    return count;
}

static int compare(const void *one, const void *other)
{
    float more = ((const Draft *)other)->value - ((const Draft *)one)->value;
    return more > 0 ? 1 : more < 0 ? -1 : 0;
}

/* Both turns of a round of the game for one: which windows it leads to, and what is left for the round track. */
static int both(Seat *seat, Seat *between, const Weights *net, const int8_t *pool, float heat, Dice *dice)
{
    enum { MOST_DRAFTS = 4 * CELLS + 1, WIDE = 6 };
    Draft found[MOST_DRAFTS], then[MOST_DRAFTS];
    int turns = seat->turns - 2, rest = 0;
    float top = -1e9f;
    Seat best = *seat;
    int count = drafts(seat, net, pool, 4, turns, 0, dice, found);
    qsort(found, count, sizeof *found, compare);
    for (int at = 0; at < least(count, WIDE); at++) {
        int8_t others[4];
        int left = 0, taken = found[at].taken;
        for (int die = 0; die < 4; die++)
            if (die != taken) others[left++] = pool[die];
        int ways = drafts(&found[at].seat, net, others, left, turns, heat, dice, then);
        for (int way = 0; way < ways; way++) {
            float value = then[way].value + (taken < 0 ? 0 : value_of(pool[taken]));
            if (value <= top) continue;
            top = value, best = then[way].seat, *between = found[at].seat;
            rest = value_of_all(others, left) - (then[way].taken < 0 ? 0 : value_of(others[then[way].taken]));
        }
    }
    between->turns = turns + 1;
    *seat = best;
    return rest;
}

static void lesson_of(Lesson *lesson, const Weights *net, const Seat *seat)
{
    lesson->count = rows_of(seat, lesson->rows);
    lesson->points = worth(net, seat) / SCALE;
}

/* Games for one, in which points less what the rounds to come leave on the round track are learned. ``total`` becomes
   the mean of the points less the whole round track, and the share of games won. */
int games_alone(const Weights *net, uint64_t seed, int count, float heat, float fade, Lesson *lessons, int room, double *total)
{
    Dice dice = {seed};
    int made = 0;
    total[0] = total[1] = 0;
    for (int number = 0; number < count && made + 21 <= room; number++) {
        int bag[5] = {18, 18, 18, 18, 18}, rests[10], sum = 0, first = made;
        Seat seat;
        memset(&seat, 0, sizeof seat);
        memset(seat.board, -1, CELLS);
        seat.public_count = seat.private_count = 2, seat.solo = 1, seat.turns = 20;
        seat.publics[0] = 1 + below(&dice, 10), seat.publics[1] = 1 + (seat.publics[0] + below(&dice, 9)) % 10;
        seat.privates[0] = below(&dice, 5), seat.privates[1] = (seat.privates[0] + 1 + below(&dice, 4)) % 5;
        float top = -1e9f;
        int chosen = 0;
        for (int offer = 0; offer < 4; offer++) {
            seat.window = below(&dice, window_count);
            float value = worth(net, &seat) + heat * normal(&dice);
            if (value > top) top = value, chosen = seat.window;
        }
        seat.window = chosen;
        lesson_of(&lessons[made++], net, &seat);
        for (int round = 0; round < 10; round++) {
            int8_t pool[4];
            Seat between;
            drawn(bag, pool, 4, &dice);
            rests[round] = both(&seat, &between, net, pool, heat, &dice);
            sum += rests[round];
            lesson_of(&lessons[made++], net, &between);
            lesson_of(&lessons[made++], net, &seat);
        }
        float coming = final_points(&seat) / (float)SCALE;
        total[0] += final_points(&seat) - sum, total[1] += final_points(&seat) > sum;
        for (int at = made - 1; at >= first; at--) {
            float thought = lessons[at].points;
            lessons[at].points = coming;
            coming = fade * coming + (1 - fade) * thought;
            if (at > first && (at - first) % 2) coming -= rests[(at - first - 1) / 2] / (float)SCALE;
        }
    }
    total[0] /= count, total[1] /= count;
    return made;
}

/* Games, and the lessons of them: how many. ``total`` becomes the sum of the points of all seats of games for two. */
int games(const Weights *net, uint64_t seed, int count, float heat, float fade, Lesson *lessons, int room, double *total)
{
    Dice dice = {seed};
    int made = 0, counted = 0;
    *total = 0;
    for (int number = 0; number < count && made + 4 * 20 < room; number++) {
        static const int many[] = {2, 3, 2, 4};
        const Weights *nets[] = {net, net, net, net};
        int seats = many[number % 4], bag[5] = {18, 18, 18, 18, 18}, places[4][20];
        Seat table[4];
        seated(table, seats, nets, heat, &dice);
        for (int round = 0; round < 10; round++) {
            int8_t pool[9];
            int left = 2 * seats + 1;
            drawn(bag, pool, left, &dice);
            for (int step = 0; step < 2 * seats; step++) {
                int seat = on_turn(round, step, seats);
                drop(&table[seat], net, pool, &left, heat, &dice);
                places[seat][19 - table[seat].turns] = made;
                lessons[made].count = rows_of(&table[seat], lessons[made].rows);
                lessons[made++].points = worth(net, &table[seat]) / SCALE;
            }
        }
        for (int seat = 0; seat < seats; seat++) {
            float coming = final_points(&table[seat]) / (float)SCALE;
            if (seats == 2) *total += final_points(&table[seat]), counted++;
            for (int turn = 19; turn >= 0; turn--) {
                Lesson *lesson = &lessons[places[seat][turn]];
                float thought = lesson->points;
                lesson->points = coming;
                coming = fade * coming + (1 - fade) * thought;
            }
        }
    }
    *total /= counted ? counted : 1;
    return made;
}

/* Two against each other without misjudgement, every deal twice with seats swapped: what the first wins, out of
   2 * deals; ``points`` are the means of both. */
float match(const Weights *one, const Weights *other, uint64_t seed, int deals, float *points)
{
    float won = 0;
    points[0] = points[1] = 0;
    for (int number = 0; number < 2 * deals; number++) {
        Dice deal = {seed + number / 2}, dice = {~seed + number};
        int first = number % 2, bag[5] = {18, 18, 18, 18, 18}, total[2];
        const Weights *nets[] = {first ? other : one, first ? one : other};
        Seat table[2];
        seated(table, 2, nets, 0, &deal);
        for (int round = 0; round < 10; round++) {
            int8_t pool[5];
            int left = 5;
            drawn(bag, pool, left, &deal);
            for (int step = 0; step < 4; step++) {
                int seat = on_turn(round, step, 2);
                drop(&table[seat], nets[seat], pool, &left, 0, &dice);
            }
        }
        for (int seat = 0; seat < 2; seat++) {
            total[seat] = final_points(&table[seat]) + difficulty[table[seat].window];
            points[seat ^ first] += total[seat] / (2.0f * deals);
        }
        won += total[first] > total[!first] ? 1 : total[first] == total[!first] ? 0.5f : 0;
    }
    return won;
}

/* -- learning ------------------------------------------------------------------------------------------------------- */

typedef struct { Weights mean, square, slope; uint8_t touched[ROWS]; int steps; } Memory;
int memory_size(void) { return sizeof(Memory); }

static void adam(float *weights, float *mean, float *square, float *slope, int count, float rate)
{
    for (int at = 0; at < count; at++) {
        float by = slope[at];
        mean[at] += 0.1f * (by - mean[at]);
        square[at] += 0.001f * (by * by - square[at]);
        weights[at] -= rate * mean[at] / (sqrtf(square[at]) + 1e-7f);
        slope[at] = 0;
    }
}

/* Steps of learning on batches drawn from the lessons; the mean squared error in points. */
float learn(Weights *net, Memory *memory, const Lesson *lessons, int count, int steps, int batch, float rate, uint64_t seed)
{
    Dice dice = {seed};
    Weights *slope = &memory->slope;
    double lost = 0;
    for (int step = 0; step < steps; step++) {
        for (int turn = 0; turn < batch; turn++) {
            const Lesson *lesson = &lessons[below(&dice, count)];
            float hidden[WIDTH], back[WIDTH];
            float error = judged(net, lesson->rows, lesson->count, hidden) - lesson->points;
            lost += error * error * SCALE * SCALE;
            error /= batch;
            slope->head_bias += error;
            for (int lane = 0; lane < WIDTH; lane++) {
                slope->head[lane] += error * hidden[lane];
                back[lane] = hidden[lane] > 0 && hidden[lane] < MOST ? error * net->head[lane] : 0;
                slope->bias[lane] += back[lane];
            }
            for (int at = 0; at < lesson->count; at++) {
                int name = lesson->rows[at];
                memory->touched[name] = 1;
                slope->direct[name] += error;
                for (int lane = 0; lane < WIDTH; lane++) slope->rows[name][lane] += back[lane];
            }
        }
        memory->steps++;
        float pace = memory->steps < 200 ? rate * memory->steps / 200 : rate;
        for (int row = 0; row < ROWS; row++)
            if (memory->touched[row]) {
                adam(net->rows[row], memory->mean.rows[row], memory->square.rows[row], slope->rows[row], WIDTH, pace);
                adam(&net->direct[row], &memory->mean.direct[row], &memory->square.direct[row], &slope->direct[row], 1, pace);
                memory->touched[row] = 0;
            }
        adam(net->bias, memory->mean.bias, memory->square.bias, slope->bias, 2 * WIDTH + 1, pace);
    }
    return lost / steps / batch;
}
