// Moving data at full width: each workgroup walks over the buffers with all others side by side.

override WIDTH: u32 = 256;

struct Values { elements: u32, step: u32, unused: vec2u }

@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<vec4f>;

@compute @workgroup_size(WIDTH)
fn read_all(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f(0);
  for (var i = id.x; i < values.elements; i += 4u * values.step) {
    sum += source[i] + source[i + values.step] + source[i + 2u * values.step] + source[i + 3u * values.step];
  }
  if (sum.x + sum.y + sum.z + sum.w == 12345.0) { sink[id.x] = sum; }
}

@compute @workgroup_size(WIDTH)
fn write_all(@builtin(global_invocation_id) id: vec3u) {
  let value = vec4f(f32(id.x));
  for (var i = id.x; i < values.elements; i += 4u * values.step) {
    sink[i] = value;
    sink[i + values.step] = value;
    sink[i + 2u * values.step] = value;
    sink[i + 3u * values.step] = value;
  }
}

@compute @workgroup_size(WIDTH)
fn copy_all(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < values.elements; i += 4u * values.step) {
    let a = source[i];
    let b = source[i + values.step];
    let c = source[i + 2u * values.step];
    let d = source[i + 3u * values.step];
    sink[i] = a;
    sink[i + values.step] = b;
    sink[i + 2u * values.step] = c;
    sink[i + 3u * values.step] = d;
  }
}
