// SLIC superpixels, one assignment step: every pixel joins the nearest of the 3x3 cluster centres around
// it (distance in colour and space) and adds itself to that cluster's sums, from which the next centres follow.
struct Settings {
  width: u32,
  height: u32,
  step: u32,           // side of a grid cell in pixels
  cellsX: u32,
  cellsY: u32,
  compactness: i32,    // weight of the squared distance in space, in 1/256
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;         // Lab, 8 bits each
@group(0) @binding(2) var<storage, read> centreColours: array<u32>;  // Lab, 8 bits each
@group(0) @binding(3) var<storage, read> centreOffsets: array<u32>;  // place in the cell: x in bits 0-4, y in 5-9
@group(0) @binding(4) var<storage, read_write> labels: array<u32>;
@group(0) @binding(5) var<storage, read_write> sums: array<atomic<u32>>; // count, x, y, L, a, b of each cluster

fn lab(packed: u32) -> vec3<i32> {
  return vec3<i32>(vec3<u32>(packed & 255u, (packed >> 8u) & 255u, (packed >> 16u) & 255u));
}

@compute @workgroup_size(16, 16)
fn assign(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.width || id.y >= settings.height) {
    return;
  }
  let pixel = id.y * settings.width + id.x;
  let colour = lab(pixels[pixel]);
  let cell = vec2<i32>(id.xy / settings.step);
  let last = vec2<i32>(i32(settings.cellsX), i32(settings.cellsY)) - 1;

  var best = 0x7fffffff;
  var bestCluster = 0u;
  let first = max(cell - 1, vec2<i32>(0));
  let to = min(cell + 1, last);
  for (var cy = first.y; cy <= to.y; cy++) {
    for (var cx = first.x; cx <= to.x; cx++) {
      let cluster = u32(cy) * settings.cellsX + u32(cx);
      let offset = centreOffsets[cluster];
      let centre = vec2<i32>(cx, cy) * i32(settings.step) + vec2<i32>(vec2<u32>(offset & 31u, (offset >> 5u) & 31u));
      let d = vec2<i32>(id.xy) - centre;
      let c = colour - lab(centreColours[cluster]);
      let distance = c.x * c.x + c.y * c.y + c.z * c.z + (((d.x * d.x + d.y * d.y) * settings.compactness) >> 8u);
      if (distance < best) {
        best = distance;
        bestCluster = cluster;
      }
    }
  }

  labels[pixel] = bestCluster;
  let base = bestCluster * 6u;
  atomicAdd(&sums[base], 1u);
  atomicAdd(&sums[base + 1u], id.x);
  atomicAdd(&sums[base + 2u], id.y);
  atomicAdd(&sums[base + 3u], u32(colour.x));
  atomicAdd(&sums[base + 4u], u32(colour.y));
  atomicAdd(&sums[base + 5u], u32(colour.z));
}
