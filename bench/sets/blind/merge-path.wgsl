// Merges two sorted arrays: each invocation finds by binary search where its eight results start in both and
// then merges one by one.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> merged: array<u32>;
const PER = 8u;

@compute @workgroup_size(128)
fn merge(@builtin(global_invocation_id) gid: vec3<u32>) {
  let n = arrayLength(&a);
  let m = arrayLength(&b);
  let diagonal = gid.x * PER;
  if (diagonal >= n + m) { return; }
  var low = select(0u, diagonal - m, diagonal > m);
  var high = min(diagonal, n);
  while (low < high) {
    let middle = (low + high) >> 1u;
    if (a[middle] <= b[diagonal - 1u - middle]) { low = middle + 1u; } else { high = middle; }
  }
  var i = low;
  var j = diagonal - low;
  let end = min(diagonal + PER, n + m);
  for (var k = diagonal; k < end; k++) {
    if (j >= m || (i < n && a[i] <= b[j])) {
      merged[k] = a[i];
      i++;
    } else {
      merged[k] = b[j];
      j++;
    }
  }
}
