/* Masters of Renaissance, fast enough to learn from: games, thinking ahead, and learning.

How it works. This is an instrument of training and measuring; nobody plays by it. It knows the rules as
games/renaissance has them, without taking back and with every payment made by the house, and what sight/renaissance.py
tells the network; tests/trials/learning/swift plays both side by side. Everybody takes the action that leads to the
best chance by the network, a little misjudged, or searches; how the game ended, and what was thought on the way, is
learned from games for two and alone.

What must stay true: ``rows_of`` gives the rows of sight/renaissance.py's features, in any order; everything follows
from the seed and the weights.
*/

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SETUP, START, STORING, PRODUCING, DONE, OVER };
enum { MARKET = 0, BUY = 7, CARD = 43, LEADER = 46, BASIC = 54, COLLECT = 94, PLAY = 95, DROP = 97, END = 99,
       STORE = 100, WHITE = 120, DISCARD = 124, DISCARD_ALL = 128, SWAP = 129, MOVE = 132, KEEP = 144, BONUS = 150 };
enum { SHORT = 8, HELD_MOST = 12, WISHED = 16, CARDS = 49, LEADERS = 17 };
enum { FAITH_AT = 0, TILES_AT = FAITH_AT + 25, BOUGHT_AT = TILES_AT + 9, SCORE_AT = BOUGHT_AT + 8, TOPS_AT = SCORE_AT + 60,
       READY_AT = TOPS_AT + CARDS, HELD_AT = READY_AT + CARDS, ALL_AT = HELD_AT + 4 * HELD_MOST, SHELVED_AT = ALL_AT + 30,
       PLAYED_AT = SHELVED_AT + 11, GRID_AT = PLAYED_AT + LEADERS, GAIN_AT = GRID_AT + CARDS * SHORT,
       WISH_AT = GAIN_AT + 12, HAND_AT = WISH_AT + 3 * WISHED, SLOTS_AT = HAND_AT + 4 * LEADERS, PHASE_AT = SLOTS_AT + 64,
       LOST_AT = PHASE_AT + 7, ENDING_AT = LOST_AT + 6, TURN_AT = ENDING_AT + 6, THEIR_CARDS_AT = TURN_AT + 32,
       THEIR_FAITH_AT = THEIR_CARDS_AT + 8, COLUMN_AT = THEIR_FAITH_AT + 25, ROWS = COLUMN_AT + 4 * 13 };
enum { WIDTH = 32, OUTPUTS = 2, MOST_ROWS = 80, MOST_ACTIONS = 128, MOST_STEPS = 900, MOST_SEATS = 4 };
#define MOST 3.99609375f

typedef struct { float rows[ROWS][WIDTH], bias[WIDTH], heads[OUTPUTS][WIDTH], head_bias[OUTPUTS], direct[ROWS]; } Weights;
enum { WEIGHTS = sizeof(Weights) / sizeof(float) };
typedef struct { int16_t count, theirs, rows[MOST_ROWS], their_rows[MOST_ROWS]; float worth, points; } Lesson;

typedef struct {
    int16_t faith, bonus, kept, offered[4], leaders[2], status[2], played_count, played[2], kinds[5], counts[5], box[4],
        height[3], slots[3][3], tiles[3];
} Player;
typedef struct {
    int16_t seats, phase, seat, turn, ending, reports, cross, lost, used, out_faith, token_count, market[13], pending[5],
        outputs[4], tokens[7], pile[12], grid[12][4];
    Player players[MOST_SEATS];
} State;
enum { HAND = 0, PLAYED = 1, GONE = 2 };
enum { DISCOUNT, DEPOT, WHITE_MARBLE, PRODUCTION };
enum { UP = 1, LOST_TILE = 2 };

