// Reads the point records of an airborne laser scan (LAS, point format 3: 34 bytes, so half of them begin between
// two words) into positions, colours and attributes for rendering.
struct Header {
  points: u32,
  first_byte: u32,     // where the records begin
  scale: vec3f,
  offset: vec3f,
}

@group(0) @binding(0) var<storage, read> file: array<u32>;
@group(0) @binding(1) var<uniform> header: Header;
@group(0) @binding(2) var<storage, read_write> positions: array<f32>;
@group(0) @binding(3) var<storage, read_write> colours: array<u32>;
@group(0) @binding(4) var<storage, read_write> attributes: array<u32>;

override WG: u32 = 256;
const RECORD = 34u;

fn word_at(byte: u32) -> u32 {
  let at = byte >> 2u;
  let shift = (byte & 3u) * 8u;
  let low = file[at] >> shift;
  if (shift == 0u) { return low; }
  return low | (file[at + 1u] << (32u - shift));
}

fn half_at(byte: u32) -> u32 {
  let shift = (byte & 3u) * 8u;
  let low = file[byte >> 2u] >> shift;
  if (shift <= 16u) { return low & 0xffffu; }
  return (low | (file[(byte >> 2u) + 1u] << 8u)) & 0xffffu;
}

fn byte_at(byte: u32) -> u32 {
  return (file[byte >> 2u] >> ((byte & 3u) * 8u)) & 0xffu;
}

@compute @workgroup_size(WG)
fn unpack_points(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= header.points) { return; }
  let at = header.first_byte + i * RECORD;

  let raw = vec3i(i32(word_at(at)), i32(word_at(at + 4u)), i32(word_at(at + 8u)));
  let p = vec3f(raw) * header.scale + header.offset;
  positions[3u * i] = p.x;
  positions[3u * i + 1u] = p.y;
  positions[3u * i + 2u] = p.z;

  let intensity = half_at(at + 12u);
  let returns = byte_at(at + 14u);
  let number = returns & 7u;
  let total = max((returns >> 3u) & 7u, 1u);
  let class_id = byte_at(at + 15u) & 31u;
  let last = select(0u, 1u, number >= total);
  attributes[i] = intensity | (class_id << 16u) | (number << 21u) | (total << 24u) | (last << 31u);

  // 16-bit colours to 8 bits, brightened by the intensity where the camera saw nothing
  var rgb = vec3f(f32(half_at(at + 28u)), f32(half_at(at + 30u)), f32(half_at(at + 32u))) / 65535.0;
  if (dot(rgb, rgb) == 0.0) {
    rgb = vec3f(sqrt(f32(intensity) / 65535.0));
  }
  colours[i] = pack4x8unorm(vec4f(rgb, 1.0));
}
