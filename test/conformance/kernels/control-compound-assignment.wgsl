@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var x = inputs[i];
  x += 7u;
  x -= i;
  x *= 3u;
  x /= 5u;
  x %= 100003u;
  x |= 0x40u;
  x &= 0xfffffu;
  x ^= 0x155u;
  x <<= 3u;
  x >>= 1u;
  x++;
  var v = vec2i(i32(x), -4);
  v *= v.yx;
  v.x -= 5;
  v.y--;
  outputs[i] = u32(v.x ^ v.y);
  outputs[i] += 1u;
}
