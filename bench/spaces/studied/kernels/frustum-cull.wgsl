enable subgroups;

// Tests bounding spheres against the view frustum and picks a level of detail; visible ones are counted per block.

struct View {
  planes: array<vec4f, 6>,
  eye: vec3f,
  lod_scale: f32,
  instances: u32,
}

struct Instance {
  centre: vec3f,
  radius: f32,
  mesh: u32,
  flags: u32,
  bias: f32,
  padding: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> instances: array<Instance>;
@group(0) @binding(2) var<storage, read_write> lods: array<u32>;
@group(0) @binding(3) var<storage, read_write> block_visible: array<u32>;

var<workgroup> visible_in_block: atomic<u32>;

@compute @workgroup_size(128)
fn cull(@builtin(global_invocation_id) gid: vec3u,
        @builtin(workgroup_id) wg: vec3u,
        @builtin(local_invocation_index) t: u32) {
  var lod = 0u;
  if (gid.x < view.instances) {
    let centre = instances[gid.x].centre;
    let radius = instances[gid.x].radius;
    var seen = (instances[gid.x].flags & 3u) != 0u;
    for (var p = 0u; p < 6u && seen; p++) {
      seen = dot(view.planes[p].xyz, centre) + view.planes[p].w > -radius;
    }
    if (seen) {
      let away = max(distance(view.eye, centre) - radius, 1e-3);
      let level = log2(view.lod_scale * away / radius) + instances[gid.x].bias;
      lod = 1u + u32(clamp(level, 0.0, 6.0));
    }
    lods[gid.x] = lod;
  }
  let mine = subgroupAdd(select(0u, 1u, lod > 0u));
  if (subgroupElect()) {
    atomicAdd(&visible_in_block, mine);
  }
  workgroupBarrier();
  if (t == 0u) {
    block_visible[wg.x] = atomicLoad(&visible_in_block);
  }
}
