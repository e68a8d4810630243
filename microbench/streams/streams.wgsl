// Several streams at once: each invocation reads one element of so many arrays and writes one of others. How DRAM takes it
// when what is read and written lies in many rows of its banks.
override ELEMENTS: u32 = 4194304u; // of an array
override READS: u32 = 1u;
override WRITES: u32 = 1u;

@group(0) @binding(0) var<storage, read> sources: array<f32>;
@group(0) @binding(1) var<storage, read_write> sinks: array<f32>;

@compute @workgroup_size(256)
fn streams(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < READS; k++) { sum += sources[k * ELEMENTS + id.x]; }
  for (var k = 0u; k < WRITES; k++) { sinks[k * ELEMENTS + id.x] = sum + f32(k); }
}