static struct { int16_t level, colour, points, cost[4], inputs[4], outputs[4], faith; } card_of[CARDS];
static struct { int16_t ability, resource, points, cards[4], level, resources[4]; } leader_of[LEADERS];
static const int16_t room_of[5] = {1, 2, 3, 2, 2}, pope[3] = {8, 16, 24}, section[3] = {5, 12, 19}, favour[3] = {2, 3, 4};
static int16_t track[25];
static const int8_t pairs[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
static const int8_t shelves[3][2] = {{0, 1}, {0, 2}, {1, 2}};
static const int8_t kept_pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

void setup(const int16_t *cards, const int16_t *leaders, const int16_t *points)
{
    memcpy(card_of, cards, sizeof card_of);
    memcpy(leader_of, leaders, sizeof leader_of);
    memcpy(track, points, sizeof track);
}

int sizes(int which)
{
    int all[] = {sizeof(State) / sizeof(int16_t), WEIGHTS, sizeof(Lesson), ROWS};
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
static int greater(int one, int other) { return one > other ? one : other; }
static void shuffle(int16_t *things, int count, Dice *dice)
{
    for (int at = count - 1; at > 0; at--) {
        int other = below(dice, at + 1);
        int16_t held = things[at];
        things[at] = things[other], things[other] = held;
    }
}

/* -- rules ---------------------------------------------------------------------------------------------------------- */

static void owned(const Player *player, int *total)
{
    for (int kind = 0; kind < 4; kind++) total[kind] = player->box[kind];
    for (int place = 0; place < 5; place++)
        if (player->counts[place]) total[player->kinds[place]] += player->counts[place];
}

static int affords(const int *total, const int16_t *cost)
{
    return cost[0] <= total[0] && cost[1] <= total[1] && cost[2] <= total[2] && cost[3] <= total[3];
}

static void discounts(const Player *player, int *less)
{
    memset(less, 0, 4 * sizeof *less);
    for (int at = 0; at < player->played_count; at++)
        if (leader_of[player->played[at]].ability == DISCOUNT) less[leader_of[player->played[at]].resource]++;
}

static int of_ability(const Player *player, int ability, int *resources)
{
    int count = 0;
    for (int at = 0; at < player->played_count; at++)
        if (leader_of[player->played[at]].ability == ability) resources[count++] = leader_of[player->played[at]].resource;
    return count;
}

/* How many cards or resources a leader still asks for. */
static int lacking(const Player *player, int leader, const int *total)
{
    int lacks = 0;
    for (int kind = 0; kind < 4; kind++) {
        lacks += greater(0, leader_of[leader].resources[kind] - total[kind]);
        if (!leader_of[leader].cards[kind]) continue;
        int has = 0;
        for (int slot = 0; slot < 3; slot++)
            for (int at = 0; at < player->height[slot]; at++) {
                int card = player->slots[slot][at];
                has += card_of[card].colour == kind && (!leader_of[leader].level || leader_of[leader].level == card_of[card].level);
            }
        lacks += greater(0, leader_of[leader].cards[kind] - has);
    }
    return lacks;
}

static int takes(const Player *player, int resource, int place)
{
    int kind = player->kinds[place];
    if (place >= 3 && kind < 0) return 0;
    if (kind >= 0 && kind != resource) return 0;
    if (player->counts[place] == room_of[place]) return 0;
    if (kind < 0)
        for (int shelf = 0; shelf < 3; shelf++)
            if (player->kinds[shelf] == resource) return 0;
    return 1;
}

static void put(Player *player, int resource, int place) { player->kinds[place] = resource, player->counts[place]++; }

static void take(Player *player, int place, int count)
{
    player->counts[place] -= count;
    if (!player->counts[place] && place < 3) player->kinds[place] = -1;
}

static void pay(Player *player, const int *cost)
{
    for (int kind = 0; kind < 4; kind++) {
        int needed = cost[kind];
        for (int place = 0; place < 5 && needed > 0; place++)
            if (player->kinds[place] == kind && player->counts[place]) {
                int taken = least(needed, player->counts[place]);
                take(player, place, taken);
                needed -= taken;
            }
        if (needed > 0) player->box[kind] -= needed;
    }
}

static void over(State *state, int lost)
{
    state->phase = OVER, state->ending = 1, state->lost = lost, state->used = 0, state->out_faith = 0;
    memset(state->pending, 0, sizeof state->pending);
    memset(state->outputs, 0, sizeof state->outputs);
}

static void advance(State *state, int seat, int all_but, int steps, int cross)
{
    state->cross = least(24, state->cross + cross);
    int furthest = state->cross;
    for (int at = 0; at < state->seats; at++) {
        Player *player = &state->players[at];
        if (at == seat || (all_but >= 0 && at != all_but)) player->faith = least(24, player->faith + steps);
        furthest = greater(furthest, player->faith);
    }
    while (state->reports < 3 && furthest >= pope[state->reports]) {
        for (int at = 0; at < state->seats; at++)
            state->players[at].tiles[state->reports] = state->players[at].faith >= section[state->reports] ? UP : LOST_TILE;
        state->reports++;
    }
    if (furthest == 24) state->ending = 1;
    if (state->ending && state->seats == 1) over(state, state->cross == 24 ? 2 : state->lost);
}

static int column_gone(const State *state, int colour)
{
    return !state->pile[colour] && !state->pile[4 + colour] && !state->pile[8 + colour];
}

static void reveal(State *state, Dice *dice)
{
    int token = state->tokens[--state->token_count];
    if (token == 6) {
        for (int at = 0; at < 7; at++) state->tokens[at] = at;
        shuffle(state->tokens, 7, dice);
        state->token_count = 7;
        advance(state, -1, -1, 0, 1);
    } else if (token >= 4) {
        advance(state, -1, -1, 0, 2);
    } else {
        int left = 2;
        for (int level = 0; level < 3; level++) {
            int at = 4 * level + token, gone = least(left, state->pile[at]);
            state->pile[at] -= gone, left -= gone;
        }
        if (column_gone(state, token)) over(state, 1);
    }
}

int actor(const State *state) /* who acts first; -1 when the game is over */
{
    if (state->phase == OVER) return -1;
    if (state->phase != SETUP) return state->seat;
    for (int seat = 0; seat < state->seats; seat++)
        if (!state->players[seat].kept || state->players[seat].bonus) return seat;
    return -1;
}

static int fills(const Player *player, const int16_t *pending)
{
    for (int kind = 0; kind < 4; kind++)
        for (int place = 0; place < 5 && pending[kind]; place++)
            if (takes(player, kind, place)) return 1;
    return 0;
}

static void rearranged(Player *player, int action)
{
    if (action < MOVE) {
        int one = shelves[action - SWAP][0], other = shelves[action - SWAP][1];
        int16_t kind = player->kinds[one], count = player->counts[one];
        player->kinds[one] = player->kinds[other], player->counts[one] = player->counts[other];
        player->kinds[other] = kind, player->counts[other] = count;
    } else {
        int at = action - MOVE, depot = 3 + at / 6, shelf = at / 2 % 3;
        int from = at & 1 ? depot : shelf, to = at & 1 ? shelf : depot, kind = player->kinds[from];
        take(player, from, 1);
        put(player, kind, to);
    }
}

static int may_rearrange(const Player *player, int action)
{
    if (action < MOVE) {
        int one = shelves[action - SWAP][0], other = shelves[action - SWAP][1];
        return player->counts[one] <= room_of[other] && player->counts[other] <= room_of[one]
            && (player->counts[one] || player->counts[other]);
    }
    int at = action - MOVE, depot = 3 + at / 6, shelf = at / 2 % 3, from = at & 1 ? depot : shelf, to = at & 1 ? shelf : depot;
    return player->kinds[depot] >= 0 && player->counts[from] && takes(player, player->kinds[from], to);
}

static int leader_actions(const Player *player, const int *total, int early, int16_t *actions)
{
    int count = 0;
    for (int at = 0; at < 2; at++) {
        if (player->status[at] != HAND) continue;
        if (!lacking(player, player->leaders[at], total)) actions[count++] = PLAY + at;
        if (!early) actions[count++] = DROP + at;
    }
    return count;
}

static int productions(const State *state, const Player *player, const int *total, int16_t *actions)
{
    int count = 0, inputs[2];
    for (int slot = 0; slot < 3; slot++)
        if (player->height[slot] && !(state->used >> (1 + slot) & 1)
            && affords(total, card_of[player->slots[slot][player->height[slot] - 1]].inputs))
            actions[count++] = CARD + slot;
    int producers = of_ability(player, PRODUCTION, inputs);
    for (int at = 0; at < producers; at++)
        if (total[inputs[at]] && !(state->used >> (4 + at) & 1))
            for (int output = 0; output < 4; output++) actions[count++] = LEADER + 4 * at + output;
    if (!(state->used & 1))
        for (int pair = 0; pair < 10; pair++) {
            int one = pairs[pair][0], other = pairs[pair][1];
            if (one == other ? total[one] >= 2 : total[one] && total[other])
                for (int output = 0; output < 4; output++)
                    if (output != one && output != other) actions[count++] = BASIC + 4 * pair + output;
        }
    return count;
}

static int room(const Player *player, const int16_t *pending, int *taken)
{
    int shelved[4] = {0}, wanted[4], order[4] = {0, 1, 2, 3}, sum = 0;
    memset(taken, 0, 4 * sizeof *taken);
    for (int shelf = 0; shelf < 3; shelf++)
        if (player->counts[shelf]) shelved[player->kinds[shelf]] += player->counts[shelf];
    for (int depot = 3; depot < 5; depot++)
        if (player->kinds[depot] >= 0) taken[player->kinds[depot]] = least(pending[player->kinds[depot]], 2 - player->counts[depot]);
    for (int kind = 0; kind < 4; kind++) wanted[kind] = shelved[kind] + pending[kind] - taken[kind];
    for (int sorted = 0; sorted < 2; sorted++) /* first by what lies on a shelf, then by how much is wanted */
        for (int at = 1; at < 4 - sorted; at++)
            for (int place = at; place; place--) {
                int one = order[place - 1], other = order[place];
                int mine = wanted[one] + (sorted ? 0 : 100 * (shelved[one] > 0));
                int theirs = wanted[other] + (sorted ? 0 : 100 * (shelved[other] > 0));
                if (mine >= theirs) break;
                order[place - 1] = other, order[place] = one;
            }
    for (int at = 0; at < 3; at++) taken[order[at]] += greater(0, least(wanted[order[at]], 3 - at) - shelved[order[at]]);
    for (int kind = 0; kind < 4; kind++) sum += taken[kind];
    return sum;
}

/* What leads on, as sight/renaissance.py has it: nothing is taken back, and of what comes to the same in the
   end there is one. */
int leading_on(const State *state, int16_t *actions)
{
    int count = 0, seat = actor(state), total[4], whites[2];
    if (seat < 0) return 0;
    const Player *player = &state->players[seat];
    if (state->phase == SETUP) {
        if (!player->kept)
            for (int pair = 0; pair < 6; pair++) actions[count++] = KEEP + pair;
        else
            for (int kind = 0; kind < 4; kind++)
                for (int shelf = 0; shelf < 3; shelf++)
                    if (takes(player, kind, shelf)) actions[count++] = BONUS + 3 * kind + shelf;
        return count;
    }
    owned(player, total);
    if (state->phase == START) {
        int less[4], enough[4];
        for (int line = 0; line < 7; line++) actions[count++] = MARKET + line;
        discounts(player, less);
        for (int kind = 0; kind < 4; kind++) enough[kind] = total[kind] + less[kind];
        for (int at = 0; at < 12; at++)
            if (state->pile[at] && affords(enough, card_of[state->grid[at][state->pile[at] - 1]].cost))
                for (int slot = 0; slot < 3; slot++)
                    if (player->height[slot] == at / 4) actions[count++] = BUY + 3 * at + slot;
        count += productions(state, player, total, actions + count);
        count += leader_actions(player, total, 1, actions + count);
    } else if (state->phase == STORING) {
        if (state->pending[4]) {
            int choices = of_ability(player, WHITE_MARBLE, whites);
            for (int at = 0; at < choices; at++) actions[count++] = WHITE + whites[at];
            return count;
        }
        int stored[4], left = 0, only = 0;
        for (int kind = 0; kind < 4; kind++) left += state->pending[kind];
        int fits = room(player, state->pending, stored) == left;
        for (int kind = 0; kind < 4 && !(fits && count); kind++)
            for (int place = 0; place < 5 && state->pending[kind]; place++)
                if (takes(player, kind, place)) actions[count++] = STORE + 5 * kind + place;
        if (!count) {
            for (int kind = 0; kind < 4; kind++)
                if (state->pending[kind]) only = DISCARD + kind;
            for (int action = SWAP; action < KEEP; action++)
                if (may_rearrange(player, action)) {
                    Player after = *player;
                    rearranged(&after, action);
                    if (fills(&after, state->pending)) actions[count++] = action;
                }
            actions[count++] = left > 1 ? DISCARD_ALL : only;
        }
    } else if (state->phase == PRODUCING) {
        actions[count++] = COLLECT;
        count += productions(state, player, total, actions + count);
    } else {
        actions[count++] = END;
        count += leader_actions(player, total, 0, actions + count);
    }
    return count;
}

static int waiting(const State *state)
{
    for (int kind = 0; kind < 5; kind++)
        if (state->pending[kind]) return STORING;
    return DONE;
}

static void push(State *state, int line)
{
    int places[5], count = 0;
    places[count++] = 12;
    if (line < 3) for (int column = 0; column < 4; column++) places[count++] = 4 * line + column;
    else for (int row = 0; row < 3; row++) places[count++] = 4 * row + line - 3;
    int16_t slide = state->market[places[1]];
    for (int at = 1; at + 1 < count; at++) state->market[places[at]] = state->market[places[at + 1]];
    state->market[places[count - 1]] = state->market[12];
    state->market[12] = slide;
}

/* A legal action is played; without dice nothing is turned up below a card that is bought. */
void play(State *state, int action, Dice *dice)
{
    int seat = actor(state), cost[4] = {0};
    Player *player = &state->players[seat];
    if (action < BUY) {
        int line = action - MARKET, faith = 0, whites[2], choices = of_ability(player, WHITE_MARBLE, whites);
        for (int at = 0; at < (line < 3 ? 4 : 3); at++) {
            int marble = state->market[line < 3 ? 4 * line + at : 4 * at + line - 3];
            if (marble < 4) state->pending[marble]++;
            else if (marble == 4) faith++;
            else if (choices == 1) state->pending[whites[0]]++;
            else if (choices) state->pending[4]++;
        }
        push(state, line);
        state->phase = waiting(state);
        if (faith) advance(state, seat, -1, faith, 0);
    } else if (action < CARD) {
        int at = (action - BUY) / 3, slot = (action - BUY) % 3, card = state->grid[at][state->pile[at] - 1], less[4];
        discounts(player, less);
        for (int kind = 0; kind < 4; kind++) cost[kind] = greater(0, card_of[card].cost[kind] - less[kind]);
        pay(player, cost);
        player->slots[slot][player->height[slot]++] = card;
        int seen = dice || state->pile[at] == 1;
        state->pile[at] = seen ? state->pile[at] - 1 : 0;
        state->phase = DONE;
        int full = player->height[0] + player->height[1] + player->height[2] == 7;
        if (state->seats == 1 && seen && column_gone(state, at % 4)) over(state, 1);
        else if (state->seats == 1 && full) over(state, 0);
        else if (full) state->ending = 1;
    } else if (action < COLLECT) {
        int number, output = -1, inputs[2];
        if (action < LEADER) {
            int card;
            number = 1 + action - CARD;
            card = player->slots[number - 1][player->height[number - 1] - 1];
            for (int kind = 0; kind < 4; kind++) cost[kind] = card_of[card].inputs[kind], state->outputs[kind] += card_of[card].outputs[kind];
            state->out_faith += card_of[card].faith;
        } else if (action < BASIC) {
            of_ability(player, PRODUCTION, inputs);
            number = 4 + (action - LEADER) / 4, output = (action - LEADER) % 4;
            cost[inputs[number - 4]] = 1, state->out_faith++;
        } else {
            number = 0, output = (action - BASIC) % 4;
            cost[pairs[(action - BASIC) / 4][0]]++, cost[pairs[(action - BASIC) / 4][1]]++;
        }
        if (output >= 0) state->outputs[output]++;
        pay(player, cost);
        state->used |= 1 << number, state->phase = PRODUCING;
    } else if (action == COLLECT) {
        int faith = state->out_faith;
        for (int kind = 0; kind < 4; kind++) player->box[kind] += state->outputs[kind], state->outputs[kind] = 0;
        state->used = state->out_faith = 0, state->phase = DONE;
        if (faith) advance(state, seat, -1, faith, 0);
    } else if (action < DROP) {
        int leader = player->leaders[action - PLAY];
        player->status[action - PLAY] = PLAYED;
        player->played[player->played_count++] = leader;
        if (leader_of[leader].ability == DEPOT) player->kinds[player->kinds[3] < 0 ? 3 : 4] = leader_of[leader].resource;
    } else if (action < END) {
        player->status[action - DROP] = GONE;
        advance(state, seat, -1, 1, 0);
    } else if (action == END) {
        if (state->seats == 1) {
            reveal(state, dice);
            if (state->phase != OVER) state->phase = START, state->turn++;
        } else if (state->ending && seat == state->seats - 1) {
            over(state, 0);
        } else {
            state->phase = START, state->seat = (seat + 1) % state->seats, state->turn++;
        }
    } else if (action < WHITE) {
        state->pending[(action - STORE) / 5]--;
        put(player, (action - STORE) / 5, (action - STORE) % 5);
        state->phase = waiting(state);
    } else if (action < DISCARD) {
        state->pending[4]--, state->pending[action - WHITE]++;
    } else if (action < SWAP) {
        int given = 1;
        if (action < DISCARD_ALL) {
            state->pending[action - DISCARD]--;
        } else {
            given = 0;
            for (int kind = 0; kind < 4; kind++) given += state->pending[kind], state->pending[kind] = 0;
        }
        state->phase = waiting(state);
        if (state->seats == 1) advance(state, -1, -1, 0, given);
        else advance(state, -1, seat, given, 0);
    } else if (action < KEEP) {
        rearranged(player, action);
    } else {
        if (action < BONUS) {
            for (int at = 0; at < 2; at++) player->leaders[at] = player->offered[kept_pairs[action - KEEP][at]];
            player->kept = 1;
        } else {
            put(player, (action - BONUS) / 3, (action - BONUS) % 3);
            player->bonus--;
        }
        if (actor(state) < 0) state->phase = START, state->turn = 1;
    }
}

static void fresh(State *state, int seats, Dice *dice)
{
    static const int16_t supply[13] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 5, 5};
    int16_t leaders[LEADERS];
    memset(state, 0, sizeof *state);
    state->seats = seats;
    memcpy(state->market, supply, sizeof supply);
    shuffle(state->market, 13, dice);
    for (int card = 0; card < CARDS; card++)
        if (card_of[card].level) {
            int at = 4 * (card_of[card].level - 1) + card_of[card].colour;
            state->grid[at][state->pile[at]++] = card;
        }
    for (int at = 0; at < 12; at++) shuffle(state->grid[at], state->pile[at], dice);
    int count = 0;
    for (int leader = 0; leader < LEADERS; leader++)
        if (leader_of[leader].points) leaders[count++] = leader;
    shuffle(leaders, count, dice);
    if (seats == 1) {
        for (int at = 0; at < 7; at++) state->tokens[at] = at;
        shuffle(state->tokens, 7, dice);
        state->token_count = 7;
    }
    for (int seat = 0; seat < seats; seat++) {
        Player *player = &state->players[seat];
        memcpy(player->offered, leaders + 4 * seat, sizeof player->offered);
        player->bonus = (seat + 1) / 2, player->faith = seat >= 2;
        for (int place = 0; place < 5; place++) player->kinds[place] = -1;
    }
}

static int total_points(const Player *player)
{
    int points = track[player->faith], total[4];
    owned(player, total);
    points += (total[0] + total[1] + total[2] + total[3]) / 5;
    for (int slot = 0; slot < 3; slot++)
        for (int at = 0; at < player->height[slot]; at++) points += card_of[player->slots[slot][at]].points;
    for (int at = 0; at < 3; at++)
        if (player->tiles[at] == UP) points += favour[at];
    for (int at = 0; at < player->played_count; at++) points += leader_of[player->played[at]].points;
    return points;
}

/* What everybody has won: 1, the same part as each of several winners, or nothing. */
void outcome(const State *state, float *won)
{
    int points[MOST_SEATS], held[4], top = 0, winners = 0;
    if (state->seats == 1) {
        won[0] = state->phase == OVER && !state->lost;
        return;
    }
    for (int seat = 0; seat < state->seats; seat++) {
        owned(&state->players[seat], held);
        points[seat] = 1000 * total_points(&state->players[seat]) + held[0] + held[1] + held[2] + held[3];
        top = greater(top, points[seat]);
    }
    for (int seat = 0; seat < state->seats; seat++) winners += points[seat] == top;
    for (int seat = 0; seat < state->seats; seat++) won[seat] = points[seat] == top ? 1.0f / winners : 0;
}

int points_of(const State *state, int seat) { return total_points(&state->players[seat]); }

/* -- what the network is told --------------------------------------------------------------------------------------- */

int rows_of(const State *state, int seat, int16_t *rows)
{
    const Player *player = &state->players[seat];
    int told = 0, held[4], lost = 0, faith = player->faith, shelved = 0, on_turn = state->seat == seat;
    owned(player, held);
    for (int place = 0; place < 5; place++) shelved += player->counts[place];
    if (on_turn && state->phase == PRODUCING) {
        for (int kind = 0; kind < 4; kind++) held[kind] += state->outputs[kind];
        faith = least(24, faith + state->out_faith);
    } else if (on_turn && state->phase == STORING) {
        int stored[4], sum = room(player, state->pending, stored);
        for (int kind = 0; kind < 4; kind++) held[kind] += stored[kind], lost += state->pending[kind];
        lost -= sum, shelved += sum;
    }
    int points = track[faith], bought = 0, gain = 0, total = held[0] + held[1] + held[2] + held[3], order[3];
    for (int slot = 0; slot < 3; slot++) {
        int height = player->height[slot];
        bought += height, order[slot] = height;
        for (int at = 0; at < height; at++) points += card_of[player->slots[slot][at]].points;
        if (!height) continue;
        int top = player->slots[slot][height - 1];
        rows[told++] = TOPS_AT + top;
        if (affords(held, card_of[top].inputs)) rows[told++] = READY_AT + top;
        gain += card_of[top].faith;
        for (int kind = 0; kind < 4; kind++) gain += card_of[top].outputs[kind];
    }
    for (int at = 0; at < player->played_count; at++) {
        points += leader_of[player->played[at]].points;
        rows[told++] = PLAYED_AT + player->played[at];
    }
    points += total / 5;
    for (int at = 0; at < 3; at++) {
        rows[told++] = TILES_AT + 3 * at + player->tiles[at];
        if (player->tiles[at] == UP) points += favour[at];
    }
    for (int at = 1; at < 3; at++)
        for (int place = at; place && order[place - 1] > order[place]; place--) {
            int one = order[place];
            order[place] = order[place - 1], order[place - 1] = one;
        }
    rows[told++] = FAITH_AT + faith;
    rows[told++] = BOUGHT_AT + bought;
    rows[told++] = SCORE_AT + least(points, 59);
    rows[told++] = ALL_AT + least(total, 29);
    rows[told++] = SHELVED_AT + least(shelved, 10);
    rows[told++] = GAIN_AT + least(gain, 11);
    rows[told++] = SLOTS_AT + 16 * order[0] + 4 * order[1] + order[2];
    rows[told++] = PHASE_AT + (on_turn ? state->phase : 6);
    rows[told++] = LOST_AT + least(greater(0, lost), 5);
    rows[told++] = ENDING_AT + state->ending + (seat ? 0 : 2);
    rows[told++] = TURN_AT + least(state->turn / state->seats, 31);
    for (int kind = 0; kind < 4; kind++) rows[told++] = HELD_AT + HELD_MOST * kind + least(held[kind], HELD_MOST - 1);
    if (player->kept)
        for (int at = 0; at < 2; at++)
            if (player->status[at] == HAND)
                rows[told++] = HAND_AT + 4 * player->leaders[at] + least(3, lacking(player, player->leaders[at], held));
    int less[4], near[3] = {0};
    discounts(player, less);
    for (int at = 0; at < 12; at++) {
        if (!state->pile[at]) continue;
        int card = state->grid[at][state->pile[at] - 1], level = at / 4, shortage = 7;
        if (order[0] == level || order[1] == level || order[2] == level) {
            shortage = 0;
            for (int kind = 0; kind < 4; kind++) shortage += greater(0, card_of[card].cost[kind] - held[kind] - less[kind]);
            shortage = least(shortage, 6);
            int wish = (6 + card_of[card].points) * 2 / (2 + shortage);
            for (int place = 0; place < 3; place++)
                if (wish > near[place]) {
                    int lower = near[place];
                    near[place] = wish, wish = lower;
                }
        }
        rows[told++] = GRID_AT + SHORT * card + shortage;
    }
    for (int place = 0; place < 3; place++) rows[told++] = WISH_AT + WISHED * place + least(near[place], WISHED - 1);
    if (state->seats == 1) {
        rows[told++] = THEIR_FAITH_AT + state->cross;
        for (int colour = 0; colour < 4; colour++)
            rows[told++] = COLUMN_AT + 13 * colour + state->pile[colour] + state->pile[4 + colour] + state->pile[8 + colour];
    } else {
        int cards = 0, furthest = 0;
        for (int other = 0; other < state->seats; other++) {
            if (other == seat) continue;
            const Player *rival = &state->players[other];
            cards = greater(cards, rival->height[0] + rival->height[1] + rival->height[2]);
            furthest = greater(furthest, rival->faith);
        }
        rows[told++] = THEIR_CARDS_AT + least(cards, 7);
        rows[told++] = THEIR_FAITH_AT + furthest;
    }
    return told;
}

typedef struct { float hidden[WIDTH], outputs[OUTPUTS]; } Thought;

static void forward(const Weights *net, const int16_t *rows, int told, Thought *thought)
{
    float sum[WIDTH], direct = 0;
    memcpy(sum, net->bias, sizeof sum);
    for (int at = 0; at < told; at++) {
        const float *row = net->rows[rows[at]];
        for (int lane = 0; lane < WIDTH; lane++) sum[lane] += row[lane];
        direct += net->direct[rows[at]];
    }
    for (int lane = 0; lane < WIDTH; lane++) thought->hidden[lane] = fminf(fmaxf(sum[lane], 0), MOST);
    for (int head = 0; head < OUTPUTS; head++) {
        float out = net->head_bias[head];
        for (int lane = 0; lane < WIDTH; lane++) out += thought->hidden[lane] * net->heads[head][lane];
        thought->outputs[head] = out;
    }
    thought->outputs[0] += direct;
}

static float logistic(float x) { return 1 / (1 + expf(-x)); }

static float strength(const Weights *net, const State *state, int seat)
{
    int16_t rows[MOST_ROWS];
    Thought thought;
    forward(net, rows, rows_of(state, seat, rows), &thought);
    return thought.outputs[0];
}

/* How far a seat is ahead of all others, as a logarithm of odds. */
static float ahead(const Weights *net, const State *state, int seat)
{
    if (state->phase == OVER) {
        float won[MOST_SEATS];
        outcome(state, won);
        return 12 * (2 * won[seat] - 1);
    }
    float mine = strength(net, state, seat), others = 0;
    if (state->seats == 1) return mine;
    if (state->seats == 2) return mine - strength(net, state, 1 - seat);
    for (int other = 0; other < state->seats; other++)
        if (other != seat) others += expf(strength(net, state, other));
    return mine - logf(others);
}

/* Everybody's chance to win. */
void chances(const Weights *net, const State *state, float *chance)
{
    float sum = 0;
    if (state->phase == OVER) {
        outcome(state, chance);
        return;
    }
    for (int seat = 0; seat < state->seats; seat++) sum += chance[seat] = expf(strength(net, state, seat));
    if (state->seats == 1) sum += 1;
    for (int seat = 0; seat < state->seats; seat++) chance[seat] /= sum;
}

void begin(Weights *net, uint64_t seed, const float *direct)
{
    Dice dice = {seed};
    memset(net, 0, sizeof *net);
    for (int row = 0; row < ROWS; row++)
        for (int lane = 0; lane < WIDTH; lane++) net->rows[row][lane] = 0.05f * normal(&dice);
    for (int lane = 0; lane < WIDTH; lane++) {
        net->bias[lane] = 0.1f;
        net->heads[1][lane] = 0.05f * normal(&dice);
    }
    memcpy(net->direct, direct, sizeof net->direct);
}

/* -- games to learn from -------------------------------------------------------------------------------------------- */

enum { TASTES = 6 };

/* What somebody with likings likes: the market, buying, producing, playing leaders, and keeping them or not. */
static int taste_of(int action)
{
    return action < BUY ? 0 : action < CARD ? 1 : action < COLLECT ? 2 : action < PLAY ? 5 : action < DROP ? 3 : action < END ? 4 : 5;
}

/* The action that looks best, off by up to ``haze`` in the logarithm of odds; ``best`` is what the best promises. */
static int glanced(const Weights *net, const State *state, float haze, float heat, const float *tastes, Dice *dice, float *best)
{
    int16_t actions[MOST_ACTIONS];
    int count = leading_on(state, actions), chosen = actions[0], seat = actor(state);
    float felt = -1e9f, now = 0, chance = 0;
    *best = -1e9f;
    if (heat > 0) now = logistic(ahead(net, state, seat));
    for (int at = 0; at < count && count > 1; at++) {
        State after = *state;
        float value;
        if (state->seats == 1 && actions[at] == END) {
            value = ahead(net, state, seat);
        } else {
            play(&after, actions[at], actions[at] == END ? dice : NULL);
            value = ahead(net, &after, seat);
        }
        if (value > *best) *best = value;
        if (heat > 0) chance = logistic(value) - now, value = chance + heat * (uniform(dice) + uniform(dice) - 1);
        else value += haze * (uniform(dice) + uniform(dice) - 1);
        if (tastes) value += tastes[taste_of(actions[at])];
        if (value > felt) felt = value, chosen = actions[at];
    }
    return chosen;
}

/* -- the search, as bots/search.py has it; who plays alone searches too ----------------------------------------------- */

typedef struct Node Node;
typedef struct { int visits, nodes, room, most; float sum; Node **to; } Edge;
struct Node {
    State state;
    int opened, count, tried, visits, seat;
    float values[MOST_SEATS], sum; /* what it is worth to everybody; to the seat on turn, of all that came of it */
    int16_t *actions;
    float *priors;
    Edge *edges;
};
enum { RELUCTANCE = 3, WORLDS = 4 };
typedef struct { char *memory; size_t used, room; } Pool;
typedef struct { int simulations; float haze, heat, curiosity, doubt, sharpness; } Manner;

static void *taken_from(Pool *pool, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (pool->used + size > pool->room) return NULL;
    void *place = pool->memory + pool->used;
    pool->used += size;
    return place;
}

static Node *node_of(Pool *pool, const State *state, const float *values)
{
    Node *node = taken_from(pool, sizeof *node);
    if (!node) return NULL;
    node->state = *state;
    node->seat = actor(state);
    node->opened = node->count = node->tried = 0;
    node->visits = 1;
    memcpy(node->values, values, sizeof node->values);
    node->sum = node->seat < 0 ? 0 : values[node->seat];
    return node;
}

static int turns_up(const State *state, int action)
{
    if (action >= BUY && action < CARD) return state->pile[(action - BUY) / 3] > 1;
    return state->seats == 1 && action == END;
}

/* What follows by itself: a turn with nothing left to do in it ends. */
static void carried_on(State *state)
{
    if (state->phase != DONE || state->seats == 1) return;
    const Player *player = &state->players[state->seat];
    if (player->status[0] != HAND && player->status[1] != HAND) play(state, END, NULL);
}

static int open_node(const Weights *net, Pool *pool, Node *node, const Manner *manner)
{
    int16_t actions[MOST_ACTIONS];
    float shares[MOST_ACTIONS], top = -1e9f, sum = 0;
    int count = leading_on(&node->state, actions);
    for (int at = 0; at < count; at++) {
        State after = node->state;
        if (after.seats == 1 && actions[at] == END) {
            shares[at] = logistic(ahead(net, &after, node->seat));
        } else {
            float chance[MOST_SEATS];
            play(&after, actions[at], NULL);
            chances(net, &after, chance);
            shares[at] = chance[node->seat];
        }
        if (shares[at] > top) top = shares[at];
    }
    for (int at = 0; at < count; at++) shares[at] = expf((shares[at] - top) * manner->sharpness), sum += shares[at];
    node->actions = taken_from(pool, count * sizeof(int16_t));
    node->priors = taken_from(pool, count * sizeof(float));
    node->edges = taken_from(pool, count * sizeof(Edge));
    if (!node->edges) return 0;
    for (int at = 0; at < count; at++) {
        int place = at;
        while (place && node->priors[place - 1] < shares[at] / sum) {
            node->priors[place] = node->priors[place - 1], node->actions[place] = node->actions[place - 1];
            place--;
        }
        node->priors[place] = shares[at] / sum, node->actions[place] = actions[at];
    }
    node->count = count, node->opened = 1;
    return 1;
}

/* What others hide is dealt anew: leaders that were never played, and cards and tokens when they are turned up. */
static void redealt(State *state, int seat, Dice *dice)
{
    int16_t hidden[LEADERS], dealt[LEADERS], other[LEADERS], known[LEADERS] = {0};
    int count = 0;
    for (int at = 0; at < state->seats; at++)
        for (int place = 0; place < state->players[at].played_count; place++) known[state->players[at].played[place]] = 1;
    for (int place = 0; place < 4; place++) known[state->players[seat].offered[place]] = 1;
    for (int leader = 0; leader < LEADERS; leader++) {
        other[leader] = leader;
        if (leader_of[leader].points && !known[leader]) dealt[count] = hidden[count] = leader, count++;
    }
    shuffle(dealt, count, dice);
    for (int at = 0; at < count; at++) other[hidden[at]] = dealt[at];
    for (int at = 0; at < state->seats; at++) {
        Player *player = &state->players[at];
        if (at == seat) continue;
        for (int place = 0; place < 4; place++) player->offered[place] = other[player->offered[place]];
        for (int place = 0; place < 2; place++) player->leaders[place] = other[player->leaders[place]];
    }
}

/* Into how many deals of what others hide a seat should look. */
static int worlds_of(const State *state, int seat)
{
    for (int at = 0; at < state->seats; at++) {
        const Player *player = &state->players[at];
        if (at != seat && player->kept && (player->status[0] == HAND || player->status[1] == HAND)) return WORLDS;
    }
    return 1;
}

static Node *grown(const Weights *net, Pool *pool, const Node *node, int action, int anew, Dice *dice)
{
    State after = node->state;
    float values[MOST_SEATS] = {0};
    int judged = 0;
    if (anew) redealt(&after, node->seat, dice);
    if (turns_up(&after, action)) {
        if (action == END) {
            shuffle(after.tokens, after.token_count, dice);
        } else {
            int at = (action - BUY) / 3;
            State covered = after;
            play(&covered, action, NULL);
            carried_on(&covered);
            chances(net, &covered, values);
            judged = 1;
            shuffle(after.grid[at], after.pile[at] - 1, dice);
        }
    }
    play(&after, action, dice);
    carried_on(&after);
    if (!judged || after.phase == OVER) chances(net, &after, values);
    return node_of(pool, &after, values);
}

static int simulate(const Weights *net, Pool *pool, Node *root, int worlds, const Manner *manner, Dice *dice)
{
    Node *passed[96], *node = root;
    Edge *edges[96];
    int depth = 0;
    for (;;) {
        if (!node->opened && !open_node(net, pool, node, manner)) return 0;
        float curious = manner->curiosity * sqrtf(node->visits), best = -1e9f;
        int chosen = 0;
        for (int at = 0; at < node->tried; at++) {
            Edge *edge = &node->edges[at];
            float score = edge->sum / edge->visits + curious * node->priors[at] / (1 + edge->visits);
            if (score > best) best = score, chosen = at;
        }
        if (node->tried < node->count && node->sum / node->visits - manner->doubt + curious * node->priors[node->tried] > best) {
            chosen = node->tried++;
            Edge *first = &node->edges[chosen];
            memset(first, 0, sizeof *first);
            first->most = turns_up(&node->state, node->actions[chosen]) ? 1 << 30 : node == root ? worlds : 1;
        }
        Edge *edge = &node->edges[chosen];
        passed[depth] = node, edges[depth++] = edge;
        if (edge->nodes >= edge->most || RELUCTANCE * edge->nodes * edge->nodes > edge->visits) {
            node = edge->to[edge->visits % edge->nodes];
            if (node->seat >= 0 && depth < 90) continue;
        } else {
            int anew = node == root && worlds > 1 && edge->nodes;
            Node *leaf = grown(net, pool, node, node->actions[chosen], anew, dice);
            if (!leaf) return 0;
            if (edge->nodes == edge->room) {
                int more = edge->room ? 2 * edge->room : 1;
                Node **to = taken_from(pool, more * sizeof(Node *));
                if (!to) return 0;
                if (edge->nodes) memcpy(to, edge->to, edge->nodes * sizeof(Node *));
                edge->to = to, edge->room = more;
            }
            edge->to[edge->nodes++] = leaf;
            node = leaf;
        }
        break;
    }
    for (int at = 0; at < depth; at++) {
        float value = node->values[passed[at]->seat];
        edges[at]->visits++, edges[at]->sum += value;
        passed[at]->visits++, passed[at]->sum += value;
    }
    return 1;
}

/* The action that is tried most often; what the seat does not know is dealt anew, so that it decides nothing. */
static int searched(const Weights *net, Pool *pool, const State *state, const Manner *manner, Dice *dice, float *found)
{
    State dealt = *state;
    float values[MOST_SEATS] = {0};
    int seat = actor(state), worlds = worlds_of(state, seat);
    redealt(&dealt, seat, dice);
    for (int at = 0; at < 12; at++)
        if (dealt.pile[at] > 2) shuffle(dealt.grid[at], dealt.pile[at] - 1, dice);
    if (dealt.token_count > 1) shuffle(dealt.tokens, dealt.token_count, dice);
    pool->used = 0;
    chances(net, &dealt, values);
    Node *root = node_of(pool, &dealt, values);
    for (int count = 0; count < manner->simulations; count++)
        if (!simulate(net, pool, root, worlds, manner, dice) || root->count == 1) break;
    int best = 0;
    float chance = fminf(fmaxf(root->sum / root->visits, 1e-4f), 1 - 1e-4f), felt = -1;
    *found = root->count == 1 ? -1e9f : logf(chance / (1 - chance));
    for (int at = 0; at < root->tried; at++) {
        float visits = root->edges[at].visits * (1 + manner->haze * uniform(dice));
        if (visits > felt) felt = visits, best = at;
    }
    return root->actions[best];
}

/* What somebody does who searches, in a state whose hidden parts decide nothing. */
int choose(const Weights *net, const State *state, const Manner *manner, uint64_t seed)
{
    Pool pool = {malloc(32u << 20), 0, 32u << 20};
    Dice dice = {seed};
    float chance;
    int action = searched(net, &pool, state, manner, &dice, &chance);
    free(pool.memory);
    return action;
}

/* Games against itself, and the lessons of them: how many. */
int games(const Weights *net, uint64_t seed, int count, int seats, const Manner *manner, float fade, Lesson *lessons, int room_for, float *measure)
{
    Dice dice = {seed};
    Pool pool = {malloc(16u << 20), 0, 16u << 20};
    int made = 0;
    double points = 0, won = 0;
    for (int number = 0; number < count && made + MOST_STEPS < room_for; number++) {
        State state;
        float thought[MOST_STEPS];
        int seen[MOST_STEPS], steps = 0, kept = 0;
        float haze_of[2] = {manner->haze, manner->haze}, tastes[2][TASTES] = {{0}};
        if (below(&dice, 8) == 0) haze_of[below(&dice, 2)] *= 4; /* some err more */
        int thinks[2] = {0};
        for (int seat = 0; seat < seats; seat++) /* and some have likings, so that every way to play is tried */
            if (manner->simulations && below(&dice, 4))
                thinks[seat] = 1;
            else if (below(&dice, 2))
                for (int taste = 0; taste < TASTES - 1; taste++) tastes[seat][taste] = (taste == 4 ? 1.0f : 0.3f) * normal(&dice);
        fresh(&state, seats, &dice);
        while (state.phase != OVER && steps++ < MOST_STEPS - 2) {
            float best;
            int seat = actor(&state), action;
            if (thinks[seat] && state.phase != SETUP)
                action = searched(net, &pool, &state, manner, &dice, &best);
            else
                action = glanced(net, &state, haze_of[seat], 0, tastes[seat], &dice, &best);
            if (below(&dice, state.phase == SETUP ? 3 : 100) == 0) { /* now and then anything */
                int16_t actions[MOST_ACTIONS];
                action = actions[below(&dice, leading_on(&state, actions))];
            }
            if (best > -1e8f) {
                float chance = logistic(best);
                thought[kept] = seat ? 1 - chance : chance;
            } else {
                thought[kept] = -1;
            }
            State covered = state;
            play(&state, action, &dice);
            if (state.phase == OVER) break;
            const State *told = &state;
            if (action >= BUY && action < CARD && below(&dice, 2)) { /* the same moment before a card is turned up */
                play(&covered, action, NULL);
                told = &covered;
            }
            if (told->phase != OVER && below(&dice, 3) == 0) {
                Lesson *lesson = &lessons[made++];
                lesson->count = rows_of(told, seat, lesson->rows);
                lesson->theirs = seats == 1 ? 0 : rows_of(told, 1 - seat, lesson->their_rows);
                seen[kept++] = seat + 2;
            } else {
                seen[kept++] = 0;
            }
        }
        float shares[MOST_SEATS], coming = 0.5f * (seats > 1);
        if (state.phase == OVER) outcome(&state, shares), coming = shares[0];
        won += coming;
        for (int seat = 0; seat < seats; seat++) points += total_points(&state.players[seat]) / (double)seats;
        int at = made;
        for (int place = kept - 1; place >= 0; place--) {
            if (seen[place]) {
                Lesson *lesson = &lessons[--at];
                int seat = seen[place] - 2;
                lesson->worth = seat ? 1 - coming : coming;
                lesson->points = total_points(&state.players[seat]) / 16.0f;
            }
            if (thought[place] >= 0) coming = fade * coming + (1 - fade) * thought[place];
        }
    }
    free(pool.memory);
    measure[0] = points / count, measure[1] = won / count;
    return made;
}

/* Two players against each other, every deal twice with seats swapped: what the first wins, out of 2 * pairs; or one
   alone, so many games. The mean points of the first are told. */
float match(const Weights *one, const Weights *other, uint64_t seed, int deals, int seats, const Manner *manners, float *points)
{
    Pool pool = {malloc(128u << 20), 0, 128u << 20};
    float won = 0, best;
    *points = 0;
    for (int number = 0; number < seats * deals; number++) {
        Dice deal = {seed + number / seats}, dice = {~seed + number};
        State state;
        int first = number % seats, steps = 0;
        fresh(&state, seats, &deal);
        while (state.phase != OVER && steps++ < MOST_STEPS) {
            int mine = actor(&state) == first;
            const Manner *manner = &manners[!mine];
            const Weights *net = mine ? one : other;
            int action = manner->simulations && state.phase != SETUP
                ? searched(net, &pool, &state, manner, &dice, &best)
                : glanced(net, &state, manner->haze, manner->heat, NULL, &dice, &best);
            play(&state, action, &deal);
        }
        float shares[MOST_SEATS];
        outcome(&state, shares);
        won += shares[first];
        *points += total_points(&state.players[first]) / (float)(seats * deals);
    }
    free(pool.memory);
    return won;
}

/* -- learning ------------------------------------------------------------------------------------------------------- */

typedef struct { Weights mean, square, slope; uint8_t touched[ROWS]; int steps; } Memory;

int memory_size(void) { return sizeof(Memory); }

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

static void backward(const Weights *net, Memory *memory, const int16_t *rows, int told, const Thought *thought, float worth, float points)
{
    Weights *slope = &memory->slope;
    float back[WIDTH];
    slope->head_bias[0] += worth, slope->head_bias[1] += points;
    for (int lane = 0; lane < WIDTH; lane++) {
        float hidden = thought->hidden[lane];
        slope->heads[0][lane] += worth * hidden, slope->heads[1][lane] += points * hidden;
        back[lane] = hidden <= 0 || hidden >= MOST ? 0 : worth * net->heads[0][lane] + points * net->heads[1][lane];
        slope->bias[lane] += back[lane];
    }
    for (int at = 0; at < told; at++) {
        float *row = slope->rows[rows[at]];
        memory->touched[rows[at]] = 1;
        slope->direct[rows[at]] += worth;
        for (int lane = 0; lane < WIDTH; lane++) row[lane] += back[lane];
    }
}

/* Steps of learning on batches drawn from the lessons; the mean losses of worth and points. */
void learn(Weights *net, Memory *memory, const Lesson *lessons, int count, int steps, int batch, float rate, float decay, uint64_t seed, float *losses)
{
    Dice dice = {seed};
    double lost[2] = {0};
    for (int step = 0; step < steps; step++) {
        for (int turn = 0; turn < batch; turn++) {
            const Lesson *lesson = &lessons[below(&dice, count)];
            Thought mine, theirs;
            forward(net, lesson->rows, lesson->count, &mine);
            float output = mine.outputs[0];
            if (lesson->theirs) {
                forward(net, lesson->their_rows, lesson->theirs, &theirs);
                output -= theirs.outputs[0];
            }
            float chance = logistic(output), wanted = lesson->worth, off = mine.outputs[1] - lesson->points;
            lost[0] -= wanted * logf(chance + 1e-6f) + (1 - wanted) * logf(1 - chance + 1e-6f);
            lost[1] += off * off;
            float error = (chance - wanted) / batch;
            backward(net, memory, lesson->rows, lesson->count, &mine, error, 0.1f * off / batch);
            if (lesson->theirs) backward(net, memory, lesson->their_rows, lesson->theirs, &theirs, -error, 0);
        }
        memory->steps++;
        float pace = memory->steps < 200 ? rate * memory->steps / 200 : rate;
        for (int row = 0; row < ROWS; row++)
            if (memory->touched[row]) {
                adam(net->rows[row], memory->mean.rows[row], memory->square.rows[row], memory->slope.rows[row], WIDTH, pace, decay);
                memory->touched[row] = 0;
            }
        int rest = WEIGHTS - ROWS * WIDTH;
        adam(net->bias, memory->mean.bias, memory->square.bias, memory->slope.bias, rest, pace, decay);
    }
    losses[0] = lost[0] / steps / batch, losses[1] = lost[1] / steps / batch;
}
