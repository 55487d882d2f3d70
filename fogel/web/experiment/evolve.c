/* A trial as fast as a browser can run it: WebAssembly, made from this file by `make wasm`.
 *
 * It says once more, and under the same names, what the chapters' functions say, which are there to be read; a test
 * compares it with the package, bit for bit. Here every array is laid out in memory by hand, and a layer has twelve
 * nodes, so that two sums are worked out in one step.
 *
 * How large a game is, it is told in `sizes`. What plays is compiled twice: where the sizes are those of the standard game
 * they are constants, those in STANDARD, and its loops are as fast as if there were no other game.
 */
// twin of fogel.network.exponential_fraction, fogel.network.exponential, fogel.network.sigmoid, fogel.network.layer
// twin of fogel.network.choose_square, fogel.network.random_network
// twin of fogel.replication.replicate_weights, fogel.replication.change_structure, fogel.replication.rebuild
// twin of fogel.selection.total_payoff, fogel.selection.draw_rivals, fogel.selection.second_round
// twin of fogel.selection.rank, fogel.selection.survivors, fogel.selection.best_player
// twin of fogel.engine.games.answer, fogel.engine.population.none_in, fogel.engine.games.play_games
// twin of fogel.engine.games.work_out_chances
// twin of fogel.engine.games.expected_payoff, fogel.engine.generations.parents_first, fogel.engine.generations.make_evolve

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef uint64_t u64;

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PADDED = 12, MOST_SQUARES = 32, SQUARES = 9, FIRST_REPLIES = 8 };

/* How large the game is, in the order of sizesOf in fast.js. */
struct Sizes {
  u32 squares, outputs, replies; /* outputs: nodes of the padded layer; replies: those that a row has room for */
  u32 wide; /* whether positions have 32 bits, not 16 */
  u32 asked, over; /* positions on which the network is asked; those on which the game goes on */
  u32 starts[2]; /* where games begin, in turn */
  u32 first_replies; /* squares that are open when the opponent moves first */
} sizes;

#define INLINE static inline __attribute__((always_inline))
#define IS_STANDARD (sizes.squares == SQUARES && sizes.replies == FIRST_REPLIES && !sizes.wide)
static const struct Sizes STANDARD = {.squares = SQUARES, .outputs = PADDED, .replies = FIRST_REPLIES}; /* of its, these */

/* The settings in numbers, in the order of RULES in fast.js. */
struct Rules {
  double parents, games, min_hidden, max_hidden, weight_range, bias, noise, change_probability, change_first,
      delete_newest, forced_replies, exact, win_payoff, tie_payoff, loss_payoff, replay_parents, rivals, repeat_rivals,
      equal_is_beaten, only_highest_score, rank_ties;
} rules;

/* Where everything stands, in the order of arraysOf in fast.js. By slot: where a network lives, as long as it does.
 * By row: its place in the generation, parents first. By number: who it is, counted from 1. */
struct World {
  double *boards; /* by position and square */
  void *after; /* so, as u16 or u32; `at` reads it */
  double *reply_sums; /* by position and reply */
  void *reply_next;
  i32 *winners;
  double *wi, *fi; /* the strips under the normal curve: widths and heights, */
  u64 *ki; /* and where each is inside for sure */
  i32 *nodes; /* by slot */
  double *hidden; /* and by input, the bias node last, and node */
  double *output; /* and by node, the bias node last, and square */
  void *answers; /* and by position: that after the move, NONE until it is known */
  i32 (*results)[3];
  double (*chances)[3]; /* of a win, a loss and a tie in one game, NaN until they are worked out */
  i32 *numbers;
  i32 *slots, *rivals, *scores, *survivors; /* by row; of rivals, as many as each has */
  double *payoffs, *standing;
  i32 *parent_of; /* by number, less 1 */
  double *reached; /* by position: the chance to come there, 0 between uses */
  i32 *pool;
  u32 count, rivals_each, best, first_number; /* networks that survive; the best player's row; the next child's number */
} world;

static u64 state_high, state_low, increment_high, increment_low; /* 128 bits each */
static u32 waiting, is_waiting; /* half of a draw that integers() left over */

extern u8 __heap_base;
static u32 top;

