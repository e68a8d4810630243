// Means of three neighbours by way of workgroup memory, of which SPACE numbers are set aside.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> means: array<f32>;

override SPACE: u32;
const SIZE = 64u;

var<workgroup> block: array<f32, SPACE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  block[lane + 1u] = signal[id.x];
  if (lane == 0u) {
    block[0] = signal[max(id.x, 1u) - 1u];
    block[SIZE + 1u] = signal[min(id.x + SIZE, arrayLength(&signal) - 1u)];
  }
  workgroupBarrier();
  means[id.x] = (block[lane] + block[lane + 1u] + block[lane + 2u]) / 3.0;
}
