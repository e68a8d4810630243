// Deformable attention over an image pyramid: each query and head samples four points on each of four levels around
// its reference point, bilinearly, and weighs them with a softmax over all sixteen. Four channels an invocation.
struct Level {
  width: u32,
  height: u32,
  start: u32, // its first token among the values
  unused: u32,
}

struct Config {
  queries: u32,
  heads: u32,
  quads: u32, // channels of a head / 4
  levels: array<Level, 4>,
}

@group(0) @binding(0) var<storage, read> config: Config;
@group(0) @binding(1) var<storage, read> values: array<vec4f>;     // [token][head][quad]
@group(0) @binding(2) var<storage, read> references: array<vec2f>; // [query], in 0..1
@group(0) @binding(3) var<storage, read> offsets: array<vec2f>;    // [query][head][level][point], in texels
@group(0) @binding(4) var<storage, read> logits: array<f32>;       // [query][head][level][point]
@group(0) @binding(5) var<storage, read_write> attended: array<vec4f>;

fn tap(level: Level, x: i32, y: i32, channel: u32, stride: u32) -> vec4f {
  if (x < 0 || y < 0 || x >= i32(level.width) || y >= i32(level.height)) {
    return vec4f(0.0);
  }
  let token = level.start + u32(y) * level.width + u32(x);
  return values[token * stride + channel];
}

fn sampleLevel(level: Level, at: vec2f, channel: u32, stride: u32) -> vec4f {
  let corner = floor(at);
  let part = at - corner;
  let x = i32(corner.x);
  let y = i32(corner.y);
  let top = mix(tap(level, x, y, channel, stride), tap(level, x + 1, y, channel, stride), part.x);
  let bottom = mix(tap(level, x, y + 1, channel, stride), tap(level, x + 1, y + 1, channel, stride), part.x);
  return mix(top, bottom, part.y);
}

@compute @workgroup_size(8, 16)
fn attend(@builtin(global_invocation_id) id: vec3u) {
  let quad = id.x;
  let pair = id.y; // query and head
  if (quad >= config.quads || pair >= config.queries * config.heads) {
    return;
  }
  let query = pair / config.heads;
  let head = pair % config.heads;

  var peak = logits[pair * 16u];
  for (var i = 1u; i < 16u; i++) {
    peak = max(peak, logits[pair * 16u + i]);
  }

  let stride = config.heads * config.quads;
  let channel = head * config.quads + quad;
  let reference = references[query];
  var total = 0.0;
  var sum = vec4f(0.0);
  for (var l = 0u; l < 4u; l++) {
    let level = config.levels[l];
    let centre = reference * vec2f(f32(level.width), f32(level.height)) - 0.5;
    for (var p = 0u; p < 4u; p++) {
      let i = pair * 16u + l * 4u + p;
      let weight = exp(logits[i] - peak);
      total += weight;
      sum += weight * sampleLevel(level, centre + offsets[i], channel, stride);
    }
  }
  attended[query * stride + channel] = sum / total;
}
