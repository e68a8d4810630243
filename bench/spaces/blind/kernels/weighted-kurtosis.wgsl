// Weighted mean, variance, skewness and excess kurtosis of each channel of a recording, in one pass: running central
// moments per invocation (Pébay's update), merged pairwise in workgroup memory. A weight of 0 is a missing sample.
// @tune THREADS values 64, 128, 256
override THREADS: u32 = 128;
override SAMPLES: u32 = 8192;

struct Moments {
  weight: f32,
  mean: f32,
  m2: f32,
  m3: f32,
  m4: f32,
}

@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> statistics: array<vec4<f32>>;

var<workgroup> partial: array<Moments, THREADS>;

fn merge(a: Moments, b: Moments) -> Moments {
  if (b.weight == 0.0) {
    return a;
  }
  if (a.weight == 0.0) {
    return b;
  }
  let n = a.weight + b.weight;
  let d = b.mean - a.mean;
  let dn = d / n;
  let ab = a.weight * b.weight;
  var r: Moments;
  r.weight = n;
  r.mean = a.mean + dn * b.weight;
  r.m2 = a.m2 + b.m2 + d * dn * ab;
  r.m3 = a.m3 + b.m3 + d * dn * dn * ab * (a.weight - b.weight)
    + 3.0 * dn * (a.weight * b.m2 - b.weight * a.m2);
  r.m4 = a.m4 + b.m4 + d * dn * dn * dn * ab * (a.weight * a.weight - ab + b.weight * b.weight)
    + 6.0 * dn * dn * (a.weight * a.weight * b.m2 + b.weight * b.weight * a.m2)
    + 4.0 * dn * (a.weight * b.m3 - b.weight * a.m3);
  return r;
}

@compute @workgroup_size(THREADS)
fn kurtosis(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let channel = group.x;
  let lane = local.x;
  var own = Moments(0.0, 0.0, 0.0, 0.0, 0.0);
  for (var i = lane; i < SAMPLES; i += THREADS) {
    let w = weights[channel * SAMPLES + i];
    if (w > 0.0) {
      let x = samples[channel * SAMPLES + i];
      let before = own.weight;
      own.weight += w;
      let d = x - own.mean;
      let dn = d * w / own.weight;
      let term = d * dn * before;
      own.mean += dn;
      let share = before / own.weight;
      // One sample of weight w merged into the running moments.
      own.m4 += term * d * d * (share * share - share * (1.0 - share) + (1.0 - share) * (1.0 - share)) + 6.0 * dn * dn * own.m2
        - 4.0 * dn * own.m3;
      own.m3 += term * d * (2.0 * share - 1.0) - 3.0 * dn * own.m2;
      own.m2 += term;
    }
  }
  partial[lane] = own;
  workgroupBarrier();

  for (var stride = THREADS / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      partial[lane] = merge(partial[lane], partial[lane + stride]);
    }
    workgroupBarrier();
  }

  if (lane == 0u) {
    let all = partial[0];
    if (all.weight == 0.0 || all.m2 == 0.0) {
      statistics[channel] = vec4<f32>(all.mean, 0.0, 0.0, 0.0);
      return;
    }
    let variance = all.m2 / all.weight;
    let skewness = all.m3 / all.weight / (variance * sqrt(variance));
    let excess = all.m4 / all.weight / (variance * variance) - 3.0;
    statistics[channel] = vec4<f32>(all.mean, variance, skewness, excess);
  }
}
