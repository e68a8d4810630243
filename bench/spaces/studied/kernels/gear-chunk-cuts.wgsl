// Content-defined chunking for deduplication (gear hash, as in FastCDC): every invocation scans one segment of the
// file for places where the rolling hash has its masked bits zero, and keeps up to four of them that are at least
// minChunk bytes apart. The hash sees the last 32 bytes, so a segment warms up on the end of the one before.

struct Settings {
  segmentWords: u32,
  minChunk: u32,
  strictMask: u32,
  looseMask: u32,
  looseAfter: u32,   // bytes without a cut after which the loose mask is used
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> file: array<u32>;
@group(0) @binding(2) var<storage, read> gear: array<u32, 256>;
@group(0) @binding(3) var<storage, read_write> cuts: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

var<workgroup> table: array<u32, 256>;

@compute @workgroup_size(64)
fn findCuts(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  for (var i = lane; i < 256u; i += 64u) {
    table[i] = gear[i];
  }
  workgroupBarrier();

  let words = arrayLength(&file);
  let begin = gid.x * settings.segmentWords;
  if (begin >= words) {
    return;
  }
  let end = min(begin + settings.segmentWords, words);

  var hash = 0u;
  if (begin >= 8u) {
    for (var w = begin - 8u; w < begin; w++) {
      let word = file[w];
      hash = (hash << 1u) + table[word & 255u];
      hash = (hash << 1u) + table[(word >> 8u) & 255u];
      hash = (hash << 1u) + table[(word >> 16u) & 255u];
      hash = (hash << 1u) + table[word >> 24u];
    }
  }

  var found = vec4<u32>(0xffffffffu);
  var n = 0u;
  var since = 0u;
  for (var w = begin; w < end && n < 4u; w++) {
    var word = file[w];
    for (var b = 0u; b < 4u; b++) {
      hash = (hash << 1u) + table[word & 255u];
      word >>= 8u;
      since++;
      if (since < settings.minChunk) {
        continue;
      }
      let mask = select(settings.strictMask, settings.looseMask, since > settings.looseAfter);
      if ((hash & mask) == 0u) {
        if (n < 4u) {
          found[n] = w * 4u + b + 1u;
          n++;
        }
        since = 0u;
      }
    }
  }
  cuts[gid.x] = found;
  counts[gid.x] = n;
}
