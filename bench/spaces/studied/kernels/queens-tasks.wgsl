// Queens that do not attack each other: invocations take the places of the queens in the first rows
// from their number and count all ways to go on, with masks on a stack of their own.

override BOARD: u32 = 13u;
override FIXED: u32 = 4u;
override TASKS: u32 = 28561u;

@group(0) @binding(0) var<storage, read_write> solutions: array<u32>;

struct Masks { columns: u32, left: u32, right: u32 }

fn place(m: Masks, bit: u32) -> Masks {
  return Masks(m.columns | bit, (m.left | bit) << 1u, (m.right | bit) >> 1u);
}

@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= TASKS) { return; }
  let all = (1u << BOARD) - 1u;

  var m = Masks(0u, 0u, 0u);
  var rest = id.x;
  for (var row = 0u; row < FIXED; row++) {
    let bit = 1u << (rest % BOARD);
    rest /= BOARD;
    if (((m.columns | m.left | m.right) & bit) != 0u) {
      solutions[id.x] = 0u;
      return;
    }
    m = place(m, bit);
  }

  var stack: array<Masks, 16>;
  var open: array<u32, 16>;
  var depth = 0;
  stack[0] = m;
  open[0] = all & ~(m.columns | m.left | m.right);
  var found = 0u;
  while (depth >= 0) {
    let free = open[depth];
    if (free == 0u) {
      depth--;
      continue;
    }
    let bit = free & (~free + 1u);
    open[depth] = free ^ bit;
    let next = place(stack[depth], bit);
    if (next.columns == all) {
      found++;
    } else {
      depth++;
      stack[depth] = next;
      open[depth] = all & ~(next.columns | next.left | next.right);
    }
  }
  solutions[id.x] = found;
}
