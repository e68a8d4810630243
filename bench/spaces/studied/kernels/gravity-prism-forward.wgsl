// Vertical gravity of a basement relief: each column of the model is a rectangular prism (Nagy 1966, z downwards).
// Stations x prisms x 8 corners, prisms pass through workgroup memory.

struct Model {
  columns: u32,
  rows: u32,
  stations: u32,
  cell: f32,   // side of a prism, m
}

struct Prism {
  x: f32,
  y: f32,
  top: f32,
  bottom: f32,
  density: f32,
}

@group(0) @binding(0) var<uniform> model: Model;
@group(0) @binding(1) var<storage, read> tops: array<f32>;
@group(0) @binding(2) var<storage, read> thickness: array<f32>;
@group(0) @binding(3) var<storage, read> densities: array<f32>;
@group(0) @binding(4) var<storage, read> stations: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read_write> gz: array<f32>;

const SIZE = 128u;
const G = 6.6743e-11;
const MILLIGAL = 1e5;
var<workgroup> prisms: array<Prism, SIZE>;

fn corner(x: f32, y: f32, z: f32) -> f32 {
  let r = sqrt(x * x + y * y + z * z);
  return x * log(max(y + r, 1e-6)) + y * log(max(x + r, 1e-6)) - z * atan2(x * y, z * r);
}

fn prismEffect(dx0: f32, dy0: f32, z0: f32, z1: f32) -> f32 {
  let dx1 = dx0 + model.cell;
  let dy1 = dy0 + model.cell;
  var sum = 0.0;
  sum += corner(dx1, dy1, z1) - corner(dx1, dy1, z0);
  sum -= corner(dx1, dy0, z1) - corner(dx1, dy0, z0);
  sum -= corner(dx0, dy1, z1) - corner(dx0, dy1, z0);
  sum += corner(dx0, dy0, z1) - corner(dx0, dy0, z0);
  return -sum;
}

@compute @workgroup_size(SIZE)
fn forward(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let count = model.columns * model.rows;
  let me = stations[min(gid.x, model.stations - 1u)];
  var total = 0.0;
  for (var first = 0u; first < count; first += SIZE) {
    let j = first + lane;
    if (j < count) {
      var p: Prism;
      p.x = f32(j % model.columns) * model.cell;
      p.y = f32(j / model.columns) * model.cell;
      p.top = tops[j];
      p.bottom = tops[j] + thickness[j];
      p.density = densities[j];
      prisms[lane] = p;
    }
    workgroupBarrier();
    let n = min(SIZE, count - first);
    for (var k = 0u; k < n; k++) {
      let p = prisms[k];
      let dx = p.x - me.x;
      let dy = p.y - me.y;
      let middle = 0.5 * (p.top + p.bottom);
      let far2 = dx * dx + dy * dy;
      if (far2 > 2500.0 * model.cell * model.cell) {
        // far away a prism is a point mass
        let mass = model.cell * model.cell * (p.bottom - p.top) * p.density;
        let r2 = far2 + middle * middle;
        total += mass * middle / (r2 * sqrt(r2));
      } else {
        total += p.density * prismEffect(dx, dy, p.top, p.bottom);
      }
    }
    workgroupBarrier();
  }
  if (gid.x < model.stations) {
    gz[gid.x] = total * G * MILLIGAL;
  }
}
