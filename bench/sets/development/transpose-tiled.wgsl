// Transposes a matrix in tiles of workgroup memory, so that reads and writes both run along rows. PAD = 1 keeps
// the columns of a tile out of a single bank.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override PAD: u32;
const TILE = 16u;

var<workgroup> tile: array<f32, TILE * (TILE + PAD)>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let source = group.xy * TILE + local.xy;
  if (source.x < WIDTH && source.y < HEIGHT) {
    tile[local.y * (TILE + PAD) + local.x] = input[source.y * WIDTH + source.x];
  }
  workgroupBarrier();
  let place = group.yx * TILE + local.xy;
  if (place.x < HEIGHT && place.y < WIDTH) {
    output[place.y * HEIGHT + place.x] = tile[local.x * (TILE + PAD) + local.y];
  }
}
