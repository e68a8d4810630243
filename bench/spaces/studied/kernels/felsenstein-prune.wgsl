// Likelihood of a phylogeny: the conditional likelihoods of an inner node from those of its two children, for four
// rates per site, scaled against underflow.
struct Node {
  sites: u32,
  threshold: f32,
}

@group(0) @binding(0) var<uniform> node: Node;
@group(0) @binding(1) var<storage, read> leftMoves: array<mat4x4f, 4>;    // transitions, one per rate
@group(0) @binding(2) var<storage, read> rightMoves: array<mat4x4f, 4>;
@group(0) @binding(3) var<storage, read> left: array<vec4f>;    // [site][rate]
@group(0) @binding(4) var<storage, read> right: array<vec4f>;
@group(0) @binding(5) var<storage, read> childScales: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> parent: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> scales: array<f32>;

@compute @workgroup_size(64)
fn prune(@builtin(global_invocation_id) id: vec3u) {
  let site = id.x;
  if (site >= node.sites) { return; }
  var values: array<vec4f, 4>;
  var largest = 0.0;
  for (var rate = 0u; rate < 4u; rate++) {
    let a = leftMoves[rate] * left[4u * site + rate];
    let b = rightMoves[rate] * right[4u * site + rate];
    let v = a * b;
    values[rate] = v;
    largest = max(largest, max(max(v.x, v.y), max(v.z, v.w)));
  }
  var scale = childScales[site].x + childScales[site].y;
  if (largest < node.threshold && largest > 0.0) {
    let factor = 1.0 / largest;
    for (var rate = 0u; rate < 4u; rate++) {
      values[rate] *= factor;
    }
    scale += log(largest);
  }
  for (var rate = 0u; rate < 4u; rate++) {
    parent[4u * site + rate] = values[rate];
  }
  scales[site] = scale;
}
