/* Splendor for two, fast enough to learn from: games against itself, and learning from them.

How it works. This is an instrument of training alone; nobody plays by it. It knows the rules of games/splendor for two
seats with the official options, and what sight/splendor.py tells the network; tests/trials/learning/swift plays
both side by side and compares every state, every list of legal actions and every row. Cards and nobles come from the
one table of the games (``setup``). The search is that of bots/search.py, in floating point.

What must stay true:

1. Ids of actions are the places of sight/splendor.py's PLACE_OF, and after them the returns, counted by ``returns``.
2. ``rows_of`` gives the rows of sight/splendor.py's features, in any order.
3. Everything follows from the seed and the weights: no clock, no global chance.
*/

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAIN, RETURN, NOBLE, OVER };
enum { CARDS = 90, NOBLES = 10, GOLD = 5, SHORT = 8, NEED = 10, NEAR = 10, PRESTIGE = 23, COUNT = 8, HELD = 14,
       HAND = 4, BOUGHT = 24, ROUNDS = 16 };
enum { TAKE = 0, BUY = 30, RESERVE = 120, TOP = 210, CHOOSE = 213, PASS = 223, GIVE = 224, MOVES = 230 };
enum { PRESTIGE_AT = 0, BONUS_AT = PRESTIGE_AT + PRESTIGE, TOKEN_AT = BONUS_AT + 5 * COUNT,
       HELD_AT = TOKEN_AT + 6 * COUNT, HAND_AT = HELD_AT + HELD, BOUGHT_AT = HAND_AT + HAND,
       REACH_AT = BOUGHT_AT + BOUGHT, NOBLE_AT = REACH_AT + PRESTIGE, TABLE_AT = NOBLE_AT + NOBLES * NEAR,
       NEED_AT = TABLE_AT + CARDS * SHORT, RESERVED_AT = NEED_AT + CARDS * NEED,
       SEAT_ROWS = RESERVED_AT + CARDS * SHORT };
enum { BANK_AT = 2 * SEAT_ROWS, FIRST_AT = BANK_AT + 6 * COUNT, ROUND_AT = FIRST_AT + 2, PHASE_AT = ROUND_AT + ROUNDS,
       ROWS = PHASE_AT + 3 };
enum { WIDTH = 64, INNER = 32, HEADS = 3, MOST_ROWS = 160, MOST_ACTIONS = 128, KEPT = 48, MOST_TURNS = 140 };
#define MOST 3.99609375f

typedef struct {
    int8_t tokens[2][6], bonuses[2][5], prestige[2], cards[2], hand[2], reserved[2][3], secret[2][3];
    int8_t bank[6], face_up[12], nobles[3], seats_nobles, seat, phase, passes, left[3];
    int16_t turn;
    int8_t decks[3][40];
} State;

typedef struct {
    float rows[ROWS][WIDTH], bias[WIDTH], inner[WIDTH][INNER], inner_bias[INNER], heads[HEADS][INNER], head_bias[HEADS];
    float moves[MOVES][WIDTH], move_bias[MOVES];
    float buy_need[CARDS][NEED], buy_theirs[CARDS][SHORT], keep_mine[CARDS][SHORT], keep_theirs[CARDS][SHORT];
} Weights;
enum { WEIGHTS = sizeof(Weights) / sizeof(float) };

typedef struct {
    State state; /* its decks' cards are not looked at */
    float worth, points[2], weight;
    uint16_t tried, actions[KEPT], shares[KEPT];
} Lesson;

/* -- the tables of the game ----------------------------------------------------------------------------------------- */

static int8_t cost[CARDS][5], bonus[CARDS], worth[CARDS], level[CARDS], noble_cost[NOBLES][5];
static int8_t takes[30][5];
static int8_t gifts[83][6];
static int gift_count;

void setup(const int8_t *cards, const int8_t *nobles)
{
    for (int card = 0; card < CARDS; card++) {
        const int8_t *row = cards + 8 * card;
        level[card] = row[0], bonus[card] = row[1], worth[card] = row[2];
        memcpy(cost[card], row + 3, 5);
    }
    memcpy(noble_cost, nobles, sizeof noble_cost);
    memset(takes, 0, sizeof takes);
    int at = 0;
    for (int one = 0; one < 5; one++) takes[at++][one] = 1;
    for (int one = 0; one < 5; one++)
        for (int two = one + 1; two < 5; two++) takes[at][one] = takes[at][two] = 1, at++;
    for (int one = 0; one < 5; one++)
        for (int two = one + 1; two < 5; two++)
            for (int three = two + 1; three < 5; three++)
                takes[at][one] = takes[at][two] = takes[at][three] = 1, at++;
    for (int one = 0; one < 5; one++) takes[at++][one] = 2;
    gift_count = 0;
    for (int size = 1; size <= 3; size++)
        for (int code = 0; code < 4096; code++) {
            int sum = 0;
            for (int kind = 0; kind < 6; kind++) sum += code >> 2 * kind & 3;
            if (sum != size) continue;
            for (int kind = 0; kind < 6; kind++) gifts[gift_count][kind] = code >> 2 * kind & 3;
            gift_count++;
        }
}

int sizes(int which)
{
    int all[] = {sizeof(State), WEIGHTS, sizeof(Lesson), ROWS};
    return all[which];
}

/* -- chance --------------------------------------------------------------------------------------------------------- */

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

/* -- rules ---------------------------------------------------------------------------------------------------------- */

static int total(const int8_t *tokens)
{
    return tokens[0] + tokens[1] + tokens[2] + tokens[3] + tokens[4] + tokens[5];
}

