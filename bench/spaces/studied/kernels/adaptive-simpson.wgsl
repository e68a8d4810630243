// Adaptive Simpson quadrature from 0 to 1 of many integrands, a damped chirp plus a narrow peak each. An interval
// whose two halves do not agree with the whole is split; the right half waits on a private stack.
struct Segment {
  a: f32,
  b: f32,
  fa: f32,
  fm: f32,
  fb: f32,
  depth: u32,
}

struct Integrand {
  damping: f32,
  frequency: f32,
  width: f32,
  centre: f32,
}

struct Quadrature {
  tolerance: f32,
  maxDepth: u32,
}

@group(0) @binding(0) var<storage, read> shapes: array<vec4<f32>>;      // from 0 to 1
@group(0) @binding(1) var<storage, read_write> integrals: array<f32>;
@group(0) @binding(2) var<uniform> quadrature: Quadrature;

fn evaluate(f: Integrand, x: f32) -> f32 {
  let offset = (x - f.centre) / f.width;
  return exp(-f.damping * x) * sin(f.frequency * x * x) + 1.0 / (1.0 + offset * offset);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&integrals)) {
    return;
  }
  let shape = shapes[id.x];
  let f = Integrand(3.0 * shape.x, 2.0 + 60.0 * shape.y * shape.y, 0.005 + 0.2 * shape.z, shape.w);

  var stack: array<Segment, 16>;
  stack[0] = Segment(0.0, 1.0, evaluate(f, 0.0), evaluate(f, 0.5), evaluate(f, 1.0), 0u);
  var top = 1u;
  var sum = 0.0;
  while (top > 0u) {
    top--;
    let s = stack[top];
    let m = 0.5 * (s.a + s.b);
    let fl = evaluate(f, 0.5 * (s.a + m));
    let fr = evaluate(f, 0.5 * (m + s.b));
    let h = (s.b - s.a) / 12.0;
    let whole = 2.0 * h * (s.fa + 4.0 * s.fm + s.fb);
    let halves = h * (s.fa + 4.0 * fl + 2.0 * s.fm + 4.0 * fr + s.fb);
    let difference = halves - whole;
    if (s.depth >= quadrature.maxDepth || (s.depth >= 2u && abs(difference) <= 15.0 * quadrature.tolerance * (s.b - s.a))) {
      sum += halves + difference / 15.0;
    } else {
      stack[top] = Segment(m, s.b, s.fm, fr, s.fb, s.depth + 1u);
      stack[top + 1u] = Segment(s.a, m, s.fa, fl, s.fm, s.depth + 1u);
      top += 2u;
    }
  }
  integrals[id.x] = sum;
}
