// Lattice Boltzmann, D2Q9, BGK collision with pull streaming; distributions as nine planes, periodic.
override NX: u32 = 1024;
override NY: u32 = 1024;
@group(0) @binding(0) var<storage, read> f_in: array<f32>;
@group(0) @binding(1) var<storage, read_write> f_out: array<f32>;
const cx = array<i32, 9>(0, 1, 0, -1, 0, 1, -1, -1, 1);
const cy = array<i32, 9>(0, 0, 1, 0, -1, 1, 1, -1, -1);
const w = array<f32, 9>(0.4444444, 0.1111111, 0.1111111, 0.1111111, 0.1111111, 0.0277778, 0.0277778, 0.0277778, 0.0277778);
const omega = 1.6;

@compute @workgroup_size(64, 2)
fn step(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= NX || id.y >= NY) { return; }
  var f: array<f32, 9>;
  var rho = 0.0;
  var u = vec2<f32>(0.0);
  for (var i = 0u; i < 9u; i++) {
    let x = (id.x + NX - u32(cx[i])) % NX;
    let y = (id.y + NY - u32(cy[i])) % NY;
    f[i] = f_in[i * NX * NY + y * NX + x];
    rho += f[i];
    u += f[i] * vec2<f32>(f32(cx[i]), f32(cy[i]));
  }
  u /= rho;
  let usqr = 1.5 * dot(u, u);
  for (var i = 0u; i < 9u; i++) {
    let cu = 3.0 * dot(u, vec2<f32>(f32(cx[i]), f32(cy[i])));
    let feq = w[i] * rho * (1.0 + cu + 0.5 * cu * cu - usqr);
    f_out[i * NX * NY + id.y * NX + id.x] = mix(f[i], feq, omega);
  }
}
