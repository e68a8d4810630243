// Pools regions of a feature map to 7 x 7 for an object detector (RoIAlign): means of bilinear samples, as many as
// the size of a region asks for. A workgroup has all cells of four channels of a region.
struct Region { x: f32, y: f32, width: f32, height: f32 } // as fractions of the map
struct Map { width: u32, height: u32, channels: u32, reach: f32 }

@group(0) @binding(0) var<storage, read> features: array<f32>;
@group(0) @binding(1) var<storage, read> regions: array<Region>;
@group(0) @binding(2) var<storage, read_write> pooled: array<f32>;
@group(0) @binding(3) var<uniform> map: Map;

const CELLS = 7u;

fn sample(plane: u32, x: f32, y: f32) -> f32 {
  if (x < -1.0 || y < -1.0 || x > f32(map.width) || y > f32(map.height)) {
    return 0.0;
  }
  let px = clamp(x, 0.0, f32(map.width - 1u));
  let py = clamp(y, 0.0, f32(map.height - 1u));
  let x0 = u32(px);
  let y0 = u32(py);
  let x1 = min(x0 + 1u, map.width - 1u);
  let y1 = min(y0 + 1u, map.height - 1u);
  let fx = px - f32(x0);
  let fy = py - f32(y0);
  let top = mix(features[plane + y0 * map.width + x0], features[plane + y0 * map.width + x1], fx);
  let bottom = mix(features[plane + y1 * map.width + x0], features[plane + y1 * map.width + x1], fx);
  return mix(top, bottom, fy);
}

@compute @workgroup_size(CELLS, CELLS, 4)
fn roiAlign(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) cell: vec3<u32>) {
  let channel = 4u * group.y + cell.z;
  let index = group.z;
  if (channel >= map.channels || index >= arrayLength(&regions)) {
    return;
  }
  let region = regions[index];
  let size = vec2<f32>(f32(map.width), f32(map.height));
  let start = vec2<f32>(region.x, region.y) * size - 0.5;
  let extent = max(vec2<f32>(region.width, region.height) * size * map.reach, vec2<f32>(1.0));
  let bin = extent / f32(CELLS);
  let samples = vec2<u32>(ceil(bin));
  let plane = channel * map.width * map.height;
  var sum = 0.0;
  for (var j = 0u; j < samples.y; j++) {
    let y = start.y + bin.y * (f32(cell.y) + (f32(j) + 0.5) / f32(samples.y));
    for (var i = 0u; i < samples.x; i++) {
      let x = start.x + bin.x * (f32(cell.x) + (f32(i) + 0.5) / f32(samples.x));
      sum += sample(plane, x, y);
    }
  }
  pooled[((index * map.channels + channel) * CELLS + cell.y) * CELLS + cell.x] = sum / f32(samples.x * samples.y);
}
