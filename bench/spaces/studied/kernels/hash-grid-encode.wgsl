// Multi-resolution hash encoding of points for a neural field: on each level the eight corners of the point's cell are
// looked up in that level's table of feature pairs, by a hash where the grid has more corners than the table entries.
@group(0) @binding(0) var<storage, read> positions: array<vec4f>;        // xyz in 0..1
@group(0) @binding(1) var<storage, read> tables: array<vec2f>;
@group(0) @binding(2) var<uniform> resolutions: array<vec4u, 4>;         // of 16 levels
@group(0) @binding(3) var<storage, read_write> features: array<vec2f>;   // [level][point]

override POINTS: u32;
override LOG2_ENTRIES: u32 = 17;

fn entry(corner: vec3u, resolution: u32) -> u32 {
  let entries = 1u << LOG2_ENTRIES;
  let side = resolution + 1u;
  if (side * side * side <= entries) {
    return corner.x + side * (corner.y + side * corner.z);
  }
  let h = corner * vec3u(1u, 2654435761u, 805459861u);
  return (h.x ^ h.y ^ h.z) & (entries - 1u);
}

@compute @workgroup_size(128)
fn encode(@builtin(global_invocation_id) id: vec3u) {
  let point = id.x;
  let level = id.y;
  if (point >= POINTS) {
    return;
  }
  let resolution = resolutions[level / 4u][level % 4u];
  let scaled = positions[point].xyz * f32(resolution);
  let cell = vec3u(min(floor(scaled), vec3f(f32(resolution) - 1.0)));
  let t = scaled - vec3f(cell);
  let table = level << LOG2_ENTRIES;

  var sum = vec2f();
  for (var i = 0u; i < 8u; i++) {
    let bit = vec3u(i & 1u, (i >> 1u) & 1u, i >> 2u);
    let weights = select(1.0 - t, t, bit == vec3u(1u));
    sum += weights.x * weights.y * weights.z * tables[table + entry(cell + bit, resolution)];
  }
  features[level * POINTS + point] = sum;
}
