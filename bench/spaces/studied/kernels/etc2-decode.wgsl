// Decodes ETC2 textures (RGB): one block of 4 x 4 texels per invocation, in the modes individual, differential, T, H
// and planar.
@group(0) @binding(0) var<storage, read> blocks: array<vec2<u32>>; // words already in the order of the bits
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

override BLOCKS_X: u32 = 1024;
override BLOCKS_Y: u32 = 1024;

fn small(table: u32) -> i32 {
  var values = array<i32, 8>(2, 5, 9, 13, 18, 24, 33, 47);
  return values[table];
}

fn large(table: u32) -> i32 {
  var values = array<i32, 8>(8, 17, 29, 42, 60, 80, 106, 183);
  return values[table];
}

fn distanceOf(code: u32) -> i32 {
  var values = array<i32, 8>(3, 6, 11, 16, 23, 32, 41, 64);
  return values[code];
}

fn pack(c: vec3<i32>) -> u32 {
  let v = vec3<u32>(clamp(c, vec3<i32>(0), vec3<i32>(255)));
  return v.x | (v.y << 8u) | (v.z << 16u) | 0xff000000u;
}

fn from4(c: vec3<u32>) -> vec3<i32> {
  return vec3<i32>((c << vec3<u32>(4u)) | c);
}

fn from5(c: vec3<i32>) -> vec3<i32> {
  return (c << vec3<u32>(3u)) | (c >> vec3<u32>(2u));
}

fn from676(c: vec3<u32>) -> vec3<i32> {
  return vec3<i32>((c << vec3<u32>(2u, 1u, 2u)) | (c >> vec3<u32>(4u, 6u, 4u)));
}

fn code(low: u32, texel: u32) -> u32 {
  return (((low >> (texel + 16u)) & 1u) << 1u) | ((low >> texel) & 1u);
}

@compute @workgroup_size(8, 4)
fn decode(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= BLOCKS_X || id.y >= BLOCKS_Y) {
    return;
  }
  let block = blocks[id.y * BLOCKS_X + id.x];
  let h = block.x;
  let low = block.y;
  let pitch = 4u * BLOCKS_X;
  let corner = 4u * id.y * pitch + 4u * id.x;
  let differential = (h & 2u) != 0u;
  let base = vec3<i32>(i32((h >> 27u) & 31u), i32((h >> 19u) & 31u), i32((h >> 11u) & 31u));
  let delta = vec3<i32>(extractBits(i32(h), 24u, 3u), extractBits(i32(h), 16u, 3u), extractBits(i32(h), 8u, 3u));
  let second = base + delta;
  let over = (second < vec3<i32>(0)) | (second > vec3<i32>(31));

  if (differential && any(over)) {
    if (!over.x && !over.y) { // planar
      let o = from676(vec3<u32>((h >> 25u) & 63u, (((h >> 24u) & 1u) << 6u) | ((h >> 17u) & 63u),
        (((h >> 16u) & 1u) << 5u) | (((h >> 11u) & 3u) << 3u) | ((h >> 7u) & 7u)));
      let dx = from676(vec3<u32>((((h >> 2u) & 31u) << 1u) | (h & 1u), low >> 25u, (low >> 19u) & 63u)) - o;
      let dy = from676(vec3<u32>((low >> 13u) & 63u, (low >> 6u) & 127u, low & 63u)) - o;
      for (var y = 0u; y < 4u; y++) {
        for (var x = 0u; x < 4u; x++) {
          image[corner + y * pitch + x] = pack((i32(x) * dx + i32(y) * dy + 4 * o + 2) >> vec3<u32>(2u));
        }
      }
      return;
    }
    var paint: array<vec3<i32>, 4>;
    if (over.x) { // T
      let a = from4(vec3<u32>((((h >> 27u) & 3u) << 2u) | ((h >> 24u) & 3u), (h >> 20u) & 15u, (h >> 16u) & 15u));
      let b = from4(vec3<u32>((h >> 12u) & 15u, (h >> 8u) & 15u, (h >> 4u) & 15u));
      let d = distanceOf((((h >> 2u) & 3u) << 1u) | (h & 1u));
      paint = array<vec3<i32>, 4>(a, b + d, b, b - d);
    } else { // H
      let one = vec3<u32>((h >> 27u) & 15u, (((h >> 24u) & 7u) << 1u) | ((h >> 20u) & 1u),
        (((h >> 19u) & 1u) << 3u) | ((h >> 15u) & 7u));
      let two = vec3<u32>((h >> 11u) & 15u, (h >> 7u) & 15u, (h >> 3u) & 15u);
      let order = select(0u, 1u, dot(one, vec3<u32>(256u, 16u, 1u)) >= dot(two, vec3<u32>(256u, 16u, 1u)));
      let d = distanceOf((((h >> 2u) & 1u) << 2u) | ((h & 1u) << 1u) | order);
      paint = array<vec3<i32>, 4>(from4(one) + d, from4(one) - d, from4(two) + d, from4(two) - d);
    }
    for (var y = 0u; y < 4u; y++) {
      for (var x = 0u; x < 4u; x++) {
        image[corner + y * pitch + x] = pack(paint[code(low, 4u * x + y)]);
      }
    }
    return;
  }

  var first = from5(base);
  var other = from5(second);
  if (!differential) {
    first = from4(vec3<u32>((h >> 28u) & 15u, (h >> 20u) & 15u, (h >> 12u) & 15u));
    other = from4(vec3<u32>((h >> 24u) & 15u, (h >> 16u) & 15u, (h >> 8u) & 15u));
  }
  let flipped = (h & 1u) != 0u;
  for (var y = 0u; y < 4u; y++) {
    for (var x = 0u; x < 4u; x++) {
      let half = select(x, y, flipped) >= 2u;
      let table = select((h >> 5u) & 7u, (h >> 2u) & 7u, half);
      let c = code(low, 4u * x + y);
      let size = select(small(table), large(table), (c & 1u) != 0u);
      image[corner + y * pitch + x] = pack(select(first, other, half) + select(size, -size, c >= 2u));
    }
  }
}
