// Lossless audio: decodes Rice-coded residuals and undoes the fixed predictor, one frame per invocation.

struct Frame {
  shift: u32,
  order: u32,
}

struct Stream {
  frames: u32,
  samples: u32,
  frame_words: u32,
}

@group(0) @binding(0) var<uniform> stream: Stream;
@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> bits: array<u32>;
@group(0) @binding(3) var<storage, read_write> pcm: array<i32>;

struct Reader {
  next: u32,
  end: u32,
  buffer: u32,
  left: u32,
}

fn refill(r: ptr<function, Reader>) {
  (*r).buffer = 0u;
  if ((*r).next < (*r).end) {
    (*r).buffer = bits[(*r).next];
  }
  (*r).next++;
  (*r).left = 32u;
}

fn read_unary(r: ptr<function, Reader>) -> u32 {
  var zeros = 0u;
  while (zeros < 64u) {
    if ((*r).left == 0u) {
      refill(r);
    }
    let run = min(countLeadingZeros((*r).buffer), (*r).left);
    zeros += run;
    if (run < (*r).left) {
      (*r).left -= run + 1u;
      (*r).buffer = ((*r).buffer << run) << 1u;
      break;
    }
    (*r).left = 0u;
  }
  return zeros;
}

fn read_bits(r: ptr<function, Reader>, count: u32) -> u32 {
  var value = 0u;
  var wanted = count;
  while (wanted > 0u) {
    if ((*r).left == 0u) {
      refill(r);
    }
    let take = min(wanted, (*r).left);
    value = (value << take) | ((*r).buffer >> (32u - take));
    (*r).buffer = select((*r).buffer << take, 0u, take == 32u);
    (*r).left -= take;
    wanted -= take;
  }
  return value;
}

@compute @workgroup_size(64)
fn decode(@builtin(global_invocation_id) id: vec3u) {
  let f = id.x;
  if (f >= stream.frames) {
    return;
  }
  let shift = frames[f].shift;
  let order = frames[f].order;
  var r = Reader(f * stream.frame_words, (f + 1u) * stream.frame_words, 0u, 0u);
  var s1 = 0;
  var s2 = 0;
  var s3 = 0;
  for (var i = 0u; i < stream.samples; i++) {
    let high = read_unary(&r);
    let folded = (high << shift) | read_bits(&r, shift);
    let residual = i32(folded >> 1u) ^ -i32(folded & 1u);
    var sample = residual;
    switch (order) {
      case 1u: { sample += s1; }
      case 2u: { sample += 2 * s1 - s2; }
      case 3u: { sample += 3 * s1 - 3 * s2 + s3; }
      default: {}
    }
    s3 = s2;
    s2 = s1;
    s1 = sample;
    pcm[f * stream.samples + i] = sample;
  }
}
