// Running sums of rows: a workgroup goes along a row in pieces of SIZE * ITEMS numbers, an invocation takes ITEMS
// neighbours, and what came before is carried along. Sums across invocations are found by doubling distances
// in workgroup memory or by subgroups. PAD skips a word in every 32, so that ITEMS neighbours spread over banks.
enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

override LENGTH: u32; // of a row: a multiple of SIZE * ITEMS
override SIZE: u32;
override ITEMS: u32;
override PAD: u32;
const MOST = 8u;

var<workgroup> piece: array<u32, SIZE * ITEMS + SIZE * ITEMS / 32u * PAD>;
var<workgroup> sums: array<u32, SIZE>;

fn place(i: u32) -> u32 {
  return i + i / 32u * PAD;
}

// What all invocations before this one hold together; `sums[SIZE - 1]` is the total then.
fn doubling(value: u32, index: u32) -> u32 {
  sums[index] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < SIZE; distance <<= 1u) {
    var before = 0u;
    if (index >= distance) {
      before = sums[index - distance];
    }
    workgroupBarrier();
    sums[index] += before;
    workgroupBarrier();
  }
  return sums[index] - value;
}

fn bySubgroups(value: u32, index: u32, lane: u32, size: u32) -> u32 {
  let within = subgroupExclusiveAdd(value);
  if (lane == size - 1u) {
    sums[index / size] = within + value;
  }
  workgroupBarrier();
  var before = 0u;
  var total = 0u;
  for (var i = 0u; i < SIZE / size; i++) {
    let each = sums[i];
    before += select(0u, each, i < index / size);
    total += each;
  }
  workgroupBarrier();
  sums[SIZE - 1u] = total;
  workgroupBarrier();
  return before + within;
}

fn load(start: u32, index: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    piece[place(i * SIZE + index)] = input[start + i * SIZE + index];
  }
  workgroupBarrier();
}

fn ownSum(index: u32) -> u32 {
  var sum = 0u;
  for (var i = 0u; i < ITEMS; i++) {
    sum += piece[place(index * ITEMS + i)];
  }
  return sum;
}

fn store(start: u32, index: u32, before: u32) {
  var running = before;
  for (var i = 0u; i < ITEMS; i++) {
    running += piece[place(index * ITEMS + i)];
    piece[place(index * ITEMS + i)] = running;
  }
  workgroupBarrier();
  for (var i = 0u; i < ITEMS; i++) {
    output[start + i * SIZE + index] = piece[place(i * SIZE + index)];
  }
}

@compute @workgroup_size(SIZE)
fn doubled(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  var carry = 0u;
  for (var at = 0u; at < LENGTH; at += SIZE * ITEMS) {
    load(group.x * LENGTH + at, index);
    let before = doubling(ownSum(index), index);
    let total = sums[SIZE - 1u];
    store(group.x * LENGTH + at, index, carry + before);
    carry += total;
    workgroupBarrier();
  }
}

@compute @workgroup_size(SIZE)
fn subgroup(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  var carry = 0u;
  for (var at = 0u; at < LENGTH; at += SIZE * ITEMS) {
    load(group.x * LENGTH + at, index);
    let before = bySubgroups(ownSum(index), index, lane, size);
    let total = sums[SIZE - 1u];
    store(group.x * LENGTH + at, index, carry + before);
    carry += total;
    workgroupBarrier();
  }
}
