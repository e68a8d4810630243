// Detection of 4x4 MIMO with 16-QAM: depth-first sphere search over the real-valued model y = R s + n, eight levels
// of 4-PAM each. R is upper triangular (QR decomposition done before), packed by rows, one subcarrier per invocation.
// The search stops after nodeLimit nodes and keeps the best leaf so far.

const LEVELS = 8u;
const PACKED = 36u;

struct Settings {
  subcarriers: u32,
  nodeLimit: u32,
  radius: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> triangles: array<f32>;   // [36][subcarriers]
@group(0) @binding(2) var<storage, read> received: array<f32>;    // [8][subcarriers]
@group(0) @binding(3) var<storage, read_write> symbols: array<u32>;   // 2 bits per level
@group(0) @binding(4) var<storage, read_write> metrics: array<f32>;
@group(0) @binding(5) var<storage, read_write> visited: array<u32>;

fn rowStart(i: u32) -> u32 {
  return i * LEVELS - (i * (i - 1u)) / 2u - i;   // so that rowStart(i) + j is the place of (i, j)
}

@compute @workgroup_size(64)
fn detect(@builtin(global_invocation_id) gid: vec3<u32>) {
  let c = gid.x;
  let n = settings.subcarriers;
  if (c >= n) {
    return;
  }
  var r: array<f32, PACKED>;
  var y: array<f32, LEVELS>;
  for (var i = 0u; i < PACKED; i++) {
    r[i] = triangles[i * n + c];
  }
  for (var i = 0u; i < LEVELS; i++) {
    y[i] = received[i * n + c];
    // receivers regularise: the diagonal of R is never small
    let d = rowStart(i) + i;
    r[d] = abs(r[d]) + 1.0;
  }

  var chosen: array<f32, LEVELS>;
  var index: array<u32, LEVELS>;
  var tried: array<u32, LEVELS>;       // bit k: point k was visited
  var residual: array<f32, LEVELS>;    // y minus interference of the levels above
  var distance: array<f32, 9>;         // distance[i + 1]: of all levels above i
  for (var i = 0u; i < LEVELS; i++) {
    tried[i] = 0u;
  }
  distance[LEVELS] = 0.0;
  residual[LEVELS - 1u] = y[LEVELS - 1u];

  var best = settings.radius;
  var bestSymbols = 0u;
  var nodes = 0u;
  var level = LEVELS - 1u;
  loop {
    if (nodes >= settings.nodeLimit) {
      break;
    }
    // the nearest point of this level that was not tried yet
    let diagonal = r[rowStart(level) + level];
    var nearest = 4u;
    var nearestCost = 3.0e38;
    for (var k = 0u; k < 4u; k++) {
      let e = residual[level] - diagonal * (2.0 * f32(k) - 3.0);
      if (((tried[level] >> k) & 1u) == 0u && e * e < nearestCost) {
        nearest = k;
        nearestCost = e * e;
      }
    }
    let cost = distance[level + 1u] + nearestCost;
    if (nearest == 4u || cost >= best) {
      // nothing left below here: go up
      if (level == LEVELS - 1u) {
        break;
      }
      level++;
      continue;
    }
    nodes++;
    tried[level] |= 1u << nearest;
    index[level] = nearest;
    chosen[level] = 2.0 * f32(nearest) - 3.0;
    if (level == 0u) {
      best = cost;
      bestSymbols = 0u;
      for (var i = 0u; i < LEVELS; i++) {
        bestSymbols |= index[i] << (2u * i);
      }
      continue;
    }
    distance[level] = cost;
    level--;
    tried[level] = 0u;
    var rest = y[level];
    for (var j = level + 1u; j < LEVELS; j++) {
      rest -= r[rowStart(level) + j] * chosen[j];
    }
    residual[level] = rest;
  }
  symbols[c] = bestSymbols;
  metrics[c] = best;
  visited[c] = nodes;
}
