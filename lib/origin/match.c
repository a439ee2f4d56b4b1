//===- match.c - Which operation of one module is which of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "origin/match.h"
#include "origin/colours.h"
#include "support/arena.h"
#include <stdlib.h>

/// Who uses the values of a node.
typedef struct FlowUser {
  int32_t node, operand, value;
} FlowUser;

/// One of the two graphs.
typedef struct Side {
  const AsDataflow *graph;
  int *set;           ///< Of each node.
  FlowUser *users;    ///< Those of a node lie side by side.
  int32_t *firstUser; ///< Of each node, and the end.
} Side;

typedef struct Matcher {
  Side sides[2];
  AsMatch *match;
  int capacity;
  int32_t (*pairs)[2]; ///< Whose neighbours are to be looked at.
  int numPairs;
} Matcher;

static bool isFree(const Matcher *matcher, int side, int32_t node) {
  return matcher->sides[side].set[node] < 0;
}

static int addSet(Matcher *matcher, AsMatchBy by) {
  AsMatch *match = matcher->match;
  if (match->numSets == matcher->capacity) {
    matcher->capacity = matcher->capacity ? 2 * matcher->capacity : 64;
    match->sets =
        asRealloc(match->sets, sizeof *match->sets * (size_t)matcher->capacity);
  }
  match->sets[match->numSets] = (AsMatchSet){.by = by};
  return match->numSets++;
}

static void addToSet(Matcher *matcher, int set, int side, int32_t node) {
  AsMatchSet *into = &matcher->match->sets[set];
  *(side ? &into->numTo : &into->numFrom) += 1;
  matcher->sides[side].set[node] = set;
}

static void pair(Matcher *matcher, AsMatchBy by, int32_t from, int32_t to) {
  int set = addSet(matcher, by);
  addToSet(matcher, set, 0, from);
  addToSet(matcher, set, 1, to);
  int32_t *added = matcher->pairs[matcher->numPairs++];
  added[0] = from;
  added[1] = to;
}

//===----------------------------------------------------------------------===//
// By locations
//===----------------------------------------------------------------------===//

typedef struct Place {
  uint64_t place;
  int side;
  int32_t node;
} Place;

static int byPlace(const void *left, const void *right) {
  const Place *a = left, *b = right;
  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  return (a->side > b->side) - (a->side < b->side);
}

/// All nodes with a place, sorted by it.
static Place *placesOf(const Matcher *matcher, int *count) {
  *count = 0;
  Place *places =
      asAlloc(sizeof *places * ((size_t)matcher->sides[0].graph->numNodes +
                                (size_t)matcher->sides[1].graph->numNodes + 1));
  for (int s = 0; s < 2; s++) {
    const AsDataflow *graph = matcher->sides[s].graph;
    for (int32_t n = 0; n < graph->numNodes; n++)
      if (graph->nodes[n].place)
        places[(*count)++] = (Place){graph->nodes[n].place, s, n};
  }
  qsort(places, (size_t)*count, sizeof *places, byPlace);
  return places;
}

/// Whether the operands come from places that are the same as well.
static bool agree(const Matcher *matcher, const int32_t *partners, int32_t from,
                  int32_t to) {
  const AsDataflow *a = matcher->sides[0].graph, *b = matcher->sides[1].graph;
  const AsFlowNode *left = &a->nodes[from], *right = &b->nodes[to];
  if (left->kind != right->kind || left->numUses != right->numUses)
    return false;
  for (int32_t u = 0; u < left->numUses; u++) {
    int32_t partner = partners[a->uses[left->firstUse + u].node];
    if (partner >= 0 && partner != b->uses[right->firstUse + u].node)
      return false;
  }
  return true;
}

