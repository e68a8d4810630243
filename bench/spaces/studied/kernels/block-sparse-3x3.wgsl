// Elasticity on a mesh: a sparse matrix of 3 x 3 blocks (block CSR) times the displacements, and the residual.
@group(0) @binding(0) var<storage, read> blockRows: array<u32>;
@group(0) @binding(1) var<storage, read> blockColumns: array<u32>;
@group(0) @binding(2) var<storage, read> blocks: array<f32>;      // nine numbers each, row by row
@group(0) @binding(3) var<storage, read> displacement: array<f32>;
@group(0) @binding(4) var<storage, read> load: array<f32>;
@group(0) @binding(5) var<storage, read_write> residual: array<f32>;

override NODES: u32;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let node = id.x;
  if (node >= NODES) { return; }
  var r = vec3f(load[3u * node], load[3u * node + 1u], load[3u * node + 2u]);
  let end = blockRows[node + 1u];
  for (var k = blockRows[node]; k < end; k++) {
    let c = 3u * blockColumns[k];
    let u = vec3f(displacement[c], displacement[c + 1u], displacement[c + 2u]);
    let b = 9u * k;
    r.x -= blocks[b] * u.x + blocks[b + 1u] * u.y + blocks[b + 2u] * u.z;
    r.y -= blocks[b + 3u] * u.x + blocks[b + 4u] * u.y + blocks[b + 5u] * u.z;
    r.z -= blocks[b + 6u] * u.x + blocks[b + 7u] * u.y + blocks[b + 8u] * u.z;
  }
  residual[3u * node] = r.x;
  residual[3u * node + 1u] = r.y;
  residual[3u * node + 2u] = r.z;
}
