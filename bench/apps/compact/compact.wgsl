// Keeps the keys that are below a threshold, in their order: a prefix sum over blocks says where each goes, and as many
// workgroups as there are survivors for work on these alone.

override THRESHOLD: u32;
override BLOCKS: u32;
override ROUNDS: u32;

const SIZE = 256u;
const PER_INVOCATION = 4u;

struct Counts { x: u32, y: u32, z: u32, survivors: u32 }

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: Counts;
@group(0) @binding(3) var<storage, read_write> kept: array<u32>;
@group(0) @binding(4) var<storage, read_write> results: array<f32>;

var<workgroup> partial: array<u32, SIZE>;

fn isKept(key: u32) -> u32 {
  return select(0u, 1u, key < THRESHOLD);
}

/** Of all invocations before this one, by doubling distances. */
fn sumBefore(own: u32, local: u32) -> u32 {
  partial[local] = own;
  workgroupBarrier();
  for (var distance = 1u; distance < SIZE; distance = distance * 2u) {
    var other = 0u;
    if (local >= distance) { other = partial[local - distance]; }
    workgroupBarrier();
    partial[local] += other;
    workgroupBarrier();
  }
  return partial[local] - own;
}

@compute @workgroup_size(256)
fn countBlocks(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = (block.x * SIZE + local) * PER_INVOCATION;
  var own = 0u;
  for (var i = 0u; i < PER_INVOCATION; i++) { own += isKept(keys[first + i]); }
  let before = sumBefore(own, local);
  if (local == SIZE - 1u) { sums[block.x] = before + own; }
}

@compute @workgroup_size(256)
fn scanBlocks(@builtin(local_invocation_index) local: u32) {
  var carry = 0u;
  for (var first = 0u; first < BLOCKS; first += SIZE) {
    let at = first + local;
    var own = 0u;
    if (at < BLOCKS) { own = sums[at]; }
    let before = sumBefore(own, local);
    if (at < BLOCKS) { sums[at] = carry + before; }
    carry += partial[SIZE - 1u];
    workgroupBarrier();
  }
  if (local == 0u) { counts = Counts((carry + SIZE - 1u) / SIZE, 1u, 1u, carry); }
}

@compute @workgroup_size(256)
fn scatter(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = (block.x * SIZE + local) * PER_INVOCATION;
  var own = 0u;
  for (var i = 0u; i < PER_INVOCATION; i++) { own += isKept(keys[first + i]); }
  var to = sums[block.x] + sumBefore(own, local);
  for (var i = 0u; i < PER_INVOCATION; i++) {
    let key = keys[first + i];
    if (isKept(key) == 1u) {
      kept[to] = key;
      to += 1u;
    }
  }
}

@compute @workgroup_size(256)
fn process(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= counts.survivors) { return; }
  var x = f32(kept[id.x]) / f32(THRESHOLD);
  for (var i = 0u; i < ROUNDS; i++) { x = x - 0.5 * (x * x - 0.25); }
  results[id.x] = x;
}
