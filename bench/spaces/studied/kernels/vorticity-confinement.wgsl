// Smoke: puts back small eddies that advection smears. curl.w holds |curl| from the pass before.
struct Grid {
  size : vec3<i32>,
  strength : f32,   // epsilon * h * dt
}
@group(0) @binding(0) var<uniform> grid : Grid;
@group(0) @binding(1) var<storage, read> curl : array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity : array<vec4<f32>>;

fn at(p : vec3<i32>) -> i32 {
  let q = clamp(p, vec3<i32>(0), grid.size - 1);
  return (q.z * grid.size.y + q.y) * grid.size.x + q.x;
}

@compute @workgroup_size(8, 8, 4)
fn confine(@builtin(global_invocation_id) gid : vec3<u32>) {
  let p = vec3<i32>(gid);
  if (any(p >= grid.size)) { return; }
  let ex = vec3<i32>(1, 0, 0);
  let ey = vec3<i32>(0, 1, 0);
  let ez = vec3<i32>(0, 0, 1);
  let grad = 0.5 * vec3<f32>(
    curl[at(p + ex)].w - curl[at(p - ex)].w,
    curl[at(p + ey)].w - curl[at(p - ey)].w,
    curl[at(p + ez)].w - curl[at(p - ez)].w);
  let n = grad / (length(grad) + 1e-5);
  let here = at(p);
  let push = grid.strength * cross(n, curl[here].xyz);
  let v = velocity[here];
  velocity[here] = vec4<f32>(v.xyz + push, v.w * 0.999);
}
