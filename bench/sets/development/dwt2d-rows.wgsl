// Two-dimensional wavelet transform (reversible 5/3 of JPEG 2000), rows: 256 samples per workgroup and a halo
// of two, lifted in workgroup memory. Rows are mirrored at their ends.
@group(0) @binding(0) var<storage, read> image: array<i32>;
@group(0) @binding(1) var<storage, read_write> output: array<i32>; // low half, high half of each row

override WIDTH: i32; // even
const SIZE = 128;
const HALO = 2;
var<workgroup> even: array<i32, SIZE + HALO>; // one pair before the strip, one after
var<workgroup> odd: array<i32, SIZE + HALO>;

fn mirrored(x: i32) -> i32 {
  let inside = abs(x);
  return select(inside, 2 * (WIDTH - 1) - inside, inside >= WIDTH);
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  let lane = i32(index);
  let row = i32(group.y) * WIDTH;
  let firstPair = i32(group.x) * SIZE - 1;
  for (var i = lane; i < SIZE + HALO; i += SIZE) {
    let x = 2 * (firstPair + i);
    even[i] = image[row + mirrored(x)];
    odd[i] = image[row + mirrored(x + 1)];
  }
  workgroupBarrier();
  let before = odd[lane] - ((even[lane] + even[lane + 1]) >> 1u);
  let high = odd[lane + 1] - ((even[lane + 1] + even[lane + 2]) >> 1u);
  let low = even[lane + 1] + ((before + high + 2) >> 2u);
  let pair = firstPair + lane + 1;
  if (pair < WIDTH / 2) {
    output[row + pair] = low;
    output[row + WIDTH / 2 + pair] = high;
  }
}
