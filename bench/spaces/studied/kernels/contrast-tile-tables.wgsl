// Contrast-limited equalisation, first pass: for each tile of 64 x 64 bytes the histogram, cut at a
// limit with the excess spread evenly, and from its running sum a table of 256 new bytes.

struct Image { wordsPerRow: u32, clip: u32 }

@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
@group(0) @binding(2) var<storage, read_write> tables: array<u32>;

var<workgroup> bins: array<atomic<u32>, 256>;
var<workgroup> excess: atomic<u32>;
var<workgroup> running: array<u32, 256>;

@compute @workgroup_size(256)
fn tile_tables(@builtin(workgroup_id) tile: vec3u,
               @builtin(num_workgroups) tiles: vec3u,
               @builtin(local_invocation_index) i: u32) {
  atomicStore(&bins[i], 0u);
  if (i == 0u) {
    atomicStore(&excess, 0u);
  }
  workgroupBarrier();

  // 16 words to a row of the tile, 16 rows at a time
  let first = (tile.y * 64u + i / 16u) * image.wordsPerRow + tile.x * 16u + i % 16u;
  for (var r = 0u; r < 4u; r++) {
    let four = pixels[first + r * 16u * image.wordsPerRow];
    atomicAdd(&bins[four & 255u], 1u);
    atomicAdd(&bins[(four >> 8u) & 255u], 1u);
    atomicAdd(&bins[(four >> 16u) & 255u], 1u);
    atomicAdd(&bins[four >> 24u], 1u);
  }
  workgroupBarrier();

  let count = atomicLoad(&bins[i]);
  let kept = min(count, image.clip);
  if (count > kept) {
    atomicAdd(&excess, count - kept);
  }
  workgroupBarrier();
  let spread = atomicLoad(&excess);
  running[i] = kept + spread / 256u + select(0u, 1u, i < spread % 256u);
  workgroupBarrier();

  for (var step = 1u; step < 256u; step *= 2u) {
    var sum = running[i];
    if (i >= step) {
      sum += running[i - step];
    }
    workgroupBarrier();
    running[i] = sum;
    workgroupBarrier();
  }

  if (i < 64u) {
    let at = 4u * i;
    let bytes = (vec4u(running[at], running[at + 1u], running[at + 2u], running[at + 3u]) * 255u) / 4096u;
    tables[(tile.y * tiles.x + tile.x) * 64u + i] = bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
  }
}