/// Lines are believed where they are those of nearly all operations: after an
/// edit, another layer may be where one was.
static void matchPlaces(Matcher *matcher) {
  int count, candidates = 0, good = 0;
  Place *places = placesOf(matcher, &count);
  int32_t numFrom = matcher->sides[0].graph->numNodes;
  int32_t *partners = asAlloc(sizeof *partners * ((size_t)numFrom + 1));
  for (int32_t n = 0; n < numFrom; n++)
    partners[n] = -1;
  for (int i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && places[end].place == places[i].place;)
      end++;
    if (end == i + 2 && places[i].side == 0 && places[i + 1].side == 1)
      partners[places[i].node] = places[i + 1].node;
    candidates += places[end - 1].side == 1;
  }
  for (int32_t n = 0; n < numFrom; n++)
    good += partners[n] >= 0 && agree(matcher, partners, n, partners[n]);
  for (int32_t n = 0; n < numFrom && good >= 0.9 * candidates; n++)
    if (partners[n] >= 0 && agree(matcher, partners, n, partners[n]))
      pair(matcher, AS_BY_LOCATION, n, partners[n]);
  free(partners);
  free(places);
}

//===----------------------------------------------------------------------===//
// Along operands and uses
//===----------------------------------------------------------------------===//

static bool areAlike(const Matcher *matcher, int32_t from, int32_t to) {
  return isFree(matcher, 0, from) && isFree(matcher, 1, to) &&
         matcher->sides[0].graph->nodes[from].kind ==
             matcher->sides[1].graph->nodes[to].kind;
}

static void followOperands(Matcher *matcher, int32_t from, int32_t to) {
  const AsDataflow *a = matcher->sides[0].graph, *b = matcher->sides[1].graph;
  const AsFlowNode *left = &a->nodes[from], *right = &b->nodes[to];
  for (int32_t u = 0; u < left->numUses && u < right->numUses; u++) {
    const AsUse *mine = &a->uses[left->firstUse + u];
    const AsUse *yours = &b->uses[right->firstUse + u];
    if (mine->value == yours->value &&
        areAlike(matcher, mine->node, yours->node))
      pair(matcher, AS_BY_DATAFLOW, mine->node, yours->node);
  }
}

/// The only free user of `node` that uses it as `like` does and is of `kind`;
/// -1 if there is none, or more than one.
static int32_t onlyUser(const Matcher *matcher, int side, int32_t node,
                        const FlowUser *like, uint64_t kind) {
  const Side *on = &matcher->sides[side];
  int32_t found = -1;
  for (int32_t u = on->firstUser[node]; u < on->firstUser[node + 1]; u++) {
    const FlowUser *user = &on->users[u];
    if (user->operand != like->operand || user->value != like->value ||
        on->graph->nodes[user->node].kind != kind ||
        !isFree(matcher, side, user->node))
      continue;
    if (found >= 0)
      return -1;
    found = user->node;
  }
  return found;
}

static void followUsers(Matcher *matcher, int32_t from, int32_t to) {
  const Side *side = &matcher->sides[0];
  for (int32_t u = side->firstUser[from]; u < side->firstUser[from + 1]; u++) {
    const FlowUser *user = &side->users[u];
    uint64_t kind = side->graph->nodes[user->node].kind;
    int32_t mine = onlyUser(matcher, 0, from, user, kind);
    int32_t yours = onlyUser(matcher, 1, to, user, kind);
    if (mine >= 0 && yours >= 0)
      pair(matcher, AS_BY_DATAFLOW, mine, yours);
  }
}

static void follow(Matcher *matcher, int *next) {
  while (*next < matcher->numPairs) {
    const int32_t *both = matcher->pairs[(*next)++];
    followOperands(matcher, both[0], both[1]);
    followUsers(matcher, both[0], both[1]);
  }
}

//===----------------------------------------------------------------------===//
// By colours
//===----------------------------------------------------------------------===//

/// The free nodes of both sides, sorted by their colours in a round.
static Place *colouredNodes(const Matcher *matcher, const AsColours *colours,
                            int round, int *count) {
  *count = 0;
  Place *nodes = asAlloc(sizeof *nodes * ((size_t)colours->numNodes + 1));
  const uint64_t *colour =
      colours->of + (size_t)round * (size_t)colours->numNodes;
  for (int s = 0; s < 2; s++)
    for (int32_t n = 0; n < matcher->sides[s].graph->numNodes; n++, colour++)
      if (isFree(matcher, s, n))
        nodes[(*count)++] = (Place){*colour, s, n};
  qsort(nodes, (size_t)*count, sizeof *nodes, byPlace);
  return nodes;
}

/// What is to become of nodes with one colour.
typedef enum Take { TAKE_PAIRS, TAKE_EQUAL_SETS, TAKE_SETS } Take;

