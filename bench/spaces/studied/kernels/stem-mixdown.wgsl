// Mixes six stereo stems down to one: gains that ramp along the block, a balance matrix for each stem, soft clipping.
// Two frames in a vector; a fixed number of invocations strides through the block.
struct Stem {
  from_gain: f32,
  to_gain: f32,
  balance: mat2x2f,
}

struct Mix {
  stems: array<Stem, 6>,
  vectors: u32,
  drive: f32,
}

@group(0) @binding(0) var<storage, read> controls: Mix;
@group(0) @binding(1) var<storage, read> drums: array<vec4f>;
@group(0) @binding(2) var<storage, read> bass: array<vec4f>;
@group(0) @binding(3) var<storage, read> keys: array<vec4f>;
@group(0) @binding(4) var<storage, read> strings: array<vec4f>;
@group(0) @binding(5) var<storage, read> lead: array<vec4f>;
@group(0) @binding(6) var<storage, read> choir: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> mixed: array<vec4f>;

fn apply(stem: u32, frames: vec4f, along: f32) -> vec4f {
  let settings = controls.stems[stem];
  let gain = mix(settings.from_gain, settings.to_gain, along);
  return gain * vec4f(settings.balance * frames.xy, settings.balance * frames.zw);
}

fn softClip(v: vec4f) -> vec4f {
  let x = clamp(v, vec4f(-3.0), vec4f(3.0));
  return x * (27.0 + x * x) / (27.0 + 9.0 * x * x);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let stride = groups.x * 256u;
  for (var i = id.x; i < controls.vectors; i += stride) {
    let along = f32(i) / f32(controls.vectors);
    var sum = apply(0u, drums[i], along);
    sum += apply(1u, bass[i], along);
    sum += apply(2u, keys[i], along);
    sum += apply(3u, strings[i], along);
    sum += apply(4u, lead[i], along);
    sum += apply(5u, choir[i], along);
    mixed[i] = softClip(sum * controls.drive);
  }
}
