// Warps that take a line at each step and wait for it before they ask for the next, as recurrences along rows do; with
// stores beside the loads, or not.

override STEPS = 960u;
/** Vectors of four words from one step's line to the next. */
override STRIDE = 32u;
/** From row to row. */
override ROW = 30720u;

struct Zero {
  zero: u32,
}

@group(0) @binding(0) var<uniform> always: Zero;
@group(0) @binding(1) var<storage, read> lines: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

/** Each step's place hangs on the word before. */
fn place(row: u32, step: u32, lane: u32, word: u32) -> u32 {
  return row * ROW + step * STRIDE + lane + (word & always.zero);
}

@compute @workgroup_size(32)
fn reading(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var step = 0u; step < STEPS; step++) {
    sum += lines[place(group.x, step, lane, sum)];
  }
  results[group.x * 32u + lane] = sum;
}

@compute @workgroup_size(32)
fn storing(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var step = 0u; step < STEPS; step++) {
    sum += lines[place(group.x, step, lane, sum)];
    results[group.x * ROW + step * STRIDE + lane] = sum;
  }
}

/** Stores that L2 keeps. */
@compute @workgroup_size(32)
fn keeping(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var step = 0u; step < STEPS; step++) {
    sum += lines[place(group.x, step, lane, sum)];
    results[group.x * 1024u + (step & 31u) * 32u + lane] = sum;
  }
}

/** A barrier and a word of a neighbour at each step, with the next line asked for ahead. */
var<workgroup> kept: array<u32, 32>;

@compute @workgroup_size(32)
fn meeting(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var step = 0u; step < STEPS; step++) {
    let word = lines[group.x * ROW + step * STRIDE + lane];
    kept[lane] = sum;
    workgroupBarrier();
    sum = word + kept[(lane + 1u) & 31u];
    workgroupBarrier();
    results[group.x * ROW + step * STRIDE + lane] = sum;
  }
}
