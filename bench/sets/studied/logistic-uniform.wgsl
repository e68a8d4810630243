// Steps of the logistic map, as many as the uniform buffer says, so that the loop cannot be unrolled.
struct Run { steps: u32, growth: f32 }

@group(0) @binding(0) var<uniform> run: Run;
@group(0) @binding(1) var<storage, read_write> ends: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = f32(id.x) * 0x1p-23;
  for (var step = 0u; step < run.steps; step++) {
    x = run.growth * x * (1.0 - x);
  }
  ends[id.x] = x;
}
