@group(0) @binding(0) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<f32>>;

fn order(pair: vec2<f32>) -> vec2<f32> {
  if (pair.x > pair.y) {
    return pair.yx;
  }
  return pair;
}

fn sortFour(p: ptr<function, vec4<f32>>) {
  let xy = order((*p).xy);
  let zw = order((*p).zw);
  let xz = order(vec2<f32>(xy.x, zw.x));
  let yw = order(vec2<f32>(xy.y, zw.y));
  let yz = order(vec2<f32>(yw.x, xz.y));
  *p = vec4<f32>(xz.x, yz.x, yz.y, yw.y);
}

fn summary(given: vec4<f32>, spread: ptr<function, f32>) -> f32 {
  var v = given;
  sortFour(&v);
  *spread = v.w - v.x;
  return 0.5 * (v.y + v.z);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  var v = values[i];
  var spread: f32;
  let median = summary(v, &spread);
  sortFour(&v);
  results[i] = vec4<f32>(median, spread, v.x, v.w);
}
