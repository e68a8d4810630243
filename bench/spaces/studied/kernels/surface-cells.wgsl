// First pass of marching cubes: the case of each cell, and how many triangles each block of cells will need.

struct Grid {
  cells: vec3u,
  iso: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> field: array<f32>;
@group(0) @binding(2) var<storage, read> triangles_of_case: array<u32, 256>;
@group(0) @binding(3) var<storage, read_write> cases: array<u32>;
@group(0) @binding(4) var<storage, read_write> block_triangles: array<u32>;

var<workgroup> total: atomic<u32>;

fn inside(p: vec3u) -> u32 {
  let points = grid.cells + 1u;
  return select(0u, 1u, field[(p.z * points.y + p.y) * points.x + p.x] < grid.iso);
}

@compute @workgroup_size(8, 4, 4)
fn classify(@builtin(global_invocation_id) id: vec3u,
            @builtin(workgroup_id) wg: vec3u,
            @builtin(num_workgroups) groups: vec3u,
            @builtin(local_invocation_index) li: u32) {
  if (all(id < grid.cells)) {
    var which = inside(id);
    which |= inside(id + vec3u(1, 0, 0)) << 1u;
    which |= inside(id + vec3u(1, 1, 0)) << 2u;
    which |= inside(id + vec3u(0, 1, 0)) << 3u;
    which |= inside(id + vec3u(0, 0, 1)) << 4u;
    which |= inside(id + vec3u(1, 0, 1)) << 5u;
    which |= inside(id + vec3u(1, 1, 1)) << 6u;
    which |= inside(id + vec3u(0, 1, 1)) << 7u;
    let count = triangles_of_case[which];
    cases[(id.z * grid.cells.y + id.y) * grid.cells.x + id.x] = which | (count << 8u);
    if (which != 0u && which != 255u) {
      atomicAdd(&total, count);
    }
  }
  workgroupBarrier();
  if (li == 0u) {
    block_triangles[(wg.z * groups.y + wg.y) * groups.x + wg.x] = atomicLoad(&total);
  }
}