static int needs(const State *state, int seat, int card)
{
    int sum = 0;
    for (int colour = 0; colour < 5; colour++) {
        int lack = cost[card][colour] - state->bonuses[seat][colour];
        if (lack > 0) sum += lack;
    }
    return sum;
}

static int shortfall(const State *state, int seat, int card)
{
    int sum = 0;
    for (int colour = 0; colour < 5; colour++) {
        int lack = cost[card][colour] - state->bonuses[seat][colour] - state->tokens[seat][colour];
        if (lack > 0) sum += lack;
    }
    sum -= state->tokens[seat][GOLD];
    return sum > 0 ? sum : 0;
}

static int calls(const int8_t *bonuses, int noble)
{
    for (int colour = 0; colour < 5; colour++)
        if (bonuses[colour] < noble_cost[noble][colour]) return 0;
    return 1;
}

int legal(const State *state, int16_t *actions)
{
    int count = 0, seat = state->seat;
    if (state->phase == NOBLE) {
        for (int at = 0; at < state->seats_nobles; at++)
            if (calls(state->bonuses[seat], state->nobles[at])) actions[count++] = CHOOSE + state->nobles[at];
        return count;
    }
    if (state->phase == RETURN) {
        int surplus = total(state->tokens[seat]) - 10;
        for (int gift = 0; gift < gift_count; gift++) {
            int fits = total(gifts[gift]) == surplus;
            for (int kind = 0; fits && kind < 6; kind++) fits = gifts[gift][kind] <= state->tokens[seat][kind];
            if (fits) actions[count++] = GIVE + gift;
        }
        return count;
    }
    if (state->phase == OVER) return 0;
    int piles = 0;
    for (int colour = 0; colour < 5; colour++) piles += state->bank[colour] > 0;
    int from = piles >= 3 ? 15 : piles == 2 ? 5 : 0, to = piles >= 3 ? 25 : piles == 2 ? 15 : piles ? 5 : 0;
    for (int take = from; take < to; take++) {
        int fits = 1;
        for (int colour = 0; fits && colour < 5; colour++) fits = takes[take][colour] <= state->bank[colour];
        if (fits) actions[count++] = TAKE + take;
    }
    for (int colour = 0; colour < 5; colour++)
        if (state->bank[colour] >= 4) actions[count++] = TAKE + 25 + colour;
    if (state->hand[seat] < 3) {
        for (int slot = 0; slot < 12; slot++)
            if (state->face_up[slot] >= 0) actions[count++] = RESERVE + state->face_up[slot];
        for (int row = 0; row < 3; row++)
            if (state->left[row]) actions[count++] = TOP + row;
    }
    for (int slot = 0; slot < 12; slot++)
        if (state->face_up[slot] >= 0 && !shortfall(state, seat, state->face_up[slot]))
            actions[count++] = BUY + state->face_up[slot];
    for (int at = 0; at < state->hand[seat]; at++)
        if (state->reserved[seat][at] >= 0 && !shortfall(state, seat, state->reserved[seat][at]))
            actions[count++] = BUY + state->reserved[seat][at];
    if (!count) actions[count++] = PASS;
    return count;
}

static void receive(State *state, int noble)
{
    int kept = 0;
    for (int at = 0; at < state->seats_nobles; at++)
        if (state->nobles[at] != noble) state->nobles[kept++] = state->nobles[at];
    state->seats_nobles = kept;
    state->prestige[state->seat] += 3;
}

static void next_turn(State *state)
{
    state->seat = 1 - state->seat;
    state->turn++;
    int enough = state->prestige[0] >= 15 || state->prestige[1] >= 15;
    state->phase = state->passes >= 2 || (state->seat == 0 && enough) ? OVER : MAIN;
}

static void settle(State *state)
{
    int seat = state->seat, coming = 0, guest = 0;
    if (total(state->tokens[seat]) > 10) {
        state->phase = RETURN;
        return;
    }
    for (int at = 0; at < state->seats_nobles; at++)
        if (calls(state->bonuses[seat], state->nobles[at])) coming++, guest = state->nobles[at];
    if (coming > 1) {
        state->phase = NOBLE;
        return;
    }
    if (coming) receive(state, guest);
    next_turn(state);
}

static int slot_of(const State *state, int card)
{
    for (int slot = 0; slot < 12; slot++)
        if (state->face_up[slot] == card) return slot;
    return -1;
}

/* The card that comes next from a deck, by the dice; -1, an unknown one, without dice. */
static int draw(State *state, int row, Dice *dice)
{
    if (!state->left[row] || !dice) return -1;
    int at = below(dice, state->left[row]), card = state->decks[row][at];
    state->decks[row][at] = state->decks[row][--state->left[row]];
    return card;
}

int reveals(const State *state, int action)
{
    if (action >= TOP && action < TOP + 3) return 1;
    if (action < BUY || action >= TOP) return 0;
    int card = (action - BUY) % CARDS;
    return slot_of(state, card) >= 0 && state->left[level[card] - 1] > 0;
}

