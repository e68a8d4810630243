// Many tridiagonal systems by the Thomas algorithm, one per invocation; equation i of all systems lies side by
// side. The changed coefficients go through memory between the two sweeps.
override SYSTEMS: u32;
override EQUATIONS: u32;
@group(0) @binding(0) var<storage, read> lower: array<f32>;
@group(0) @binding(1) var<storage, read> diagonal: array<f32>;
@group(0) @binding(2) var<storage, read> upper: array<f32>;
@group(0) @binding(3) var<storage, read> rhs: array<f32>;
@group(0) @binding(4) var<storage, read_write> swept: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read_write> solution: array<f32>;

@compute @workgroup_size(64)
fn thomas(@builtin(global_invocation_id) gid: vec3<u32>) {
  let s = gid.x;
  if (s >= SYSTEMS) { return; }
  var c = upper[s] / diagonal[s];
  var d = rhs[s] / diagonal[s];
  swept[s] = vec2<f32>(c, d);
  for (var i = 1u; i < EQUATIONS; i++) {
    let at = i * SYSTEMS + s;
    let a = lower[at];
    let scale = 1.0 / (diagonal[at] - a * c);
    c = upper[at] * scale;
    d = (rhs[at] - a * d) * scale;
    swept[at] = vec2<f32>(c, d);
  }
  var x = d;
  solution[(EQUATIONS - 1u) * SYSTEMS + s] = x;
  for (var i = EQUATIONS - 1u; i > 0u; i--) {
    let at = (i - 1u) * SYSTEMS + s;
    let cd = swept[at];
    x = cd.y - cd.x * x;
    solution[at] = x;
  }
}
