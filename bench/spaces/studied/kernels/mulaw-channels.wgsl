// Telephone audio: interleaved companded bytes of several channels become planar floats.
// x: frame, y: channel.

struct Stream {
  frames: u32,
  channels: u32,
}

@group(0) @binding(0) var<uniform> stream: Stream;
@group(0) @binding(1) var<storage, read> bytes: array<u32>;
@group(0) @binding(2) var<storage, read> gain: array<f32>;
@group(0) @binding(3) var<storage, read_write> pcm: array<f32>;

const segment_start = array<i32, 8>(0, 132, 396, 924, 1980, 4092, 8316, 16764);

fn expand(code: u32) -> f32 {
  let inv = ~code;
  let seg = (inv >> 4u) & 7u;
  let mantissa = i32(inv & 15u);
  let magnitude = segment_start[seg] + (mantissa << (seg + 3u));
  let signed = select(magnitude, -magnitude, (inv & 0x80u) != 0u);
  return f32(signed) / 32768.0;
}

@compute @workgroup_size(64)
fn decode(@builtin(global_invocation_id) id: vec3u) {
  let frame = id.x;
  let ch = id.y;
  if (frame >= stream.frames) { return; }
  let i = frame * stream.channels + ch;
  let code = (bytes[i >> 2u] >> (8u * (i & 3u))) & 0xffu;
  pcm[ch * stream.frames + frame] = gain[ch] * expand(code);
}
