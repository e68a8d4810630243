// Triangles through each vertex of a CSR graph. A 512-bit filter of the vertex's own neighbours sits in
// private memory; only what passes it is looked for in the list itself.
@group(0) @binding(0) var<storage, read> rowptr: array<u32>;
@group(0) @binding(1) var<storage, read> adj: array<u32>;
@group(0) @binding(2) var<storage, read_write> triangles: array<u32>;

override NV: u32;

fn slot(v: u32) -> u32 { return (v * 2654435761u) >> 23u; }

@compute @workgroup_size(32)
fn census(@builtin(global_invocation_id) gid: vec3<u32>) {
  let u = gid.x;
  if (u >= NV) { return; }
  let ub = rowptr[u];
  let ue = rowptr[u + 1u];
  var filt: array<u32, 16>;
  for (var e = ub; e < ue; e++) {
    let h = slot(adj[e]);
    filt[h >> 5u] |= 1u << (h & 31u);
  }
  var found = 0u;
  for (var e = ub; e < ue; e++) {
    let v = adj[e];
    if (v == u) { continue; }
    let ve = rowptr[v + 1u];
    for (var f = rowptr[v]; f < ve; f++) {
      let w = adj[f];
      let h = slot(w);
      if ((filt[h >> 5u] & (1u << (h & 31u))) != 0u) {
        for (var g = ub; g < ue; g++) {
          if (adj[g] == w) { found++; break; }
        }
      }
    }
  }
  triangles[u] = found;
}