/* Play an action; without dice nothing turns up: an empty slot, an unknown card in the hand. */
void play(State *state, int action, Dice *dice)
{
    int seat = state->seat;
    if (action < BUY) {
        for (int colour = 0; colour < 5; colour++) {
            state->tokens[seat][colour] += takes[action][colour];
            state->bank[colour] -= takes[action][colour];
        }
    } else if (action < RESERVE) {
        int card = action - BUY, slot = slot_of(state, card);
        for (int colour = 0; colour < 5; colour++) {
            int lack = cost[card][colour] - state->bonuses[seat][colour];
            if (lack <= 0) continue;
            int paid = lack < state->tokens[seat][colour] ? lack : state->tokens[seat][colour];
            state->tokens[seat][colour] -= paid, state->bank[colour] += paid;
            state->tokens[seat][GOLD] -= lack - paid, state->bank[GOLD] += lack - paid;
        }
        state->bonuses[seat][bonus[card]]++;
        state->prestige[seat] += worth[card];
        state->cards[seat]++;
        if (slot >= 0) {
            state->face_up[slot] = draw(state, slot / 4, dice);
        } else {
            int kept = 0;
            for (int at = 0; at < state->hand[seat]; at++)
                if (state->reserved[seat][at] != card) {
                    state->secret[seat][kept] = state->secret[seat][at];
                    state->reserved[seat][kept++] = state->reserved[seat][at];
                }
            state->hand[seat] = kept;
        }
    } else if (action < CHOOSE) {
        int card, unseen = action >= TOP, at = state->hand[seat]++;
        if (unseen) {
            card = draw(state, action - TOP, dice);
        } else {
            card = action - RESERVE;
            int slot = slot_of(state, card);
            state->face_up[slot] = draw(state, slot / 4, dice);
        }
        state->reserved[seat][at] = card, state->secret[seat][at] = unseen;
        if (state->bank[GOLD]) state->bank[GOLD]--, state->tokens[seat][GOLD]++;
    } else if (action < PASS) {
        receive(state, action - CHOOSE);
        next_turn(state);
        return;
    } else if (action >= GIVE) {
        for (int kind = 0; kind < 6; kind++) {
            state->tokens[seat][kind] -= gifts[action - GIVE][kind];
            state->bank[kind] += gifts[action - GIVE][kind];
        }
    }
    state->passes = action == PASS ? state->passes + 1 : 0;
    settle(state);
}

static float outcome(const State *state) /* the first seat's share of the victory */
{
    if (state->phase != OVER) return 0.5f;
    int ahead = state->prestige[0] - state->prestige[1];
    if (!ahead) ahead = state->cards[1] - state->cards[0];
    return ahead > 0 ? 1.0f : ahead < 0 ? 0.0f : 0.5f;
}

static void fresh(State *state, Dice *dice)
{
    memset(state, 0, sizeof *state);
    for (int card = 0; card < CARDS; card++) {
        int row = level[card] - 1;
        state->decks[row][state->left[row]++] = card;
    }
    for (int slot = 0; slot < 12; slot++) state->face_up[slot] = draw(state, slot / 4, dice);
    int all[NOBLES];
    for (int noble = 0; noble < NOBLES; noble++) all[noble] = noble;
    for (int at = 0; at < 3; at++) {
        int other = at + below(dice, NOBLES - at), held = all[other];
        all[other] = all[at], state->nobles[at] = all[at] = held;
    }
    state->seats_nobles = 3;
    for (int colour = 0; colour < 5; colour++) state->bank[colour] = 4;
    state->bank[GOLD] = 5;
    state->turn = 1;
}

/* Deal anew what a seat does not know: the other's cards reserved unseen. */
static void redeal(State *state, int seat, Dice *dice)
{
    int other = 1 - seat;
    for (int at = 0; at < state->hand[other]; at++)
        if (state->secret[other][at]) {
            int row = level[state->reserved[other][at]] - 1, place = below(dice, state->left[row] + 1);
            if (place == state->left[row]) continue;
            int8_t held = state->decks[row][place];
            state->decks[row][place] = state->reserved[other][at];
            state->reserved[other][at] = held;
        }
}

static int secretive(const State *state, int seat)
{
    for (int at = 0; at < state->hand[1 - seat]; at++)
        if (state->secret[1 - seat][at]) return 1;
    return 0;
}

/* -- what the network is told --------------------------------------------------------------------------------------- */

static int least(int one, int other) { return one < other ? one : other; }

/* The rows for what a seat has and how far that is from the table; ``at`` is where its role's rows begin. */
static int side_rows(const State *state, int seat, int at, int16_t *rows)
{
    int count = 0, held = 0, best = 0;
    const int8_t *tokens = state->tokens[seat], *bonuses = state->bonuses[seat];
    rows[count++] = at + PRESTIGE_AT + least(state->prestige[seat], PRESTIGE - 1);
    for (int colour = 0; colour < 5; colour++)
        rows[count++] = at + BONUS_AT + COUNT * colour + least(bonuses[colour], COUNT - 1);
    for (int kind = 0; kind < 6; kind++) rows[count++] = at + TOKEN_AT + COUNT * kind + tokens[kind], held += tokens[kind];
    rows[count++] = at + HELD_AT + held;
    rows[count++] = at + HAND_AT + state->hand[seat];
    rows[count++] = at + BOUGHT_AT + least(state->cards[seat], BOUGHT - 1);
    int8_t grown[5];
    memcpy(grown, bonuses, 5);
    for (int slot = 0; slot < 12 + state->hand[seat]; slot++) {
        int card = slot < 12 ? state->face_up[slot] : state->reserved[seat][slot - 12];
        if (card < 0) continue;
        int lacks = least(shortfall(state, seat, card), SHORT - 1);
        if (slot < 12) {
            rows[count++] = at + TABLE_AT + SHORT * card + lacks;
            rows[count++] = at + NEED_AT + NEED * card + least(needs(state, seat, card), NEED - 1);
        } else {
            rows[count++] = at + RESERVED_AT + SHORT * card + lacks;
        }
        if (!lacks) {
            int brings = worth[card];
            grown[bonus[card]]++;
            for (int noble = 0; noble < state->seats_nobles; noble++)
                if (calls(grown, state->nobles[noble])) {
                    brings += 3;
                    break;
                }
            grown[bonus[card]]--;
            if (brings > best) best = brings;
        }
    }
    rows[count++] = at + REACH_AT + least(state->prestige[seat] + best, PRESTIGE - 1);
    for (int noble = 0; noble < state->seats_nobles; noble++) {
        int lacks = 0;
        for (int colour = 0; colour < 5; colour++) {
            int lack = noble_cost[state->nobles[noble]][colour] - bonuses[colour];
            if (lack > 0) lacks += lack;
        }
        rows[count++] = at + NOBLE_AT + NEAR * state->nobles[noble] + least(lacks, NEAR - 1);
    }
    return count;
}