/* So many bytes that nobody else has; 0 if there is no room. */
u32 EXPORT(reserve)(u32 bytes) {
  if (!top) top = ((u32)&__heap_base + 15) & ~15u;
  u32 place = top;
  u64 end = ((u64)top + bytes + 15) & ~15ull, there = (u64)__builtin_wasm_memory_size(0) << 16;
  if (end > there && __builtin_wasm_memory_grow(0, (end - there + 65535) >> 16) == (__SIZE_TYPE__)-1) return 0;
  top = end;
  return place;
}

u32 EXPORT(rules_at)(void) { return (u32)&rules; }
u32 EXPORT(sizes_at)(void) { return (u32)&sizes; }
u32 EXPORT(world_at)(void) { return (u32)&world; }

/* A position in an array of positions. */
INLINE u32 at(const void *positions, u32 place, u32 wide) {
  return wide ? ((const u32 *)positions)[place] : ((const u16 *)positions)[place];
}

INLINE void put(void *positions, u32 place, u32 position, u32 wide) {
  if (wide) ((u32 *)positions)[place] = position;
  else ((u16 *)positions)[place] = (u16)position;
}

/* What is no position: the largest number that there is. */
INLINE u32 none_in(u32 wide) { return wide ? 0xffffffffu : 65535; }

/* random: PCG64, as NumPy draws from it. */

