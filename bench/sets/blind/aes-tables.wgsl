// AES-128 by tables, one block of 16 bytes per invocation (ECB): four tables of 256 words and the last round's
// bytes in workgroup memory, nine rounds and a last one.
@group(0) @binding(0) var<storage, read> table: array<u32, 1280>; // four tables of a round, then the S-box
@group(0) @binding(1) var<uniform> round_keys: array<vec4<u32>, 11>;
@group(0) @binding(2) var<storage, read> plain: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> cipher: array<vec4<u32>>;

var<workgroup> t: array<u32, 1280>;

fn column(a: u32, b: u32, c: u32, d: u32) -> u32 {
  return t[a & 255u] ^ t[256u + ((b >> 8u) & 255u)] ^ t[512u + ((c >> 16u) & 255u)] ^ t[768u + (d >> 24u)];
}

fn last_column(a: u32, b: u32, c: u32, d: u32) -> u32 {
  return (t[1024u + (a & 255u)] & 0xffu) | ((t[1024u + ((b >> 8u) & 255u)] & 0xffu) << 8u)
    | ((t[1024u + ((c >> 16u) & 255u)] & 0xffu) << 16u) | ((t[1024u + (d >> 24u)] & 0xffu) << 24u);
}

@compute @workgroup_size(256)
fn encrypt(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  for (var i = lid; i < 1280u; i += 256u) { t[i] = table[i]; }
  workgroupBarrier();
  if (gid.x >= arrayLength(&plain)) { return; }
  var s = plain[gid.x] ^ round_keys[0];
  for (var r = 1u; r < 10u; r++) {
    s = vec4<u32>(column(s.x, s.y, s.z, s.w), column(s.y, s.z, s.w, s.x), column(s.z, s.w, s.x, s.y), column(s.w, s.x, s.y, s.z)) ^ round_keys[r];
  }
  cipher[gid.x] = round_keys[10] ^ vec4<u32>(last_column(s.x, s.y, s.z, s.w), last_column(s.y, s.z, s.w, s.x),
    last_column(s.z, s.w, s.x, s.y), last_column(s.w, s.x, s.y, s.z));
}
