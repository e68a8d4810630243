// Magnetic field of coils, given as straight pieces of wire, at the points of a box.
// Pieces go through workgroup memory, TILE at a time.

override TILE: u32 = 256u;

const MU0_OVER_4PI = 1e-7;

struct Box {
  origin: vec3f,
  spacing: f32,
  counts: vec3u,
  segments: u32,
  wire_radius: f32,
}

@group(0) @binding(0) var<storage, read> starts: array<vec4f>; // xyz, current in ampere
@group(0) @binding(1) var<storage, read> ends: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> field: array<vec4f>;
@group(0) @binding(3) var<uniform> box: Box;

var<workgroup> tile_start: array<vec4f, TILE>;
var<workgroup> tile_end: array<vec3f, TILE>;

@compute @workgroup_size(8, 8, 4)
fn main(
  @builtin(global_invocation_id) gid: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let inside = all(gid < box.counts);
  let point = box.origin + box.spacing * vec3f(gid);
  let core = box.wire_radius * box.wire_radius;
  var b = vec3f(0.0);

  for (var base = 0u; base < box.segments; base += TILE) {
    for (var i = lane; i < TILE; i += 256u) {
      let s = base + i;
      if (s < box.segments) {
        tile_start[i] = starts[s];
        tile_end[i] = ends[s].xyz;
      } else {
        tile_start[i] = vec4f(0.0);
        tile_end[i] = vec3f(1.0);
      }
    }
    workgroupBarrier();

    if (inside) {
      for (var i = 0u; i < TILE; i++) {
        let start = tile_start[i];
        let r1 = point - start.xyz;
        let r2 = point - tile_end[i];
        let d1 = sqrt(dot(r1, r1) + core);
        let d2 = sqrt(dot(r2, r2) + core);
        let product = d1 * d2;
        // Field of a finite wire, without the singularity on its axis.
        let scale = start.w * (d1 + d2) / (product * (product + dot(r1, r2)) + core * core);
        b += scale * cross(r1, r2);
      }
    }
    workgroupBarrier();
  }

  if (inside) {
    b *= MU0_OVER_4PI;
    let index = (gid.z * box.counts.y + gid.y) * box.counts.x + gid.x;
    field[index] = vec4f(b, length(b));
  }
}
