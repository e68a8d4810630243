// Horn-Schunck optical flow: three Jacobi sweeps at a time inside workgroup memory, on a tile with a border of three
// pixels that is computed by the neighbours as well.
struct Params {
  width: i32,
  height: i32,
  alpha2: f32, // smoothness, squared
  pad: f32,
};

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> gradients: array<vec4<f32>>; // d/dx, d/dy, d/dt
@group(0) @binding(2) var<storage, read> flow_in: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> flow_out: array<vec2<f32>>;

const TILE: i32 = 16;
const SWEEPS: i32 = 3;
const SIDE: i32 = 22; // TILE + 2 * SWEEPS
const CELLS: i32 = 484;

var<workgroup> flow: array<array<vec2<f32>, 484>, 2>;

fn inside(p: vec2<i32>) -> bool {
  return p.x >= 0 && p.y >= 0 && p.x < params.width && p.y < params.height;
}

// Where a neighbour lies in the tile; the image's edge repeats.
fn slot(p: vec2<i32>, origin: vec2<i32>) -> i32 {
  let q = clamp(p, vec2<i32>(0, 0), vec2<i32>(params.width - 1, params.height - 1)) - origin;
  return q.y * SIDE + q.x;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) wid: vec3<u32>,
        @builtin(local_invocation_id) lid: vec3<u32>,
        @builtin(local_invocation_index) li: u32) {
  let origin = vec2<i32>(wid.xy) * TILE - SWEEPS;

  for (var c = i32(li); c < CELLS; c += TILE * TILE) {
    let p = origin + vec2<i32>(c % SIDE, c / SIDE);
    if (inside(p)) {
      flow[0][c] = flow_in[p.y * params.width + p.x];
    }
  }
  workgroupBarrier();

  var source = 0;
  for (var sweep = 1; sweep <= SWEEPS; sweep++) {
    for (var c = i32(li); c < CELLS; c += TILE * TILE) {
      let t = vec2<i32>(c % SIDE, c / SIDE);
      let p = origin + t;
      let isInner = all(t >= vec2<i32>(sweep, sweep)) && all(t < vec2<i32>(SIDE - sweep, SIDE - sweep));
      if (isInner && inside(p)) {
        var sides = vec2<f32>(0.0);
        sides += flow[source][slot(p + vec2<i32>(-1, 0), origin)];
        sides += flow[source][slot(p + vec2<i32>(1, 0), origin)];
        sides += flow[source][slot(p + vec2<i32>(0, -1), origin)];
        sides += flow[source][slot(p + vec2<i32>(0, 1), origin)];
        var corners = vec2<f32>(0.0);
        corners += flow[source][slot(p + vec2<i32>(-1, -1), origin)];
        corners += flow[source][slot(p + vec2<i32>(1, -1), origin)];
        corners += flow[source][slot(p + vec2<i32>(-1, 1), origin)];
        corners += flow[source][slot(p + vec2<i32>(1, 1), origin)];
        let mean = sides / 6.0 + corners / 12.0;
        let g = gradients[p.y * params.width + p.x];
        let error = (dot(g.xy, mean) + g.z) / (params.alpha2 + dot(g.xy, g.xy));
        flow[1 - source][c] = mean - g.xy * error;
      }
    }
    source = 1 - source;
    workgroupBarrier();
  }

  let p = vec2<i32>(wid.xy) * TILE + vec2<i32>(lid.xy);
  if (inside(p)) {
    flow_out[p.y * params.width + p.x] = flow[source][slot(p, origin)];
  }
}