/* The upper half of a product, by 32-bit halves: no processor of a browser's has 128 bits. */
static u64 upper(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (u32)middle;
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

static void step(void) { /* state = state * MULTIPLIER + increment */
  const u64 HIGH = 2549297995355413924ull, LOW = 4865540595714422341ull;
  u64 high = upper(state_low, LOW) + state_high * LOW + state_low * HIGH;
  state_low = state_low * LOW + increment_low;
  state_high = high + increment_high + (state_low < increment_low);
}

static u64 next64(void) {
  step();
  u64 mixed = state_high ^ state_low, turn = state_high >> 58;
  return (mixed >> turn) | (mixed << (-turn & 63));
}

/* Begins with the four words that SeedSequence makes of a seed and a trial. */
void EXPORT(seed)(u64 high, u64 low, u64 sequence_high, u64 sequence_low) {
  increment_high = sequence_high << 1 | sequence_low >> 63;
  increment_low = sequence_low << 1 | 1;
  state_low = increment_low + low; /* one step from 0, and the first two words */
  state_high = increment_high + high + (state_low < low);
  step();
  is_waiting = 0;
}

static double uniform(void) { return (double)(next64() >> 11) * 0x1p-53; }

static u32 next32(void) {
  if (is_waiting) {
    is_waiting = 0;
    return waiting;
  }
  u64 both = next64();
  waiting = (u32)(both >> 32), is_waiting = 1;
  return (u32)both;
}

/* A whole number from `least` to `most`: Lemire's method, a product whose upper half is the number. */
static i32 integer(i32 least, i32 most) {
  u32 count = (u32)(most - least) + 1;
  if (count == 1) return least;
  u64 product = (u64)next32() * count;
  if ((u32)product < count)
    for (u32 threshold = -count % count; (u32)product < threshold;) product = (u64)next32() * count;
  return least + (i32)(product >> 32);
}

/* The exponential as numerator / denominator. The constants and the order of every operation are those of network.py. */
struct Fraction {
  double numerator, denominator;
};

static inline struct Fraction exponential_fraction(double x) {
  const double LARGEST = 708.0, LOG2_E = 1.4426950408889634, ROUNDER = 0x1.8p52;
  const double LN2_HIGH = 6.93145751953125e-1, LN2_LOW = 1.42860682030941723212e-6;
  x = x < -LARGEST ? -LARGEST : x;
  x = x > LARGEST ? LARGEST : x;
  double k = (x * LOG2_E + ROUNDER) - ROUNDER;
  double r = (x - k * LN2_HIGH) - k * LN2_LOW, rr = r * r;
  double p = r * (9.99999999999999999910e-1 + rr * (3.02994407707441961300e-2 + rr * 1.26177193074810590878e-4));
  double q = 2.0 + rr * (2.27265548208155028766e-1 + rr * (2.52448340349684104192e-3 + rr * 3.00198505138664455042e-6));
  union { u64 bits; double value; } power = {(u64)((int64_t)k + 1023) << 52};
  return (struct Fraction){(q + p) * power.value, q - p};
}

/* ln(1 + x) of an x above -1, not above 0: log1p of random.js, after s_log1p.c of fdlibm.
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
static double log_1p(double x) {
  const double HALF_ROOT = 0x1.6a09ep-1, LN2_FIRST = 6.93147180369123816490e-1, LN2_REST = 1.90821492927058770002e-10;
  double sum = 1.0 + x, scaled = sum;
  int exponent = 0;
  for (; scaled < HALF_ROOT; exponent--) scaled *= 2.0;
  double f = exponent ? scaled - 1.0 : x, lost = exponent ? (x - (sum - 1.0)) / sum : 0.0;
  double half = 0.5 * f * f, s = f / (2.0 + f), z = s * s, z2 = z * z, z4 = z2 * z2;
  double series = z * 6.666666666666735130e-1 + z2 * (3.999999999940941908e-1 + z * 2.857142874366239149e-1) +
                  z4 * (2.222219843214978396e-1 + z * 1.818357216161805012e-1) +
                  z4 * z2 * (1.531383769920937332e-1 + z * 1.479819860511658591e-1);
  return exponent * LN2_FIRST - (half - (s * (half + series) + (exponent * LN2_REST + lost)) - f);
}

/* Of the standard normal distribution: the ziggurat, 256 strips of equal area, and the tail beyond 3.65. */
double EXPORT(normal)(void) {
  const double R = 3.6541528853610087963519472518, INVERSE_R = 0.27366123732975827203338247596;
  for (;;) {
    u64 drawn = next64();
    u32 strip = drawn & 255;
    int negative = drawn >> 8 & 1;
    u64 size = drawn >> 9 & 0xfffffffffffffull;
    double x = (double)size * world.wi[strip];
    if (negative) x = -x;
    if (size < world.ki[strip]) return x;
    if (strip == 0) {
      for (;;) {
        double further = -INVERSE_R * log_1p(-uniform()), other = -log_1p(-uniform());
        if (other + other > further * further) return size >> 8 & 1 ? -(R + further) : R + further;
      }
    }
    double lower = world.fi[strip], upper = world.fi[strip - 1];
    struct Fraction height = exponential_fraction(-0.5 * x * x);
    if ((upper - lower) * uniform() + lower < height.numerator / height.denominator) return x;
  }
}

/* network: the forward pass. */

static inline double sigmoid(double x) {
  struct Fraction power = exponential_fraction(-x);
  return power.denominator / (power.denominator + power.numerator);
}

/* sums[k] = values[0] links[0][k] + values[1] links[1][k] + ..., in this order, and the bias, the last row, last. */
#define LAYER(links, values, count, width, sums)                                        \
  for (u32 k = 0; k < width; k++) sums[k] = 0.0;                                        \
  for (u32 i = 0; i < count; i++)                                                       \
    for (u32 k = 0; k < width; k++) sums[k] += (values)[i] * (links)[i * (width) + k];  \
  for (u32 k = 0; k < width; k++) sums[k] += (links)[(count) * (width) + k];

INLINE u32 hidden_links(struct Sizes in) { return (in.squares + 1) * PADDED; } /* of one slot */
INLINE u32 output_links(struct Sizes in) { return (PADDED + 1) * in.outputs; }

/* The position after the move of the network in a slot. */
INLINE u32 answer_in(u32 slot, u32 asked, struct Sizes in) {
  const double *board = world.boards + asked * in.squares;
  const double *hidden = world.hidden + slot * hidden_links(in), *output = world.output + slot * output_links(in);
  double levels[PADDED], sums[MOST_SQUARES];
  LAYER(hidden, board, in.squares, PADDED, levels)
  for (int k = 0; k < PADDED; k++) levels[k] = sigmoid(levels[k]);
  LAYER(output, levels, PADDED, in.outputs, sums)
  u32 best = 0;
  double largest = -__builtin_inf();
  for (u32 square = 0; square < in.squares; square++)
    if (board[square] == 0.0 && sums[square] > largest) best = square, largest = sums[square];
  return at(world.after, asked * in.squares + best, in.wide);
}

static __attribute__((noinline)) u32 answer(u32 slot, u32 asked) {
  return IS_STANDARD ? answer_in(slot, asked, STANDARD) : answer_in(slot, asked, sizes);
}

static u32 answered(u32 slot, u32 asked) {
  u32 place = slot * sizes.asked + asked, position = at(world.answers, place, sizes.wide);
  if (position == none_in(sizes.wide)) {
    position = answer(slot, asked);
    put(world.answers, place, position, sizes.wide);
  }
  return position;
}

/* replication. Weights in rows, as the chapters have them, until they are written into a slot. */

struct Weights {
  i32 nodes;
  double hidden[PADDED][MOST_SQUARES], output[MOST_SQUARES][PADDED + 1]; /* of the rows, as much as there are nodes */
} one; /* that is worked on */

static void read_weights(u32 slot) {
  const double *hidden = world.hidden + slot * hidden_links(sizes), *output = world.output + slot * output_links(sizes);
  one.nodes = world.nodes[slot];
  for (int node = 0; node < one.nodes; node++)
    for (u32 i = 0; i <= sizes.squares; i++) one.hidden[node][i] = hidden[i * PADDED + node];
  for (u32 square = 0; square < sizes.squares; square++) {
    for (int node = 0; node < one.nodes; node++) one.output[square][node] = output[node * sizes.outputs + square];
    one.output[square][one.nodes] = output[PADDED * sizes.outputs + square];
  }
}

static void write_network(u32 slot, i32 number) {
  double *hidden = world.hidden + slot * hidden_links(sizes), *output = world.output + slot * output_links(sizes);
  u32 known = sizes.asked * (sizes.wide ? 4 : 2);
  __builtin_memset(hidden, 0, hidden_links(sizes) * sizeof *hidden);
  __builtin_memset(output, 0, output_links(sizes) * sizeof *output);
  __builtin_memset((u8 *)world.answers + slot * known, 255, known);
  world.numbers[slot] = number;
  world.nodes[slot] = one.nodes;
  for (int node = 0; node < one.nodes; node++)
    for (u32 i = 0; i <= sizes.squares; i++) hidden[i * PADDED + node] = one.hidden[node][i];
  for (u32 square = 0; square < sizes.squares; square++) {
    for (int node = 0; node < one.nodes; node++) output[node * sizes.outputs + square] = one.output[square][node];
    output[PADDED * sizes.outputs + square] = one.output[square][one.nodes];
  }
  world.chances[slot][0] = __builtin_nan("");
}

/* A new last node, with weights of 0. */
static void add_node(void) {
  int added = one.nodes++;
  for (u32 i = 0; i <= sizes.squares; i++) one.hidden[added][i] = 0.0;
  for (u32 square = 0; square < sizes.squares; square++) {
    one.output[square][added + 1] = one.output[square][added];
    one.output[square][added] = 0.0;
  }
}

static void delete_node(int deleted) {
  one.nodes--;
  for (int node = deleted; node < one.nodes; node++)
    for (u32 i = 0; i <= sizes.squares; i++) one.hidden[node][i] = one.hidden[node + 1][i];
  for (u32 square = 0; square < sizes.squares; square++)
    for (int node = deleted; node <= one.nodes; node++) one.output[square][node] = one.output[square][node + 1];
}

static void change_structure(void) {
  if (!(uniform() < rules.change_probability)) return;
  if (uniform() < 0.5) {
    if (one.nodes < rules.max_hidden) add_node();
  } else if (one.nodes > rules.min_hidden) {
    delete_node(rules.delete_newest ? one.nodes - 1 : (int)(uniform() * one.nodes));
  }
}

static void without_bias(void) {
  for (int node = 0; node < one.nodes; node++) one.hidden[node][sizes.squares] = 0.0;
  for (u32 square = 0; square < sizes.squares; square++) one.output[square][one.nodes] = 0.0;
}

static void replicate_weights(void) {
  if (rules.change_first) change_structure();
  for (int node = 0; node < one.nodes; node++)
    for (u32 i = 0; i <= sizes.squares; i++) one.hidden[node][i] += 0.0 + rules.noise * normal();
  for (u32 square = 0; square < sizes.squares; square++)
    for (int node = 0; node <= one.nodes; node++) one.output[square][node] += 0.0 + rules.noise * normal();
  if (!rules.change_first) change_structure();
  if (!rules.bias) without_bias();
}

static void random_network(void) {
  double least = -rules.weight_range, span = rules.weight_range - least;
  one.nodes = integer((i32)rules.min_hidden, (i32)rules.max_hidden);
  for (int node = 0; node < one.nodes; node++)
    for (u32 i = 0; i <= sizes.squares; i++) one.hidden[node][i] = least + span * uniform();
  for (u32 square = 0; square < sizes.squares; square++)
    for (int node = 0; node <= one.nodes; node++) one.output[square][node] = least + span * uniform();
  if (!rules.bias) without_bias();
}

static void replicate(u32 parent, u32 child, i32 number) {
  read_weights(parent);
  replicate_weights();
  write_network(child, number);
}

/* The founders, in the first slots. */
void EXPORT(found)(void) {
  world.count = (u32)rules.parents;
  world.first_number = world.count + 1;
  for (u32 row = 0; row < 2 * world.count; row++) world.slots[row] = row;
  for (u32 row = 0; row < world.count; row++) {
    random_network();
    write_network(row, row + 1);
    world.survivors[row] = row;
    world.parent_of[row] = 0;
  }
}

/* The games. */

INLINE void play_games_in(u32 slot, struct Sizes in) {
  const struct World here = world; /* copies: nothing that is written below can change them */
  const struct Sizes all = sizes;
  const u32 over = all.over, wide = in.wide;
  void *answers = (u8 *)here.answers + slot * all.asked * (wide ? 4 : 2);
  i32 wins = 0, losses = 0, games = (i32)rules.games;
  int forced_replies = rules.forced_replies != 0;
  for (i32 game = 0; game < games; game++) {
    u32 start = all.starts[game & 1], position = start;
    for (;;) {
      u32 asked = position;
      position = at(answers, asked, wide);
      if (position == none_in(wide)) put(answers, asked, position = answer(slot, asked), wide);
      if (position >= over) break;
      u32 place = 0;
      if (forced_replies && asked == start) {
        place = (u32)game % all.first_replies;
      } else {
        double u = uniform();
        for (u32 k = 0; k < in.replies; k++) place += here.reply_sums[position * in.replies + k] <= u;
      }
      position = at(here.reply_next, position * in.replies + place, wide);
      if (position >= over) break;
    }
    wins += here.winners[position] == 1;
    losses += here.winners[position] == -1;
  }
  i32 *results = here.results[slot];
  results[0] = wins, results[1] = losses, results[2] = games - wins - losses;
}

static void play_games(u32 slot) {
  if (IS_STANDARD) play_games_in(slot, STANDARD);
  else play_games_in(slot, sizes);
}

static double total_payoff(double wins, double losses, double ties) {
  return wins * rules.win_payoff + ties * rules.tie_payoff + losses * rules.loss_payoff;
}

/* The place in `chances` of what a final position is to the network. */
static u32 end_of(u32 position) { return world.winners[position] > 0 ? 0 : world.winners[position] < 0 ? 1 : 2; }

/* The exact expectation of the total payoff of the network in a slot: chances flow down the tree of games. */
double EXPORT(expected_payoff)(u32 slot) {
  double *chances = world.chances[slot], *reached = world.reached;
  if (chances[0] != chances[0]) {
    double ends[3] = {0.0, 0.0, 0.0}; /* as in `chances` */
    const u32 over = sizes.over, replies = sizes.replies, wide = sizes.wide;
    reached[sizes.starts[0]] += 0.5, reached[sizes.starts[1]] += 0.5;
    for (u32 asked = 0; asked < sizes.asked; asked++) {
      double chance = reached[asked], before = 0.0;
      if (chance == 0.0) continue;
      reached[asked] = 0.0;
      u32 position = answered(slot, asked);
      if (position >= over) {
        ends[end_of(position)] += chance;
        continue;
      }
      for (u32 place = 0; place < replies; place++) {
        double share = world.reply_sums[position * replies + place] - before;
        before = world.reply_sums[position * replies + place];
        if (rules.forced_replies && asked == sizes.starts[0])
          share = place < sizes.first_replies ? 1.0 / sizes.first_replies : 0.0;
        if (!(share > 0.0)) continue;
        u32 following = at(world.reply_next, position * replies + place, wide);
        if (following < over) reached[following] += chance * share;
        else ends[end_of(following)] += chance * share;
      }
    }
    chances[0] = ends[0], chances[1] = ends[1], chances[2] = ends[2];
  }
  return rules.games * total_payoff(chances[0], chances[1], chances[2]);
}

/* selection. */

static void draw_rivals(u32 networks) {
  u32 others = networks - 1, count = (u32)rules.rivals;
  if (!(rules.repeat_rivals && others > 0) && count > others) count = others;
  world.rivals_each = count;
  for (u32 network = 0; network < networks; network++) {
    i32 *pool = world.pool, *rivals = world.rivals + network * count;
    for (u32 other = 0; other < others; other++) pool[other] = other < network ? other : other + 1;
    for (u32 place = 0; place < count; place++) {
      if (rules.repeat_rivals) {
        rivals[place] = pool[(u32)(uniform() * others)];
        continue;
      }
      u32 drawn = place + (u32)(uniform() * (others - place));
      i32 rival = pool[drawn];
      pool[drawn] = pool[place], pool[place] = rival;
      rivals[place] = rival;
    }
  }
}

static void second_round(u32 networks) {
  for (u32 network = 0; network < networks; network++) {
    world.scores[network] = 0;
    for (u32 place = 0; place < world.rivals_each; place++) {
      double gap = world.payoffs[network] - world.payoffs[world.rivals[network * world.rivals_each + place]];
      world.scores[network] += gap > 0 || (gap == 0 && rules.equal_is_beaten);
    }
  }
}

static void rank(u32 networks) {
  for (u32 network = 0; network < networks; network++) {
    double luck = uniform();
    if (rules.rank_ties > 0) luck = 0.5 * luck + ((2 * network < networks) == (rules.rank_ties == 1) ? 0.5 : 0.0);
    world.standing[network] = world.scores[network] + luck;
  }
}

/* How many stand before a row: those with a higher standing, and of those with the same one whoever comes first. */
static u32 ahead_of(u32 row, u32 networks) {
  u32 ahead = 0;
  for (u32 other = 0; other < networks; other++)
    ahead += world.standing[other] > world.standing[row] || (world.standing[other] == world.standing[row] && other < row);
  return ahead;
}

static u32 survivors(u32 networks) {
  u32 first = 0, count = 0;
  for (u32 row = 1; row < networks; row++)
    if (world.standing[row] > world.standing[first]) first = row;
  for (u32 row = 0; row < networks; row++)
    if ((!rules.only_highest_score || world.scores[row] == world.scores[first]) && ahead_of(row, networks) < rules.parents)
      world.survivors[count++] = row;
  return count;
}

static u32 best_player(u32 networks) {
  u32 best = 0;
  for (u32 row = 1; row < networks; row++) {
    double ahead = world.payoffs[row] - world.payoffs[best];
    if (ahead > 0 || (ahead == 0 && world.standing[row] > world.standing[best])) best = row;
  }
  return best;
}

/* The slots of the rows that survive to the front, the others after them, in their order. */
static void parents_first(u32 networks) {
  i32 *old = world.pool;
  __builtin_memcpy(old, world.slots, networks * sizeof *old);
  u32 front = 0, back = world.count;
  for (u32 row = 0; row < networks; row++) {
    if (front < world.count && (u32)world.survivors[front] == row) world.slots[front++] = old[row];
    else world.slots[back++] = old[row];
  }
}

/* One generation: replication, games, second round, selection. */
void EXPORT(evolve)(void) {
  u32 count = world.count, networks = 2 * count;
  int is_first = world.first_number == (u32)rules.parents + 1;
  parents_first(2 * (u32)rules.parents);
  for (u32 row = 0; row < count; row++) {
    u32 parent = world.slots[row], child = world.slots[count + row];
    replicate(parent, child, world.first_number + row);
    world.parent_of[world.first_number + row - 1] = world.numbers[parent];
  }
  for (u32 row = 0; row < networks; row++) {
    u32 slot = world.slots[row];
    if (rules.exact) {
      world.payoffs[row] = expected_payoff(slot);
      continue;
    }
    if (rules.replay_parents || row >= count || is_first) play_games(slot);
    const i32 *results = world.results[slot];
    world.payoffs[row] = total_payoff(results[0], results[1], results[2]);
  }
  draw_rivals(networks);
  second_round(networks);
  rank(networks);
  world.best = best_player(networks);
  world.first_number += count;
  world.count = survivors(networks);
}
