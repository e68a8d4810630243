// Ramer-Douglas-Peucker on elevation profiles: marks the samples that must be kept so that no dropped one
// is farther than the tolerance from the line. One profile per invocation, with a stack of open spans;
// the longer half is pushed, so the stack stays logarithmic.
struct Settings {
  profiles: u32,
  spacing: f32,
  tolerance: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> elevation: array<f32>;
@group(0) @binding(3) var<storage, read_write> keep: array<u32>;
@group(0) @binding(4) var<storage, read_write> kept: array<u32>;

const STACK = 16u;

@compute @workgroup_size(64)
fn simplify(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.profiles) {
    return;
  }
  let first = starts[id.x];
  let last = starts[id.x + 1u] - 1u;
  keep[first] = 1u;
  keep[last] = 1u;
  var count = select(2u, 1u, first == last);

  var stack: array<vec2<u32>, STACK>;
  var depth = 0u;
  var span = vec2<u32>(first, last);
  loop {
    var worst = -1.0;
    var at = span.x;
    if (span.y > span.x + 1u) {
      let z0 = elevation[span.x];
      let run = f32(span.y - span.x) * settings.spacing;
      let slope = (elevation[span.y] - z0) / run;
      let shorten = inverseSqrt(1.0 + slope * slope);
      for (var i = span.x + 1u; i < span.y; i++) {
        let off = abs(elevation[i] - z0 - slope * f32(i - span.x) * settings.spacing) * shorten;
        if (off > worst) {
          worst = off;
          at = i;
        }
      }
    }
    if (worst > settings.tolerance) {
      keep[at] = 1u;
      count++;
      let left = vec2<u32>(span.x, at);
      let right = vec2<u32>(at, span.y);
      if (at - span.x > span.y - at) {
        stack[depth] = left;
        span = right;
      } else {
        stack[depth] = right;
        span = left;
      }
      depth++;
    } else {
      if (depth == 0u) {
        break;
      }
      depth--;
      span = stack[depth];
    }
  }
  kept[id.x] = count;
}
