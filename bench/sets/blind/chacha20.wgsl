// ChaCha20: a block of 64 bytes per invocation, the key stream added to the text in place.
struct Key { words: array<vec4<u32>, 2>, nonce: vec3<u32>, counter: u32 }
@group(0) @binding(0) var<uniform> key: Key;
@group(0) @binding(1) var<storage, read_write> text: array<array<vec4<u32>, 4>>;

fn rotl(v: vec4<u32>, n: u32) -> vec4<u32> { return (v << vec4<u32>(n)) | (v >> vec4<u32>(32u - n)); }

@compute @workgroup_size(64)
fn encrypt(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= arrayLength(&text)) { return; }
  let a0 = vec4<u32>(0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u);
  let b0 = key.words[0];
  let c0 = key.words[1];
  let d0 = vec4<u32>(key.counter + gid.x, key.nonce);
  var a = a0;
  var b = b0;
  var c = c0;
  var d = d0;
  // four quarter rounds at once; turning the rows makes columns of diagonals and back
  for (var round = 0; round < 20; round++) {
    a += b; d = rotl(d ^ a, 16u);
    c += d; b = rotl(b ^ c, 12u);
    a += b; d = rotl(d ^ a, 8u);
    c += d; b = rotl(b ^ c, 7u);
    if ((round & 1) == 0) {
      b = b.yzwx; c = c.zwxy; d = d.wxyz;
    } else {
      b = b.wxyz; c = c.zwxy; d = d.yzwx;
    }
  }
  text[gid.x][0] ^= a + a0;
  text[gid.x][1] ^= b + b0;
  text[gid.x][2] ^= c + c0;
  text[gid.x][3] ^= d + d0;
}
