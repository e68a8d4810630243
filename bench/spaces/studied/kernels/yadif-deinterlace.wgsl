// Deinterlacing after yadif: the missing field of each frame comes from edge-directed interpolation, held within
// what the frames before and after allow. Luma only, four pixels to a word.
struct Video {
  width: u32,     // pixels, a multiple of 4
  height: u32,
  frames: u32,
  parity: u32,    // which rows are missing
}

@group(0) @binding(0) var<uniform> video: Video;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> target_: array<u32>;

fn luma(frame: i32, x: i32, y: i32) -> i32 {
  let f = clamp(frame, 0, i32(video.frames) - 1);
  let cx = clamp(x, 0, i32(video.width) - 1);
  let cy = clamp(y, 0, i32(video.height) - 1);
  let i = (u32(f) * video.height + u32(cy)) * video.width + u32(cx);
  return i32((source[i / 4u] >> ((i % 4u) * 8u)) & 0xffu);
}

fn score(f: i32, x: i32, y: i32, j: i32) -> i32 {
  return abs(luma(f, x - 1 + j, y - 1) - luma(f, x - 1 - j, y + 1))
       + abs(luma(f, x + j, y - 1) - luma(f, x - j, y + 1))
       + abs(luma(f, x + 1 + j, y - 1) - luma(f, x + 1 - j, y + 1));
}

fn interpolate(f: i32, x: i32, y: i32) -> i32 {
  let c = luma(f, x, y - 1);
  let e = luma(f, x, y + 1);
  let before = luma(f - 1, x, y);
  let after = luma(f + 1, x, y);
  let d = (before + after) >> 1u;

  let diff0 = abs(before - after);
  let diff1 = (abs(luma(f - 1, x, y - 1) - c) + abs(luma(f - 1, x, y + 1) - e)) >> 1u;
  let diff2 = (abs(luma(f + 1, x, y - 1) - c) + abs(luma(f + 1, x, y + 1) - e)) >> 1u;
  var diff = max(max(diff0 >> 1u, diff1), diff2);

  var spatial = (c + e) >> 1u;
  var bestScore = score(f, x, y, 0) - 1;
  for (var side = -1; side <= 1; side += 2) {
    let s1 = score(f, x, y, side);
    if (s1 < bestScore) {
      bestScore = s1;
      spatial = (luma(f, x + side, y - 1) + luma(f, x - side, y + 1)) >> 1u;
      let s2 = score(f, x, y, 2 * side);
      if (s2 < bestScore) {
        bestScore = s2;
        spatial = (luma(f, x + 2 * side, y - 1) + luma(f, x - 2 * side, y + 1)) >> 1u;
      }
    }
  }

  let b = (luma(f - 1, x, y - 2) + luma(f + 1, x, y - 2)) >> 1u;
  let g = (luma(f - 1, x, y + 2) + luma(f + 1, x, y + 2)) >> 1u;
  let hi = max(max(d - e, d - c), min(b - c, g - e));
  let lo = min(min(d - e, d - c), max(b - c, g - e));
  diff = max(max(diff, lo), -hi);
  return clamp(spatial, d - diff, d + diff);
}

@compute @workgroup_size(32, 4, 1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let words = video.width / 4u;
  if (gid.x >= words || gid.y >= video.height || gid.z >= video.frames) {
    return;
  }
  let at = (gid.z * video.height + gid.y) * words + gid.x;
  if (gid.y % 2u != video.parity) {
    target_[at] = source[at];
    return;
  }
  var packed = 0u;
  for (var p = 0u; p < 4u; p++) {
    let v = clamp(interpolate(i32(gid.z), i32(gid.x * 4u + p), i32(gid.y)), 0, 255);
    packed |= u32(v) << (8u * p);
  }
  target_[at] = packed;
}
