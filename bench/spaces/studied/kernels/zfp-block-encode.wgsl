// Fixed-rate zfp compression of a 2D field at 8 bits per value: each invocation takes one 4x4 block through the common
// exponent, the lifted transform and negabinary, and codes its bit planes with group tests into 128 bits.
struct Field { width: u32, height: u32 }

@group(0) @binding(0) var<storage, read> field: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> blocks: array<vec4u>;
@group(0) @binding(2) var<uniform> size: Field;

const BUDGET = 128u;
const ORDER = array<u32, 16>(0u, 1u, 4u, 5u, 2u, 8u, 6u, 9u, 3u, 12u, 10u, 7u, 13u, 11u, 14u, 15u);

fn lift(p: ptr<function, array<i32, 16>>, at: u32, stride: u32) {
  var x = (*p)[at];
  var y = (*p)[at + stride];
  var z = (*p)[at + 2u * stride];
  var w = (*p)[at + 3u * stride];
  x += w; x >>= 1u; w -= x;
  z += y; z >>= 1u; y -= z;
  x += z; x >>= 1u; z -= x;
  w += y; w >>= 1u; y -= w;
  w += y >> 1u; y -= w >> 1u;
  (*p)[at] = x;
  (*p)[at + stride] = y;
  (*p)[at + 2u * stride] = z;
  (*p)[at + 3u * stride] = w;
}

fn put(stream: ptr<function, array<u32, 5>>, at: u32, value: u32, count: u32) {
  let word = at >> 5u;
  let shift = at & 31u;
  (*stream)[word] |= value << shift;
  if (shift + count > 32u) {
    (*stream)[word + 1u] |= value >> (32u - shift);
  }
}

@compute @workgroup_size(16, 8)
fn encode(@builtin(global_invocation_id) id: vec3u) {
  let across = size.width / 4u;
  if (id.x >= across || id.y >= size.height / 4u) {
    return;
  }
  var rows: array<vec4f, 4>;
  var top = vec4f();
  for (var r = 0u; r < 4u; r++) {
    rows[r] = field[(id.y * 4u + r) * across + id.x];
    top = max(top, abs(rows[r]));
  }
  let largest = max(max(top.x, top.y), max(top.z, top.w));
  let exponent = i32((bitcast<u32>(largest) >> 23u) & 255u) - 126;
  var stream: array<u32, 5>;
  if (largest > 0.0) {
    let scale = ldexp(1.0, 30 - exponent);
    var q: array<i32, 16>;
    for (var i = 0u; i < 16u; i++) {
      q[i] = i32(rows[i >> 2u][i & 3u] * scale);
    }
    for (var y = 0u; y < 4u; y++) {
      lift(&q, 4u * y, 1u);
    }
    for (var x = 0u; x < 4u; x++) {
      lift(&q, x, 4u);
    }
    var coded: array<u32, 16>;
    for (var i = 0u; i < 16u; i++) {
      coded[i] = (bitcast<u32>(q[ORDER[i]]) + 0xaaaaaaaau) ^ 0xaaaaaaaau;
    }

    put(&stream, 0u, u32(exponent + 127) * 2u + 1u, 9u);
    var at = 9u;
    var known = 0u; // values that are significant so far
    for (var plane = 32u; plane > 0u && at < BUDGET; plane--) {
      var bits = 0u;
      for (var i = 0u; i < 16u; i++) {
        bits |= ((coded[i] >> (plane - 1u)) & 1u) << i;
      }
      let verbatim = min(known, BUDGET - at);
      put(&stream, at, bits & ((1u << verbatim) - 1u), verbatim);
      at += verbatim;
      bits >>= verbatim;
      while (known < 16u && at < BUDGET) {
        let any = select(0u, 1u, bits != 0u);
        put(&stream, at, any, 1u);
        at++;
        if (any == 0u) {
          break;
        }
        while (known < 15u && at < BUDGET) {
          let bit = bits & 1u;
          put(&stream, at, bit, 1u);
          at++;
          if (bit != 0u) {
            break;
          }
          bits >>= 1u;
          known++;
        }
        bits >>= 1u;
        known++;
      }
    }
  }
  blocks[id.y * across + id.x] = vec4u(stream[0], stream[1], stream[2], stream[3]);
}
