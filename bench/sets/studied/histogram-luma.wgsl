// A histogram of the brightness of an image in 256 bins: counted in workgroup memory, then added up.

@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

var<workgroup> counted: array<atomic<u32>, 256>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let size = textureDimensions(image);
  for (var y = id.y; y < size.y; y += 256u) {
    let texel = textureLoad(image, vec2u(id.x, y), 0);
    let brightness = (texel.x * 54u + texel.y * 183u + texel.z * 19u) >> 8u;
    atomicAdd(&counted[brightness], 1u);
  }
  workgroupBarrier();
  let count = atomicLoad(&counted[lane]);
  if (count > 0u) { atomicAdd(&bins[lane], count); }
}
