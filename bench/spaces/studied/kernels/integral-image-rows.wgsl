// Summed-area table, first pass: running sums along each row of an 8-bit image. One workgroup takes a row in
// pieces of 1024 pixels, four of them per invocation, and carries the sum from piece to piece.
const THREADS = 256u;

struct Image {
  width: u32,    // a multiple of 4
  height: u32,
}

@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec4<u32>>;

var<workgroup> scan: array<u32, 512>;

@compute @workgroup_size(THREADS)
fn rows(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = group.x;
  if (row >= image.height) {
    return;
  }
  let words = image.width / 4u;
  var carry = 0u;
  for (var first = 0u; first < words; first += THREADS) {
    let column = first + local;
    var packed = 0u;
    if (column < words) {
      packed = pixels[row * words + column];
    }
    var v = vec4<u32>(packed & 255u, (packed >> 8u) & 255u, (packed >> 16u) & 255u, packed >> 24u);
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;

    var page = 0u;
    scan[local] = v.w;
    workgroupBarrier();
    for (var offset = 1u; offset < THREADS; offset <<= 1u) {
      var sum = scan[page + local];
      if (local >= offset) {
        sum += scan[page + local - offset];
      }
      page = THREADS - page;
      scan[page + local] = sum;
      workgroupBarrier();
    }

    let before = carry + scan[page + local] - v.w;
    if (column < words) {
      sums[row * words + column] = v + before;
    }
    carry += scan[page + THREADS - 1u];
    workgroupBarrier();
  }
}
