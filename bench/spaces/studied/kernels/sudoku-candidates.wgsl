// Sudoku boards, one per thread: fill naked singles until nothing moves, or a cell has no candidate left.
// givens[cell * boards + board]; 1..9 is a clue, everything else is blank.
@group(0) @binding(0) var<storage, read> givens: array<u32>;
@group(0) @binding(1) var<storage, read_write> verdict: array<u32>;
override boards: u32 = 1000u;

@compute @workgroup_size(32, 1, 1)
fn main(@builtin(global_invocation_id) tid: vec3<u32>) {
  let me = tid.x;
  if (me >= boards) { return; }

  var rows: array<u32, 9>;
  var cols: array<u32, 9>;
  var boxes: array<u32, 9>;
  var open: array<u32, 3>;   // bit set = blank, 27 cells to a word
  var blanks = 0u;

  for (var cell = 0u; cell < 81u; cell++) {
    let v = givens[cell * boards + me];
    let r = cell / 9u;
    let c = cell % 9u;
    if (v >= 1u && v <= 9u) {
      let bit = 1u << (v - 1u);
      rows[r] |= bit;
      cols[c] |= bit;
      boxes[(r / 3u) * 3u + c / 3u] |= bit;
    } else {
      open[cell / 27u] |= 1u << (cell % 27u);
      blanks++;
    }
  }

  var rounds = 0u;
  var dead = false;
  var moved = true;
  while (moved && !dead && blanks > 0u) {
    moved = false;
    rounds++;
    for (var third = 0u; third < 3u && !dead; third++) {
      var todo = open[third];
      while (todo != 0u) {
        let k = firstTrailingBit(todo);
        todo &= todo - 1u;
        let cell = third * 27u + k;
        let r = cell / 9u;
        let c = cell % 9u;
        let b = (r / 3u) * 3u + c / 3u;
        let cand = 0x1ffu & ~(rows[r] | cols[c] | boxes[b]);
        if (cand == 0u) { dead = true; break; }
        if ((cand & (cand - 1u)) == 0u) {
          rows[r] |= cand;
          cols[c] |= cand;
          boxes[b] |= cand;
          open[third] &= ~(1u << k);
          blanks--;
          moved = true;
        }
      }
    }
  }
  verdict[me] = select(0u, 0x80000000u, dead) | (rounds << 8u) | blanks;
}
