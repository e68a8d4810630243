// The best poker category that seven cards make, and the rank that decides it: category in bits 4 and up, rank
// below. Cards are 0 to 51, dealt from a shoe of several decks.
override HANDS: u32 = 1500000u;

const CARDS = 7u;

@group(0) @binding(0) var<storage, read> cards: array<u32>;
@group(0) @binding(1) var<storage, read_write> scores: array<u32>;

// The highest rank of five in a row among the bits of `ranks`, the ace also below the two; 0 if there is none.
fn straight(ranks: u32) -> u32 {
  let low = (ranks << 1u) | (ranks >> 12u);
  let runs = low & (low >> 1u) & (low >> 2u) & (low >> 3u) & (low >> 4u);
  return select(0u, firstLeadingBit(runs) + 3u, runs != 0u);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= HANDS) {
    return;
  }
  var ofRank: array<u32, 13>;
  var ofSuit: array<u32, 4>;
  var ranksOfSuit: array<u32, 4>;
  var ranks = 0u;
  for (var i = 0u; i < CARDS; i++) {
    let card = cards[id.x * CARDS + i];
    let rank = card % 13u;
    let suit = card / 13u;
    ofRank[rank]++;
    ofSuit[suit]++;
    ranksOfSuit[suit] |= 1u << rank;
    ranks |= 1u << rank;
  }

  var four = 0u;
  var three = 0u;
  var pair = 0u;
  var pairs = 0u;
  var threes = 0u;
  for (var rank = 0u; rank < 13u; rank++) {
    let count = ofRank[rank];
    if (count >= 4u) {
      four = rank + 1u;
    } else if (count == 3u) {
      three = rank + 1u;
      threes++;
    } else if (count == 2u) {
      pair = rank + 1u;
      pairs++;
    }
  }
  var flush = 4u;
  for (var suit = 0u; suit < 4u; suit++) {
    if (ofSuit[suit] >= 5u) {
      flush = suit;
    }
  }

  let high = firstLeadingBit(ranks);
  let run = straight(ranks);
  var category = 0u;
  var decides = high;
  if (flush < 4u && straight(ranksOfSuit[flush]) > 0u) {
    category = 8u;
    decides = straight(ranksOfSuit[flush]);
  } else if (four > 0u) {
    category = 7u;
    decides = four - 1u;
  } else if (threes > 1u || (threes == 1u && pairs > 0u)) {
    category = 6u;
    decides = three - 1u;
  } else if (flush < 4u) {
    category = 5u;
    decides = firstLeadingBit(ranksOfSuit[flush]);
  } else if (run > 0u) {
    category = 4u;
    decides = run;
  } else if (threes == 1u) {
    category = 3u;
    decides = three - 1u;
  } else if (pairs > 0u) {
    category = min(pairs, 2u);
    decides = pair - 1u;
  }
  scores[id.x] = category * 16u + decides;
}
