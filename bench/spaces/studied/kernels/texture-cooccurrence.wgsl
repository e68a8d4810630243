// Grey-level co-occurrence matrices of an 8-bit image for four directions (right, down right, down, down left) at a
// distance of one pixel, 16 levels. A workgroup counts a tile of 64 x 64 pixels, then adds its counts to all.
struct Image {
  words: u32,   // of a row, four pixels each
  height: u32,
}

@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> texels: array<u32>;
@group(0) @binding(2) var<uniform> upper: array<vec4<u32>, 4>; // the largest value of each level
@group(0) @binding(3) var<storage, read_write> matrices: array<atomic<u32>, 1024>;

var<workgroup> counts: array<atomic<u32>, 1024>;
var<workgroup> level_of: array<u32, 256>;

fn level_at(x: u32, y: u32) -> u32 {
  let word = texels[y * image.words + x / 4u];
  return level_of[(word >> (x % 4u * 8u)) & 0xffu];
}

fn count(direction: u32, a: u32, b: u32) {
  // Symmetric: the smaller level comes first.
  atomicAdd(&counts[direction * 256u + min(a, b) * 16u + max(a, b)], 1u);
}

@compute @workgroup_size(4, 32)
fn main(
  @builtin(workgroup_id) tile: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  for (var i = lane; i < 1024u; i += 128u) {
    atomicStore(&counts[i], 0u);
  }
  for (var value = lane; value < 256u; value += 128u) {
    var level = 0u;
    while (level < 15u && value > upper[level / 4u][level % 4u]) {
      level++;
    }
    level_of[value] = level;
  }
  workgroupBarrier();

  let width = image.words * 4u;
  for (var row = local.y; row < 64u; row += 32u) {
    let y = tile.y * 64u + row;
    if (y >= image.height) {
      continue;
    }
    for (var column = local.x * 4u; column < 64u; column += 16u) {
      for (var i = 0u; i < 4u; i++) {
        let x = tile.x * 64u + column + i;
        if (x >= width) {
          break;
        }
        let here = level_at(x, y);
        let has_right = x + 1u < width;
        if (has_right) {
          count(0u, here, level_at(x + 1u, y));
        }
        if (y + 1u < image.height) {
          if (has_right) {
            count(1u, here, level_at(x + 1u, y + 1u));
          }
          count(2u, here, level_at(x, y + 1u));
          if (x > 0u) {
            count(3u, here, level_at(x - 1u, y + 1u));
          }
        }
      }
    }
  }
  workgroupBarrier();

  for (var i = lane; i < 1024u; i += 128u) {
    let found = atomicLoad(&counts[i]);
    if (found != 0u) {
      atomicAdd(&matrices[i], found);
    }
  }
}
