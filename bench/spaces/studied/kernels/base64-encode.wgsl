// Base64: every invocation turns twelve bytes (three words, first byte lowest) into sixteen characters (four words).
// The input is a whole number of such groups.
override GROUPS: u32;

@group(0) @binding(0) var<storage, read> bytes: array<u32>;
@group(0) @binding(1) var<storage, read_write> text: array<vec4<u32>>;

fn character(sextet: u32) -> u32 {
  if (sextet < 26u) {
    return sextet + 65u; // A to Z
  }
  if (sextet < 52u) {
    return sextet + 71u; // a to z
  }
  if (sextet < 62u) {
    return sextet - 4u; // 0 to 9
  }
  return select(47u, 43u, sextet == 62u); // + and /
}

fn encode(b0: u32, b1: u32, b2: u32) -> u32 {
  let bits = (b0 << 16u) | (b1 << 8u) | b2;
  return character(bits >> 18u)
    | (character((bits >> 12u) & 63u) << 8u)
    | (character((bits >> 6u) & 63u) << 16u)
    | (character(bits & 63u) << 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= GROUPS) {
    return;
  }
  let a = bytes[id.x * 3u];
  let b = bytes[id.x * 3u + 1u];
  let c = bytes[id.x * 3u + 2u];
  text[id.x] = vec4<u32>(
    encode(a & 255u, (a >> 8u) & 255u, (a >> 16u) & 255u),
    encode(a >> 24u, b & 255u, (b >> 8u) & 255u),
    encode((b >> 16u) & 255u, b >> 24u, c & 255u),
    encode((c >> 8u) & 255u, (c >> 16u) & 255u, c >> 24u),
  );
}