/* The rows for what belongs to nobody. */
static int shared_rows(const State *state, int16_t *rows)
{
    int count = 0;
    for (int kind = 0; kind < 6; kind++) rows[count++] = BANK_AT + COUNT * kind + state->bank[kind];
    rows[count++] = FIRST_AT + state->seat;
    rows[count++] = ROUND_AT + least(state->turn / 4, ROUNDS - 1);
    rows[count++] = PHASE_AT + state->phase;
    return count;
}

int rows_of(const State *state, int16_t *rows)
{
    int count = side_rows(state, state->seat, 0, rows);
    count += side_rows(state, 1 - state->seat, SEAT_ROWS, rows + count);
    return count + shared_rows(state, rows + count);
}

/* -- the network ---------------------------------------------------------------------------------------------------- */

typedef struct { float hidden[WIDTH], inner[INNER], heads[HEADS]; } Thought;

static float logistic(float number) { return 1 / (1 + expf(-number)); }

static void add_rows(const Weights *net, const int16_t *rows, int count, float *sum)
{
    for (int at = 0; at < count; at++) {
        const float *row = net->rows[rows[at]];
        for (int lane = 0; lane < WIDTH; lane++) sum[lane] += row[lane];
    }
}

/* What follows from the sum of all rows and the bias. */
static void conclude(const Weights *net, const float *sum, Thought *thought)
{
    float second[INNER];
    for (int lane = 0; lane < WIDTH; lane++) thought->hidden[lane] = sum[lane] < 0 ? 0 : sum[lane] > MOST ? MOST : sum[lane];
    memcpy(second, net->inner_bias, sizeof second);
    for (int lane = 0; lane < WIDTH; lane++) {
        float by = thought->hidden[lane];
        for (int to = 0; to < INNER; to++) second[to] += by * net->inner[lane][to];
    }
    for (int to = 0; to < INNER; to++) thought->inner[to] = second[to] < 0 ? 0 : second[to] > MOST ? MOST : second[to];
    for (int head = 0; head < HEADS; head++) {
        float out = net->head_bias[head];
        for (int to = 0; to < INNER; to++) out += net->heads[head][to] * thought->inner[to];
        thought->heads[head] = out;
    }
}

static void forward(const Weights *net, const int16_t *rows, int count, Thought *thought)
{
    float sum[WIDTH];
    memcpy(sum, net->bias, sizeof sum);
    add_rows(net, rows, count, sum);
    conclude(net, sum, thought);
}

/* Sums of one side's rows, remembered: of two positions that follow each other one side is mostly the same. Whoever
   begins with weights that may have changed forgets them first. */
typedef struct {
    const Weights *net;
    int8_t role, tokens[6], bonuses[5], prestige, cards, hand, reserved[3], face_up[12], nobles[3], seats_nobles, pad[6];
} Key;
typedef struct { Key key; float sum[WIDTH]; } Side;
enum { SIDES = 1 << 12, KEY_WORDS = sizeof(Key) / 8 };
static _Thread_local Side sides[SIDES];

static void forget_sides(void) { memset(sides, 0, sizeof sides); }

static const float *side_sum(const Weights *net, const State *state, int seat, int role)
{
    Key key = {net, role};
    memcpy(key.tokens, state->tokens[seat], 6), memcpy(key.bonuses, state->bonuses[seat], 5);
    key.prestige = state->prestige[seat], key.cards = state->cards[seat], key.hand = state->hand[seat];
    memcpy(key.reserved, state->reserved[seat], key.hand);
    memcpy(key.face_up, state->face_up, 12);
    key.seats_nobles = state->seats_nobles;
    memcpy(key.nobles, state->nobles, key.seats_nobles);
    uint64_t words[KEY_WORDS], hash = 0;
    memcpy(words, &key, sizeof key);
    for (int at = 0; at < KEY_WORDS; at++) hash = (hash ^ words[at]) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29;
    Side *side = &sides[hash % SIDES];
    if (memcmp(&side->key, &key, sizeof key)) {
        int16_t rows[MOST_ROWS];
        side->key = key;
        memset(side->sum, 0, sizeof side->sum);
        add_rows(net, rows, side_rows(state, seat, role * SEAT_ROWS, rows), side->sum);
    }
    return side->sum;
}

