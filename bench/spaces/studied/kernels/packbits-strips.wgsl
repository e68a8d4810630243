// Scanned pages: run-length decoding of strips. A control byte c < 128 is followed by c + 1 bytes as
// they are, c > 128 by one byte that is repeated 257 - c times. One invocation decodes a strip.

const STRIP_BYTES = 1024u;

@group(0) @binding(0) var<storage, read> stripOffset: array<u32>; // in bytes
@group(0) @binding(1) var<storage, read> packed: array<u32>;
@group(0) @binding(2) var<storage, read_write> decoded: array<u32>;

fn readByte(at: u32) -> u32 {
  return (packed[at / 4u] >> (8u * (at % 4u))) & 0xffu;
}

@compute @workgroup_size(32)
fn decodeStrip(@builtin(global_invocation_id) gid: vec3u) {
  let strip = gid.x;
  if (strip + 1u >= arrayLength(&stripOffset)) {
    return;
  }
  var src = stripOffset[strip];
  let srcEnd = stripOffset[strip + 1u];
  var dst = 0u;
  var word = 0u;
  let out = strip * STRIP_BYTES / 4u;

  while (src < srcEnd && dst < STRIP_BYTES) {
    let control = readByte(src);
    src++;
    if (control == 128u) {
      continue;
    }
    let literal = control < 128u;
    var n = select(257u - control, control + 1u, literal);
    n = min(n, STRIP_BYTES - dst);
    for (var k = 0u; k < n; k++) {
      if (src >= srcEnd) {
        break;
      }
      word |= readByte(src) << (8u * (dst & 3u));
      dst++;
      if ((dst & 3u) == 0u) {
        decoded[out + dst / 4u - 1u] = word;
        word = 0u;
      }
      if (literal) {
        src++;
      }
    }
    if (!literal) {
      src++;
    }
  }
  if ((dst & 3u) != 0u) {
    decoded[out + dst / 4u] = word;
  }
}
