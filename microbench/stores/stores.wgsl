// What stores that fill sectors in part send to L2. Butterflies: two words 2^LOG_READ apart are read, two 2^LOG_WRITE
// apart written, `trips` times at places that differ (`both`, `writes`); their two stores lie next to each other in
// the driver's code. In `inverse` and `pairwise` an exit lies between the stores. `sparse`: words STRIDE apart.
override LOG_READ: u32 = 0;
override LOG_WRITE: u32 = 0;
override MASK: u32 = 2097151;
override STRIDE: u32 = 1;
struct Values { trips: u32 }
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> values: Values;
fn place(id: u32, log: u32) -> u32 {
  return (((id >> log) << (log + 1u)) | (id & ((1u << log) - 1u))) & MASK;
}
@compute @workgroup_size(256)
fn both(@builtin(global_invocation_id) gid: vec3<u32>) {
  var id = gid.x;
  for (var t = 0u; t < values.trips; t++) {
    let r = place(id, LOG_READ); let w = place(id, LOG_WRITE);
    let a = input[r]; let b = input[r + (1u << LOG_READ)];
    output[w] = a + b; output[w + (1u << LOG_WRITE)] = a - b;
    id += 270336u;
  }
}
@compute @workgroup_size(256)
fn writes(@builtin(global_invocation_id) gid: vec3<u32>) {
  var id = gid.x;
  for (var t = 0u; t < values.trips; t++) {
    let w = place(id, LOG_WRITE);
    output[w] = f32(t); output[w + (1u << LOG_WRITE)] = f32(id);
    id += 270336u;
  }
}
@compute @workgroup_size(256)
fn sparse(@builtin(global_invocation_id) gid: vec3<u32>) {
  var id = gid.x;
  for (var t = 0u; t < values.trips; t++) { output[(id * STRIDE) & MASK] = f32(id); id += 270336u; }
}
@compute @workgroup_size(256)
fn inverse(@builtin(global_invocation_id) gid: vec3<u32>) {
  let pairs = arrayLength(&input) / 2u;
  if (gid.x >= pairs) { return; }
  let a = input[gid.x]; let b = input[pairs + gid.x];
  output[2u * gid.x] = a + b; output[2u * gid.x + 1u] = a - b;
}
@compute @workgroup_size(256)
fn pairwise(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = 2u * gid.x;
  if (i + 1u < arrayLength(&output)) { output[i] = f32(i); output[i + 1u] = 2.0; }
}
