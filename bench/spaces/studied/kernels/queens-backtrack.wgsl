// Counts the solutions of the n-queens problem below each placement of the
// first five rows, by backtracking over bit masks with an explicit stack.

override N: u32 = 13u;

@group(0) @binding(0) var<storage, read_write> solutions: array<u32>;
@group(0) @binding(1) var<storage, read_write> visited: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let prefix = gid.x;
  if (prefix >= N * N * N * N * N) {
    return;
  }
  let full = (1u << N) - 1u;

  // The first five rows, as digits of the index.
  var columns = 0u;
  var left = 0u;
  var right = 0u;
  var digits = prefix;
  for (var row = 0u; row < 5u; row++) {
    let queen = 1u << (digits % N);
    digits /= N;
    if (((columns | left | right) & queen) != 0u) {
      solutions[prefix] = 0u;
      visited[prefix] = row;
      return;
    }
    columns |= queen;
    left = ((left | queen) << 1u) & full;
    right = (right | queen) >> 1u;
  }

  var freeStack: array<u32, 16>;
  var columnStack: array<u32, 16>;
  var leftStack: array<u32, 16>;
  var rightStack: array<u32, 16>;
  var depth = 0;
  var free = full & ~(columns | left | right);
  var found = 0u;
  var steps = 0u;

  loop {
    if (free == 0u) {
      depth--;
      if (depth < 0) {
        break;
      }
      free = freeStack[depth];
      columns = columnStack[depth];
      left = leftStack[depth];
      right = rightStack[depth];
      continue;
    }
    steps++;
    let queen = free & (~free + 1u);
    free ^= queen;
    let nextColumns = columns | queen;
    if (nextColumns == full) {
      found++;
      continue;
    }
    // Come back here later, unless nothing else is free.
    if (free != 0u) {
      freeStack[depth] = free;
      columnStack[depth] = columns;
      leftStack[depth] = left;
      rightStack[depth] = right;
      depth++;
    }
    columns = nextColumns;
    left = ((left | queen) << 1u) & full;
    right = (right | queen) >> 1u;
    free = full & ~(columns | left | right);
  }

  solutions[prefix] = found;
  visited[prefix] = steps;
}
