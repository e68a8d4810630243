// One iteration of PageRank: each page pulls the shares of those that link to it.
struct Settings {
  pages: u32,
  damping: f32,
  dangling: f32,   // rank of pages without links, spread over all
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> inStarts: array<u32>;
@group(0) @binding(2) var<storage, read> inLinks: array<u32>;
@group(0) @binding(3) var<storage, read> outDegree: array<u32>;
@group(0) @binding(4) var<storage, read> rank: array<f32>;
@group(0) @binding(5) var<storage, read_write> nextRank: array<f32>;
@group(0) @binding(6) var<storage, read_write> change: array<f32>;

@compute @workgroup_size(256)
fn iterate(@builtin(global_invocation_id) id: vec3u) {
  let page = id.x;
  if (page >= settings.pages) {
    return;
  }
  var sum = 0.0;
  for (var i = inStarts[page]; i < inStarts[page + 1u]; i++) {
    let source = inLinks[i];
    sum += rank[source] / f32(max(outDegree[source], 1u));
  }
  let total = f32(settings.pages);
  let updated = (1.0 - settings.damping) / total + settings.damping * (sum + settings.dangling / total);
  nextRank[page] = updated;
  change[page] = abs(updated - rank[page]);
}