static void matchColours(Matcher *matcher, const AsColours *colours, int round,
                         Take take) {
  int count;
  Place *nodes = colouredNodes(matcher, colours, round, &count);
  for (int i = 0, end; i < count; i = end) {
    int numFrom = 0;
    for (end = i; end < count && nodes[end].place == nodes[i].place; end++)
      numFrom += nodes[end].side == 0;
    int numTo = end - i - numFrom;
    if (numFrom == 1 && numTo == 1) {
      pair(matcher, AS_BY_DATAFLOW, nodes[i].node, nodes[i + 1].node);
    } else if (numFrom && numTo &&
               (take == TAKE_SETS ||
                (take == TAKE_EQUAL_SETS && numFrom == numTo))) {
      int set = addSet(matcher, AS_BY_DATAFLOW);
      for (int n = i; n < end; n++)
        addToSet(matcher, set, nodes[n].side, nodes[n].node);
    }
  }
  free(nodes);
}

/// Colours of equal graphs say all in the last round. Those of unequal ones say
/// less in each round, of more nodes; in round 0 nodes have nothing in common
/// with their neighbours. Values of weights help, but models may differ in
/// them.
static void matchGraphs(Matcher *matcher) {
  AsColours colours[2];
  int next = 0;
  follow(matcher, &next);
  for (int byKind = 0; byKind < 2; byKind++) {
    AsColours *own = &colours[byKind];
    *own =
        asColoursOf(matcher->sides[0].graph, matcher->sides[1].graph, byKind);
    matchColours(matcher, own, own->numRounds - 1, TAKE_EQUAL_SETS);
    follow(matcher, &next);
  }
  for (int byKind = 0; byKind < 2; byKind++)
    for (int round = colours[byKind].numRounds - 1; round > 0; round--) {
      matchColours(matcher, &colours[byKind], round, TAKE_PAIRS);
      follow(matcher, &next);
    }
  for (int round = colours[1].numRounds - 1; round > 0; round--)
    matchColours(matcher, &colours[1], round, TAKE_SETS);
  for (int byKind = 0; byKind < 2; byKind++)
    asColoursFree(&colours[byKind]);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static Side openSide(const AsDataflow *graph) {
  size_t count = (size_t)graph->numNodes;
  Side side = {.graph = graph,
               .set = asAlloc(sizeof *side.set * (count + 1)),
               .users =
                   asAlloc(sizeof *side.users * ((size_t)graph->numUses + 1)),
               .firstUser = asAlloc(sizeof *side.firstUser * (count + 2))};
  for (int32_t n = 0; n < graph->numNodes; n++)
    side.set[n] = -1;
  for (size_t n = 0; n < count + 2; n++)
    side.firstUser[n] = 0;
  for (int32_t u = 0; u < graph->numUses; u++)
    side.firstUser[graph->uses[u].node + 2]++;
  for (size_t n = 2; n < count + 2; n++)
    side.firstUser[n] += side.firstUser[n - 1];
  // Entry n + 1 moves from where the users of n begin to where they end.
  for (int32_t n = 0; n < graph->numNodes; n++)
    for (int32_t u = 0; u < graph->nodes[n].numUses; u++) {
      const AsUse *use = &graph->uses[graph->nodes[n].firstUse + u];
      side.users[side.firstUser[use->node + 1]++] =
          (FlowUser){n, u, use->value};
    }
  return side;
}

AsMatch asDataflowMatch(const AsDataflow *from, const AsDataflow *to) {
  AsMatch match = {0};
  Matcher matcher = {.sides = {openSide(from), openSide(to)}, .match = &match};
  matcher.pairs = asAlloc(sizeof *matcher.pairs * ((size_t)from->numNodes + 1));
  matchPlaces(&matcher);
  matchGraphs(&matcher);
  match.from = matcher.sides[0].set;
  match.to = matcher.sides[1].set;
  for (int s = 0; s < 2; s++) {
    free(matcher.sides[s].users);
    free(matcher.sides[s].firstUser);
  }
  free(matcher.pairs);
  return match;
}

void asMatchFree(AsMatch *match) {
  free(match->sets);
  free(match->from);
  free(match->to);
  *match = (AsMatch){0};
}
