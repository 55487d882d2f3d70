/* Passes the conformance kit's files of chapters 1 to 5, but for the whole generation, by what the kit's page says.
 * cc -std=c99 -ffp-contract=off -O2 chapters.c -lm -o chapters && ./chapters . */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 10, SQUARES = 9, NETWORKS = 64, LONGEST = 1 << 20, NUMBERS = 1 << 15 };
typedef struct { int nodes; double hidden[MOST][10], output[SQUARES][MOST + 1]; } Network;
typedef struct { int least, most, first, newest, bias; double noise, change; } Replication;
static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static char line[LONGEST];
static double draws[NUMBERS], *next_draw;
static int checks, failures;
/* Reading: all numbers that follow a name in the line, whatever brackets they stand in; true is 1 and false 0. */
static int numbers(const char *name, double *out) {
    char key[40];
    int count = 0, depth = 0;
    snprintf(key, sizeof key, "\"%s\": ", name);
    char *at = strstr(line, key);
    if (!at) fprintf(stderr, "no %s in: %.60s\n", name, line), exit(2);
    for (at += strlen(key); *at; at++) {
        depth += (*at == '[') - (*at == ']');
        if (*at == 't' || *at == 'f') out[count++] = *at == 't', at = strchr(at, 'e');
        else if (strchr("-0123456789", *at)) out[count++] = strtod(at, &at), at--;
        if (depth == 0 && strchr("]},", at[1])) break;
    }
    return count;
}
static double number(const char *name) { double one[1]; return numbers(name, one), one[0]; }
static int has(const char *words) { return strstr(line, words) != NULL; }
static void expect(const char *name, const double *found, int count) {
    static double due[NUMBERS];
    int same = numbers(name, due) == count && !memcmp(found, due, count * sizeof *found);
    if (checks++, !same) failures++, printf("  wrong: %s in %.70s\n", name, line);
}
static void expect_one(const char *name, double found) { expect(name, &found, 1); }
static double drawn(void) { return *next_draw++; }
/* Rows of hidden weights stand one after another already; those of the outputs have room for ten nodes. */
static Network read_network(void) {
    Network one = {.nodes = number("hidden_nodes")};
    double flat[SQUARES * (MOST + 1)], *next = flat;
    numbers("hidden", one.hidden[0]), numbers("output", flat);
    for (int s = 0; s < SQUARES; s++) for (int n = 0; n <= one.nodes; n++) one.output[s][n] = *next++;
    return one;
}
static void expect_child(Network one) {
    double flat[SQUARES * (MOST + 1)], *next = flat;
    for (int s = 0; s < SQUARES; s++) for (int n = 0; n <= one.nodes; n++) *next++ = one.output[s][n];
    expect_one("child_nodes", one.nodes), expect("child_hidden", one.hidden[0], 10 * one.nodes);
    expect("child_output", flat, next - flat);
}
static double winner(const double *board) { /* chapter 1 */
    double won = 0;
    for (int k = 0; k < 8; k++)
        if (fabs(board[LINES[k][0]] + board[LINES[k][1]] + board[LINES[k][2]]) == 3) won = board[LINES[k][0]];
    return won;
}
static int open_squares(const double *board, double *out) {
    int count = 0;
    for (int k = 0; k < SQUARES; k++) if (!board[k]) out[count++] = k;
    return count;
}
static double sigmoid(double x) { /* chapter 2 */
    const double R = 1.5 * 4503599627370496.0, y = fmin(fmax(-x, -708.0), 708.0), k = (y * 1.4426950408889634 + R) - R;
    const double r = (y - k * 0.693145751953125) - k * 1.4286068203094173e-06, s = r * r;
    const double p = r * (1.0 + s * (0.030299440770744195 + s * 0.00012617719307481058));
    const double q = 2.0 + s * (0.22726554820815503 + s * (0.002524483403496841 + s * 3.0019850513866446e-06));
    return (q - p) / ((q - p) + ldexp(q + p, (int)k));
}
static double total(const double *values, int count, const double *weights) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += values[i] * weights[i];
    return sum + weights[count];
}
static int choose(const Network *one, const double *board, double *activations, double *sums) {
    int best = -1;
    for (int n = 0; n < one->nodes; n++) activations[n] = sigmoid(total(board, SQUARES, one->hidden[n]));
    for (int s = 0; s < SQUARES; s++) {
        sums[s] = total(activations, one->nodes, one->output[s]);
        if (!board[s] && (best < 0 || sums[s] > sums[best])) best = s;
    }
    return best;
}
/* Chapter 3: the rule that decides; `by` is s for squares, l for lines, f for the first line. */
static int rule(const double *board, int marker, char by, double slip, double *odds, double *chances) {
    const int marks[3] = {-1, 1, marker}, held[3] = {2, 2, 1};
    double free = open_squares(board, odds), sum = 0;
    int rule = 0, found = 0;
    memset(odds, 0, SQUARES * sizeof *odds);
    for (; rule < 3 && !found; rule++)
        for (int k = 0; k < 8 && !(by == 'f' && found); k++) {
            int with = 0, empty = 0;
            for (int i = 0; i < 3; i++) with += board[LINES[k][i]] == marks[rule], empty += !board[LINES[k][i]];
            for (int i = 0; i < 3 && with == held[rule] && with + empty == 3; i++)
                if (!board[LINES[k][i]]) found = 1, odds[LINES[k][i]] = by == 'l' ? odds[LINES[k][i]] + 1 : 1;
        }
    for (int k = 0; k < SQUARES; k++) sum += found ? odds[k] : (odds[k] = !board[k]);
    for (int k = 0; k < SQUARES; k++) chances[k] = board[k] ? 0 : (1 - slip) / sum * odds[k] + slip / free;
    return found ? rule : 4;
}
static int pick(const double *chances, double u) {
    int last = SQUARES - 1;
    double sum = 0;
    while (!(chances[last] > 0)) last--;
    for (int k = 0; k < last; k++) if ((sum += chances[k]) > u) return k;
    return last;
}
static void change_structure(Network *one, const Replication *by) { /* chapter 4 */
    int nodes = one->nodes;
    if (!(drawn() < by->change)) return;
    if (drawn() < 0.5) {
        if (nodes == by->most) return;
        for (int i = 0; i < 10; i++) one->hidden[nodes][i] = 0;
        for (int s = 0; s < SQUARES; s++) one->output[s][nodes + 1] = one->output[s][nodes], one->output[s][nodes] = 0;
        one->nodes++;
    } else if (nodes > by->least) {
        int gone = by->newest ? nodes - 1 : (int)(drawn() * nodes);
        for (int n = gone; n < nodes - 1; n++) memcpy(one->hidden[n], one->hidden[n + 1], sizeof one->hidden[n]);
        for (int s = 0; s < SQUARES; s++) for (int n = gone; n < nodes; n++) one->output[s][n] = one->output[s][n + 1];
        one->nodes--;
    }
}
static Network child_of(Network one, const Replication *by) {
    if (by->first) change_structure(&one, by);
    for (int n = 0; n < one.nodes; n++) for (int i = 0; i < 10; i++) one.hidden[n][i] += by->noise * drawn();
    for (int s = 0; s < SQUARES; s++) for (int n = 0; n <= one.nodes; n++) one.output[s][n] += by->noise * drawn();
    if (!by->first) change_structure(&one, by);
    for (int n = 0; n < one.nodes && !by->bias; n++) one.hidden[n][9] = 0;
    for (int s = 0; s < SQUARES && !by->bias; s++) one.output[s][one.nodes] = 0;
    return one;
}
/* Chapter 5: the second round; with `ties` at 1 parents go first among equals, at 2 children. */
static void select_networks(const double *payoffs, int parents, int most, int repeat, int equal, int top, int ties) {
    static double met[NUMBERS], scores[NETWORKS], standing[NETWORKS], on[NETWORKS];
    int all = 2 * parents, n = all - 1, rivals = repeat || most < n ? most : n, at = 0, best = 0, first = 0, left = 0;
    for (int row = 0; row < all; row++) {
        int others[NETWORKS];
        for (int k = scores[row] = 0; k < n; k++) others[k] = k + (k >= row);
        for (int k = 0; k < rivals; k++) {
            int from = repeat ? (int)(drawn() * n) : k + (int)(drawn() * (n - k)), rival = others[from];
            if (!repeat) others[from] = others[k], others[k] = rival;
            scores[row] += payoffs[rival] < payoffs[row] || (equal && payoffs[rival] == payoffs[row]);
            met[at++] = rival;
        }
    }
    for (int row = 0; row < all; row++) {
        double u = drawn();
        standing[row] = scores[row] + (ties ? 0.5 * u + ((row < parents) == (ties == 1) ? 0.5 : 0) : u);
        double ahead = payoffs[row] != payoffs[best] ? payoffs[row] - payoffs[best] : standing[row] - standing[best];
        best = ahead > 0 ? row : best, first = standing[row] > standing[first] ? row : first;
    }
    for (int row = 0, above = 0; row < all; row++, above = 0) {
        for (int k = 0; k < all; k++) above += standing[k] > standing[row];
        if (above < parents && (!top || scores[row] == scores[first])) on[left++] = row;
    }
    expect("rival_rows", met, at), expect("scores", scores, all), expect("standing", standing, all);
    expect("survivor_rows", on, left), expect_one("best", best);
}
static void try_case(const char *file) {
    Network one;
    double payoffs[NETWORKS], board[SQUARES], activations[MOST], nine[SQUARES], chances[SQUARES], squares[SQUARES];
    int count = has("\"draws\"") ? numbers("draws", draws) : 0;
    if (next_draw = draws, has("\"board\"")) numbers("board", board);
    if (file[0] == '1') {
        count = open_squares(board, squares);
        expect_one("winner", winner(board)), expect_one("to_move", count % 2 ? 1 : -1), expect("open", squares, count);
        expect_one("final", winner(board) || !count);
    } else if (!strcmp(file, "2_sigmoid")) expect_one("sigmoid", sigmoid(number("x")));
    else if (file[0] == '2') {
        one = read_network(), expect_one("square", choose(&one, board, activations, nine));
        expect("activations", activations, one.nodes), expect("sums", nine, SQUARES);
    } else if (file[0] == '3') {
        char by = has("\"line_choice\": \"lines\"") ? 'l' : has("\"line_choice\": \"first\"") ? 'f' : 's';
        expect_one("rule", rule(board, has("\"marker\": \"own\"") ? -1 : 1, by, number("slip"), nine, chances));
        for (int k = 0; k < count; k++) squares[k] = pick(chances, draws[k]);
        expect("odds", nine, SQUARES), expect("chances", chances, SQUARES), expect("squares", squares, count);
    } else if (file[0] == '4') {
        Replication by = {number("min_hidden"), number("max_hidden"), number("change_first"), number("delete_newest"),
                          number("bias"), number("noise"), number("change_probability")};
        expect_child(child_of(read_network(), &by));
    } else {
        numbers("payoffs", payoffs);
        select_networks(payoffs, number("parents"), number("rivals"), number("repeat_rivals"),
                        number("equal_is_beaten"), has("\"survivors\": \"highest-score\""),
                        has("\"rank_ties\": \"parents\"") + 2 * has("\"rank_ties\": \"children\""));
    }
}
int main(int count, char **arguments) {
    const char *files[] = {"1_encoding", "2_sigmoid", "2_network", "3_opponent", "4_replication", "5_selection"};
    for (int k = 0, cases = 0; k < 6; k++, cases = 0) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.json", count > 1 ? arguments[1] : ".", files[k]);
        FILE *file = fopen(path, "r");
        if (!file) return perror(path), 2;
        while (fgets(line, LONGEST, file))
            if (line[0] == '{' && !has("\"kit\"")) cases++, try_case(files[k]);
        fclose(file), printf("%-13s %3d cases\n", files[k], cases);
    }
    return printf("%d values compared, %d wrong\n", checks, failures), failures > 0;
}
