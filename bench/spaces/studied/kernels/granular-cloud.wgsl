// Granular synthesis. The scheduler made, for every block of 192 output samples, a list of grains that sound in it.
struct Grain {
  source_start: f32,   // 0..1 of the source
  speed: f32,          // 0..1 -> 0.5x..2x
  phase: f32,          // where in its envelope the grain is at the block's start
  gain: f32,
}
struct Globals { source_len: u32, grain_len: f32, blocks: u32, pad: u32 }

@group(0) @binding(0) var<uniform> G: Globals;
@group(0) @binding(1) var<storage, read> listStart: array<u32>;
@group(0) @binding(2) var<storage, read> listItems: array<u32>;
@group(0) @binding(3) var<storage, read> grains: array<Grain>;
@group(0) @binding(4) var<storage, read> source: array<f32>;
@group(0) @binding(5) var<storage, read_write> left: array<f32>;
@group(0) @binding(6) var<storage, read_write> right: array<f32>;

const TAU = 6.283185307;

@compute @workgroup_size(192)
fn synth(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let block = wid.x;
  let n = f32(lid.x);
  var out = vec2<f32>(0.0);
  let stop = listStart[block + 1u];
  for (var k = listStart[block]; k < stop; k++) {
    let which = listItems[k];
    let g = grains[which];
    let age = g.phase * G.grain_len + n;
    if (age < G.grain_len) {
      let env = 0.5 - 0.5 * cos(TAU * age / G.grain_len);
      let speed = exp2(g.speed * 2.0 - 1.0);
      let pos = g.source_start * f32(G.source_len - 8192u) + age * speed;
      let i = u32(pos);
      let s = mix(source[i], source[i + 1u], fract(pos)) * env * g.gain;
      let pan = f32(which & 255u) / 255.0;
      out += s * vec2<f32>(sqrt(1.0 - pan), sqrt(pan));
    }
  }
  left[block * 192u + lid.x] = tanh(out.x);
  right[block * 192u + lid.x] = tanh(out.y);
}
