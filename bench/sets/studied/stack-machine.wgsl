// An interpreter: each invocation runs the same bytecode over its own input, with a stack in a private array.
struct Op { code: u32, arg: f32 }
@group(0) @binding(0) var<storage, read> program: array<u32>;
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(2) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(128)
fn run(@builtin(global_invocation_id) id: vec3<u32>) {
  var stack: array<f32, 16>;
  var top = 0u;
  let x = inputs[id.x];
  let length = arrayLength(&program);
  for (var pc = 0u; pc < length; pc++) {
    let op = program[pc];
    switch (op % 8u) {
      case 0u: { stack[top & 15u] = x; top++; }
      case 1u: { stack[top & 15u] = f32(op >> 3u) * 0.001; top++; }
      case 2u: { top--; stack[(top - 1u) & 15u] += stack[top & 15u]; }
      case 3u: { top--; stack[(top - 1u) & 15u] *= stack[top & 15u]; }
      case 4u: { stack[(top - 1u) & 15u] = sin(stack[(top - 1u) & 15u]); }
      case 5u: { stack[(top - 1u) & 15u] = sqrt(abs(stack[(top - 1u) & 15u])); }
      case 6u: { stack[top & 15u] = stack[(top - 1u) & 15u]; top++; }
      default: { stack[(top - 1u) & 15u] = -stack[(top - 1u) & 15u]; }
    }
  }
  outputs[id.x] = stack[(top - 1u) & 15u];
}
