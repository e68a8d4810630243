// Half precision, one and two at a time.
enable f16;

@group(0) @binding(0) var<storage, read> a: array<vec2<f16>>;
@group(0) @binding(1) var<storage, read_write> b: array<vec2<f16>>;
@group(0) @binding(2) var<storage, read_write> c: array<f16>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = a[id.x];
  for (var i = 0u; i < 6u; i++) {
    x = fma(x, x, vec2<f16>(0.5h, 0.25h));
  }
  b[id.x] = x;
  c[id.x] = x.x + x.y;
}
