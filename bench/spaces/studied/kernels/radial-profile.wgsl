// Radial brightness profile of a galaxy's picture: each pixel adds its brightness to the ring that it lies in, by
// compare and exchange since floats have no atomic addition, and counts itself.
struct Picture { width: u32, height: u32, centre: vec2<f32>, axisRatio: f32, ringWidth: f32, rings: u32 }

@group(0) @binding(0) var<storage, read> pixels: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>; // bits of floats
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> picture: Picture;

fn addToRing(ring: u32, brightness: f32) {
  var old = atomicLoad(&sums[ring]);
  loop {
    let sum = bitcast<u32>(bitcast<f32>(old) + brightness);
    let result = atomicCompareExchangeWeak(&sums[ring], old, sum);
    if (result.exchanged) {
      break;
    }
    old = result.old_value;
  }
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= picture.width || id.y >= picture.height) {
    return;
  }
  var offset = vec2<f32>(id.xy) + 0.5 - picture.centre;
  offset.y /= picture.axisRatio;
  let ring = u32(length(offset) / picture.ringWidth);
  if (ring < picture.rings) {
    addToRing(ring, pixels[id.y * picture.width + id.x]);
    atomicAdd(&counts[ring], 1u);
  }
}
