struct Inner {
  a: f32,
  @align(16) b: vec2u,
  @size(16) c: u32,
}
struct Outer {
  head: u32,
  inner: array<Inner, 2>,
  v: vec3f,
  tail: f32,
}
@group(0) @binding(0) var<storage, read> inputs: array<Outer, 2>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let outer = inputs[i % 2u];
  let inner = outer.inner[i / 4u];
  outputs[8 * i] = outer.head;
  outputs[8 * i + 1] = bitcast<u32>(inner.a);
  outputs[8 * i + 2] = inner.b.x;
  outputs[8 * i + 3] = inner.b.y;
  outputs[8 * i + 4] = inner.c;
  outputs[8 * i + 5] = bitcast<u32>(outer.v.y);
  outputs[8 * i + 6] = bitcast<u32>(outer.tail);
  outputs[8 * i + 7] = bitcast<u32>(inputs[i % 2u].inner[(i / 2u) % 2u].b.y);
}