static float dot(const float *one, const float *other)
{
    float sum[8] = {0};
    for (int lane = 0; lane < WIDTH; lane += 8)
        for (int at = 0; at < 8; at++) sum[at] += one[lane + at] * other[lane + at];
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

static void priors_of(const Weights *net, const State *state, const float *hidden, const int16_t *actions, int count, float *shares)
{
    float given[6], top = -1e9f, sum = 0;
    int mine = state->seat, theirs = 1 - mine;
    if (state->phase == RETURN)
        for (int kind = 0; kind < 6; kind++) given[kind] = dot(net->moves[GIVE + kind], hidden) + net->move_bias[GIVE + kind];
    for (int at = 0; at < count; at++) {
        int action = actions[at];
        float out = 0;
        if (action >= GIVE) {
            for (int kind = 0; kind < 6; kind++) out += gifts[action - GIVE][kind] * given[kind];
        } else {
            out = dot(net->moves[action], hidden) + net->move_bias[action];
            if (action >= BUY && action < RESERVE) {
                int card = action - BUY;
                out += net->buy_need[card][least(needs(state, mine, card), NEED - 1)]
                    + net->buy_theirs[card][least(shortfall(state, theirs, card), SHORT - 1)];
            } else if (action >= RESERVE && action < TOP) {
                int card = action - RESERVE;
                out += net->keep_mine[card][least(shortfall(state, mine, card), SHORT - 1)]
                    + net->keep_theirs[card][least(shortfall(state, theirs, card), SHORT - 1)];
            }
        }
        shares[at] = out;
        if (out > top) top = out;
    }
    for (int at = 0; at < count; at++) shares[at] = expf(shares[at] - top), sum += shares[at];
    for (int at = 0; at < count; at++) shares[at] /= sum;
}

static float appraise(const Weights *net, const State *state, Thought *thought) /* the chance of the seat on turn */
{
    int16_t rows[MOST_ROWS];
    float sum[WIDTH];
    memcpy(sum, net->bias, sizeof sum);
    for (int role = 0; role < 2; role++) {
        const float *side = side_sum(net, state, role ? 1 - state->seat : state->seat, role);
        for (int lane = 0; lane < WIDTH; lane++) sum[lane] += side[lane];
    }
    add_rows(net, rows, shared_rows(state, rows), sum);
    conclude(net, sum, thought);
    return logistic(thought->heads[0]);
}

void judge(const Weights *net, const State *state, float *chance, float *points, float *shares, int16_t *actions, int *count)
{
    Thought thought;
    forget_sides();
    *chance = appraise(net, state, &thought);
    points[0] = thought.heads[1], points[1] = thought.heads[2];
    *count = legal(state, actions);
    priors_of(net, state, thought.hidden, actions, *count, shares);
}

void begin(Weights *net, uint64_t seed)
{
    Dice dice = {seed};
    memset(net, 0, sizeof *net);
    for (int row = 0; row < ROWS; row++)
        for (int lane = 0; lane < WIDTH; lane++) net->rows[row][lane] = 0.05f * normal(&dice);
    for (int lane = 0; lane < WIDTH; lane++) {
        net->bias[lane] = 0.1f;
        for (int to = 0; to < INNER; to++) net->inner[lane][to] = 0.12f * normal(&dice);
    }
    for (int to = 0; to < INNER; to++) net->inner_bias[to] = 0.1f;
    for (int head = 0; head < HEADS; head++)
        for (int to = 0; to < INNER; to++) net->heads[head][to] = 0.05f * normal(&dice);
    for (int move = 0; move < MOVES; move++)
        for (int lane = 0; lane < WIDTH; lane++) net->moves[move][lane] = 0.02f * normal(&dice);
}

/* -- the search ----------------------------------------------------------------------------------------------------- */

typedef struct Node Node;
typedef struct { int visits, nodes, room, most; float sum; Node **to; } Edge;
struct Node {
    State state;
    int opened, count, tried, visits, seat, known;
    float value, sum; /* of the first seat; of the seat on turn */
    float hidden[WIDTH]; /* if known: what the appraisal found, unless it was of another state, without luck */
    int16_t *actions;
    float *priors;
    Edge *edges;
};
enum { WORLDS = 4, RELUCTANCE = 3 };

typedef struct { char *memory; size_t used, room; } Pool;

static void *taken(Pool *pool, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (pool->used + size > pool->room) return NULL;
    void *place = pool->memory + pool->used;
    pool->used += size;
    return place;
}

typedef struct { float curiosity, doubt, noise; int worlds; } Manner;

static Node *node_of(Pool *pool, const State *state, float value)
{
    Node *node = taken(pool, sizeof *node);
    if (!node) return NULL;
    node->state = *state;
    node->seat = state->phase == OVER ? -1 : state->seat;
    node->opened = node->count = node->tried = node->known = 0;
    node->visits = 1;
    node->value = value;
    node->sum = state->seat ? 1 - value : value;
    return node;
}

static int open_node(const Weights *net, Pool *pool, Node *node, const Manner *manner, Dice *dice)
{
    int16_t actions[MOST_ACTIONS];
    float shares[MOST_ACTIONS];
    if (!node->known) {
        Thought thought;
        appraise(net, &node->state, &thought);
        memcpy(node->hidden, thought.hidden, sizeof node->hidden);
    }
    int count = legal(&node->state, actions);
    priors_of(net, &node->state, node->hidden, actions, count, shares);
    if (manner->noise > 0) {
        float draws[MOST_ACTIONS], sum = 0; /* a crude Dirichlet: a few actions get most of the noise */
        for (int at = 0; at < count; at++) draws[at] = powf(uniform(dice), 3), draws[at] *= draws[at], sum += draws[at];
        for (int at = 0; at < count; at++) shares[at] = (1 - manner->noise) * shares[at] + manner->noise * draws[at] / sum;
    }
    node->actions = taken(pool, count * sizeof(int16_t));
    node->priors = taken(pool, count * sizeof(float));
    node->edges = taken(pool, count * sizeof(Edge));
    if (!node->edges) return 0;
    for (int at = 0; at < count; at++) { /* the likeliest first */
        int place = at;
        while (place && node->priors[place - 1] < shares[at]) {
            node->priors[place] = node->priors[place - 1], node->actions[place] = node->actions[place - 1];
            place--;
        }
        node->priors[place] = shares[at], node->actions[place] = actions[at];
    }
    node->count = count, node->opened = 1;
    return 1;
}

static Node *grown(const Weights *net, Pool *pool, Node *node, int action, Edge *edge, int root, int worlds, Dice *dice)
{
    State after = node->state;
    Thought thought;
    if (root && edge->nodes && worlds > 1) redeal(&after, node->seat, dice);
    float value;
    int unseen = edge->most > 1 && reveals(&after, action);
    if (unseen) {
        State covered = after;
        play(&covered, action, NULL);
        play(&after, action, dice);
        value = after.phase == OVER ? outcome(&after) : appraise(net, &covered, &thought);
    } else {
        play(&after, action, dice);
        value = after.phase == OVER ? outcome(&after) : appraise(net, &after, &thought);
    }
    if (after.phase != OVER && after.seat) value = 1 - value;
    Node *leaf = node_of(pool, &after, value);
    if (leaf && !unseen && after.phase != OVER) {
        memcpy(leaf->hidden, thought.hidden, sizeof leaf->hidden);
        leaf->known = 1;
    }
    return leaf;
}

static int simulate(const Weights *net, Pool *pool, Node *root, const Manner *manner, Dice *dice)
{
    static const Manner plain = {0};
    Node *passed[64], *node = root;
    Edge *edges[64];
    int depth = 0;
    for (;;) {
        if (!node->opened && !open_node(net, pool, node, node == root ? manner : &plain, dice)) return 0;
        float curious = manner->curiosity * sqrtf(node->visits), best = -1e9f;
        int chosen = 0;
        for (int at = 0; at < node->tried; at++) {
            Edge *edge = &node->edges[at];
            float score = edge->sum / edge->visits + curious * node->priors[at] / (1 + edge->visits);
            if (score > best) best = score, chosen = at;
        }
        if (node->tried < node->count
            && node->sum / node->visits - manner->doubt + curious * node->priors[node->tried] > best) {
            chosen = node->tried++;
            Edge *fresh = &node->edges[chosen];
            memset(fresh, 0, sizeof *fresh);
            fresh->most = reveals(&node->state, node->actions[chosen]) ? 1 << 30 : 1;
            if (node == root && manner->worlds > fresh->most) fresh->most = manner->worlds;
        }
        Edge *edge = &node->edges[chosen];
        passed[depth] = node, edges[depth++] = edge;
        if (edge->nodes >= edge->most || RELUCTANCE * edge->nodes * edge->nodes > edge->visits) {
            node = edge->to[edge->visits % edge->nodes];
            if (node->seat >= 0 && depth < 60) continue;
        } else {
            Node *leaf = grown(net, pool, node, node->actions[chosen], edge, node == root, manner->worlds, dice);
            if (!leaf) return 0;
            if (edge->nodes == edge->room) {
                int room = edge->room ? 2 * edge->room : 1;
                Node **to = taken(pool, room * sizeof(Node *));
                if (!to) return 0;
                if (edge->nodes) memcpy(to, edge->to, edge->nodes * sizeof(Node *));
                edge->to = to, edge->room = room;
            }
            edge->to[edge->nodes++] = leaf;
            node = leaf;
        }
        break;
    }
    for (int at = 0; at < depth; at++) {
        float value = passed[at]->seat ? 1 - node->value : node->value;
        edges[at]->visits++, edges[at]->sum += value;
        passed[at]->visits++, passed[at]->sum += value;
    }
    return 1;
}

static Node *searched(const Weights *net, Pool *pool, const State *state, int simulations, Manner *manner, Dice *dice)
{
    State dealt = *state;
    Thought thought;
    pool->used = 0;
    redeal(&dealt, state->seat, dice);
    manner->worlds = secretive(state, state->seat) ? WORLDS : 1;
    float value = appraise(net, &dealt, &thought);
    Node *root = node_of(pool, &dealt, dealt.seat ? 1 - value : value);
    for (int count = 0; count < simulations; count++)
        if (!simulate(net, pool, root, manner, dice)) break;
    return root;
}

static int best_of(const Node *root)
{
    int best = 0;
    for (int at = 1; at < root->tried; at++)
        if (root->edges[at].visits > root->edges[best].visits) best = at;
    return best;
}

/* -- games to learn from -------------------------------------------------------------------------------------------- */

/* Games against itself, and the lessons of them: how many. ``full`` of 256 moves are thought about long. */
int games(const Weights *net, uint64_t seed, int count, int brief, int simulations, int full, float fade, Lesson *lessons, int room, int *turns)
{
    Pool pool = {malloc(64u << 20), 0, 64u << 20};
    Dice dice = {seed};
    int made = 0;
    forget_sides();
    *turns = 0;
    for (int number = 0; number < count && made + 3 * MOST_TURNS < room; number++) {
        State state;
        float thought[3 * MOST_TURNS];
        int first = made, seats[3 * MOST_TURNS];
        fresh(&state, &dice);
        while (state.phase != OVER && state.turn < MOST_TURNS) {
            int16_t actions[MOST_ACTIONS];
            int choices = legal(&state, actions);
            if (choices == 1) {
                play(&state, actions[0], &dice);
                continue;
            }
            int deep = (int)(roll(&dice) & 255) < full;
            Manner manner = {0.6f, 0.05f, deep ? 0.25f : 0.0f, 1};
            Node *root = searched(net, &pool, &state, deep ? simulations : brief, &manner, &dice);
            Lesson *lesson = &lessons[made];
            lesson->state = state, lesson->weight = deep;
            seats[made - first] = state.seat;
            float q = root->sum / root->visits;
            thought[made - first] = state.seat ? 1 - q : q;
            int order = 0, sum = 0;
            for (int at = 0; at < root->tried; at++) sum += root->edges[at].visits;
            for (int at = 0; at < root->tried && order < KEPT; at++)
                if (root->edges[at].visits) {
                    lesson->actions[order] = root->actions[at];
                    lesson->shares[order++] = (uint16_t)(65535.0f * root->edges[at].visits / (sum ? sum : 1));
                }
            lesson->tried = order;
            made++;
            int action = root->actions[best_of(root)];
            if (state.turn <= 14 || below(&dice, 16) == 0) {
                int place = below(&dice, sum ? sum : 1);
                for (int at = 0; at < root->tried; at++) {
                    place -= root->edges[at].visits;
                    if (place < 0) {
                        action = root->actions[at];
                        break;
                    }
                }
            }
            if (reveals(&state, action)) { /* the same moment before the card is turned up */
                Lesson *covered = &lessons[made];
                covered->state = state, covered->weight = 0, covered->tried = 0;
                play(&covered->state, action, NULL);
                play(&state, action, &dice);
                if (state.phase != OVER) {
                    seats[made - first] = covered->state.seat;
                    thought[made - first] = -1;
                    made++;
                }
            } else {
                play(&state, action, &dice);
            }
        }
        *turns += state.turn;
        float coming = outcome(&state);
        for (int at = made - 1; at >= first; at--) {
            Lesson *lesson = &lessons[at];
            int seat = seats[at - first];
            lesson->worth = seat ? 1 - coming : coming;
            lesson->points[0] = state.prestige[seat] / 10.0f, lesson->points[1] = state.prestige[1 - seat] / 10.0f;
            if (thought[at - first] >= 0) coming = fade * coming + (1 - fade) * thought[at - first];
        }
    }
    free(pool.memory);
    return made;
}

/* The action that looks best at first sight, off by up to ``haze`` chances. */
static int glanced(const Weights *net, const State *state, float haze, Dice *dice)
{
    int16_t actions[MOST_ACTIONS];
    int count = legal(state, actions), chosen = 0;
    float best = -1e9f;
    for (int at = 0; at < count; at++) {
        State after = *state;
        Thought thought;
        play(&after, actions[at], NULL);
        float value = after.phase == OVER ? outcome(&after) : appraise(net, &after, &thought);
        if (after.phase == OVER ? state->seat : after.seat != state->seat) value = 1 - value;
        value += haze * (uniform(dice) + uniform(dice) - 1);
        if (value > best) best = value, chosen = actions[at];
    }
    return chosen;
}

typedef struct { int simulations; float curiosity, doubt, haze; } Player;

/* Two players against each other, every deal twice with seats swapped: what the first wins, out of 2 * pairs. Without
   simulations a player looks one action ahead. */
float match(const Weights *one, const Weights *other, uint64_t seed, int pairs, const Player *players)
{
    Pool pool = {malloc(256u << 20), 0, 256u << 20};
    float won = 0;
    forget_sides();
    for (int number = 0; number < 2 * pairs; number++) {
        Dice deal = {seed + number / 2}, dice = {~seed + number};
        State state;
        fresh(&state, &deal);
        int first = number & 1;
        while (state.phase != OVER && state.turn < 2 * MOST_TURNS) {
            int mine = state.seat == first;
            const Player *player = &players[!mine];
            const Weights *net = mine ? one : other;
            Manner manner = {player->curiosity, player->doubt, 0, 1};
            int16_t actions[MOST_ACTIONS];
            int action;
            if (legal(&state, actions) == 1) {
                action = actions[0];
            } else if (!player->simulations) {
                action = glanced(net, &state, player->haze, &dice);
            } else {
                Node *root = searched(net, &pool, &state, player->simulations, &manner, &dice);
                int best = best_of(root);
                action = root->actions[best];
                if (player->haze > 0) {
                    float top = -1e9f;
                    for (int at = 0; at < root->tried; at++) {
                        Edge *edge = &root->edges[at];
                        float felt = edge->sum / edge->visits + player->haze * (uniform(&dice) + uniform(&dice) - 1);
                        if (8 * edge->visits >= root->edges[best].visits && felt > top) top = felt, action = root->actions[at];
                    }
                }
            }
            play(&state, action, &deal);
        }
        float share = outcome(&state);
        won += first ? 1 - share : share;
    }
    free(pool.memory);
    return won;
}

/* -- learning ------------------------------------------------------------------------------------------------------- */

typedef struct { Weights mean, square, slope; uint8_t touched[ROWS]; int steps; } Memory;

int memory_size(void) { return sizeof(Memory); }
void forget(Memory *memory) { memset(memory, 0, sizeof *memory); }

static void adam(float *weights, float *mean, float *square, float *slope, int count, float rate, float decay)
{
    for (int at = 0; at < count; at++) {
        float by = slope[at];
        mean[at] += 0.1f * (by - mean[at]);
        square[at] += 0.001f * (by * by - square[at]);
        weights[at] -= rate * (mean[at] / (sqrtf(square[at]) + 1e-7f) + decay * weights[at]);
        slope[at] = 0;
    }
}

/* Steps of learning on batches drawn from the lessons; the mean losses of worth, moves and points. */
void learn(Weights *net, Memory *memory, const Lesson *lessons, int count, int steps, int batch, float rate, float decay, uint64_t seed, float *losses)
{
    Dice dice = {seed};
    Weights *slope = &memory->slope;
    double lost[3] = {0}, moved = 1e-9;
    for (int step = 0; step < steps; step++) {
        for (int turn = 0; turn < batch; turn++) {
            const Lesson *lesson = &lessons[below(&dice, count)];
            State state = lesson->state;
            int16_t rows[MOST_ROWS];
            Thought thought;
            int told = rows_of(&state, rows);
            forward(net, rows, told, &thought);
            float back[WIDTH] = {0}, deep[INNER] = {0}, errors[HEADS];
            float chance = logistic(thought.heads[0]), wanted = lesson->worth;
            lost[0] -= wanted * logf(chance + 1e-6f) + (1 - wanted) * logf(1 - chance + 1e-6f);
            errors[0] = chance - wanted;
            for (int side = 0; side < 2; side++) {
                float off = thought.heads[1 + side] - lesson->points[side];
                lost[2] += off * off;
                errors[1 + side] = 0.2f * off;
            }
            for (int head = 0; head < HEADS; head++) {
                float error = errors[head] / batch;
                slope->head_bias[head] += error;
                for (int to = 0; to < INNER; to++) {
                    slope->heads[head][to] += error * thought.inner[to];
                    deep[to] += error * net->heads[head][to];
                }
            }
            for (int to = 0; to < INNER; to++)
                if (thought.inner[to] <= 0 || thought.inner[to] >= MOST) deep[to] = 0;
            for (int to = 0; to < INNER; to++) slope->inner_bias[to] += deep[to];
            for (int lane = 0; lane < WIDTH; lane++) {
                float sum = 0, hidden = thought.hidden[lane];
                for (int to = 0; to < INNER; to++) {
                    slope->inner[lane][to] += hidden * deep[to];
                    sum += net->inner[lane][to] * deep[to];
                }
                back[lane] = sum;
            }
            if (lesson->weight > 0 && lesson->tried) {
                int16_t actions[MOST_ACTIONS];
                float shares[MOST_ACTIONS], target[MOST_ACTIONS] = {0}, all = 0;
                int choices = legal(&state, actions), mine = state.seat, theirs = 1 - mine;
                priors_of(net, &state, thought.hidden, actions, choices, shares);
                for (int tried = 0; tried < lesson->tried; tried++)
                    for (int at = 0; at < choices; at++)
                        if (actions[at] == lesson->actions[tried]) target[at] = lesson->shares[tried], all += target[at];
                moved += 1;
                for (int at = 0; at < choices; at++) {
                    int action = actions[at];
                    float aim = target[at] / all, error = (shares[at] - aim) / batch;
                    lost[1] -= aim * logf(shares[at] + 1e-6f);
                    if (action >= GIVE) {
                        for (int kind = 0; kind < 6; kind++) {
                            float by_kind = error * gifts[action - GIVE][kind];
                            if (by_kind == 0) continue;
                            slope->move_bias[GIVE + kind] += by_kind;
                            for (int lane = 0; lane < WIDTH; lane++) {
                                slope->moves[GIVE + kind][lane] += by_kind * thought.hidden[lane];
                                back[lane] += by_kind * net->moves[GIVE + kind][lane];
                            }
                        }
                        continue;
                    }
                    slope->move_bias[action] += error;
                    for (int lane = 0; lane < WIDTH; lane++) {
                        slope->moves[action][lane] += error * thought.hidden[lane];
                        back[lane] += error * net->moves[action][lane];
                    }
                    if (action >= BUY && action < RESERVE) {
                        int card = action - BUY;
                        slope->buy_need[card][least(needs(&state, mine, card), NEED - 1)] += error;
                        slope->buy_theirs[card][least(shortfall(&state, theirs, card), SHORT - 1)] += error;
                    } else if (action >= RESERVE && action < TOP) {
                        int card = action - RESERVE;
                        slope->keep_mine[card][least(shortfall(&state, mine, card), SHORT - 1)] += error;
                        slope->keep_theirs[card][least(shortfall(&state, theirs, card), SHORT - 1)] += error;
                    }
                }
            }
            for (int lane = 0; lane < WIDTH; lane++) {
                if (thought.hidden[lane] <= 0 || thought.hidden[lane] >= MOST) back[lane] = 0;
                slope->bias[lane] += back[lane];
            }
            for (int at = 0; at < told; at++) {
                float *row = slope->rows[rows[at]];
                memory->touched[rows[at]] = 1;
                for (int lane = 0; lane < WIDTH; lane++) row[lane] += back[lane];
            }
        }
        memory->steps++;
        float pace = memory->steps < 200 ? rate * memory->steps / 200 : rate;
        for (int row = 0; row < ROWS; row++)
            if (memory->touched[row]) {
                adam(net->rows[row], memory->mean.rows[row], memory->square.rows[row], slope->rows[row], WIDTH, pace, decay);
                memory->touched[row] = 0;
            }
        int rest = WEIGHTS - ROWS * WIDTH;
        adam(net->bias, memory->mean.bias, memory->square.bias, slope->bias, rest, pace, decay);
    }
    losses[0] = lost[0] / steps / batch, losses[1] = lost[1] / moved, losses[2] = lost[2] / steps / batch / 2;
}
