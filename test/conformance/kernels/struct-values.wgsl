struct Pair {
  x: i32,
  y: vec2f,
}
struct Nest {
  pair: Pair,
  list: array<Pair, 3>,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn swap(p: Pair) -> Pair {
  return Pair(-p.x, p.y.yx);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var nest: Nest;
  nest.pair = Pair(i32(inputs[i] % 100u), vec2f(f32(i), 0.5));
  nest.list[i % 3u] = swap(nest.pair);
  nest.list[1].x += 3;
  let copy = nest;
  nest.list[1].x = 99;
  outputs[2 * i] = u32(copy.list[0].x + copy.list[1].x * 2 + copy.list[2].x * 4);
  outputs[2 * i + 1] = u32(copy.list[0].y.x + copy.list[1].y.y + copy.list[2].y.x);
}
