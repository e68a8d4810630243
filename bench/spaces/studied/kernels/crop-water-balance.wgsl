// A season of daily soil water balances (FAO-56, single crop coefficient) for every cell of a raster.
// Reference evapotranspiration by Hargreaves, runoff by curve numbers, irrigation when the readily available water
// is used up. Weather is day-major, so that neighbouring cells read neighbouring words.

struct Season {
  cells: u32,
  days: u32,
  firstDay: f32,      // day of the year of sowing
  initial: f32,       // lengths of stages, days
  development: f32,
  middle: f32,
  kcInitial: f32,
  kcMiddle: f32,
  kcEnd: f32,
  depletionFraction: f32,
  efficiency: f32,
  yieldResponse: f32,
}

@group(0) @binding(0) var<uniform> season: Season;
@group(0) @binding(1) var<storage, read> tMin: array<f32>;
@group(0) @binding(2) var<storage, read> tRange: array<f32>;
@group(0) @binding(3) var<storage, read> rain: array<f32>;
@group(0) @binding(4) var<storage, read> latitude: array<f32>;
@group(0) @binding(5) var<storage, read> capacity: array<f32>;      // total available water, mm per m
@group(0) @binding(6) var<storage, read> curveNumber: array<f32>;
@group(0) @binding(7) var<storage, read_write> result: array<vec4<f32>>;  // irrigation, deep percolation, stress days, relative yield

fn extraterrestrial(phi: f32, day: f32) -> f32 {
  let angle = 0.0172142 * day;
  let distance = 1.0 + 0.033 * cos(angle);
  let declination = 0.409 * sin(angle - 1.39);
  let sunset = acos(clamp(-tan(phi) * tan(declination), -1.0, 1.0));
  return 37.586 * distance *
    (sunset * sin(phi) * sin(declination) + cos(phi) * cos(declination) * sin(sunset));
}

fn cropCoefficient(day: f32) -> f32 {
  if (day < season.initial) {
    return season.kcInitial;
  }
  let afterInitial = day - season.initial;
  if (afterInitial < season.development) {
    return mix(season.kcInitial, season.kcMiddle, afterInitial / season.development);
  }
  let afterDevelopment = afterInitial - season.development;
  if (afterDevelopment < season.middle) {
    return season.kcMiddle;
  }
  let late = f32(season.days) - season.initial - season.development - season.middle;
  return mix(season.kcMiddle, season.kcEnd, min(1.0, (afterDevelopment - season.middle) / late));
}

@compute @workgroup_size(64)
fn waterBalance(@builtin(global_invocation_id) gid: vec3<u32>) {
  let cell = gid.x;
  if (cell >= season.cells) {
    return;
  }
  let phi = radians(latitude[cell]);
  let water = capacity[cell];
  let retention = 25400.0 / curveNumber[cell] - 254.0;

  var depletion = 0.3 * water * 0.3;
  var irrigation = 0.0;
  var percolation = 0.0;
  var stressDays = 0.0;
  var actual = 0.0;
  var potential = 0.0;

  for (var d = 0u; d < season.days; d++) {
    let at = d * season.cells + cell;
    let low = tMin[at];
    let range = tRange[at];
    let precipitation = rain[at];
    let day = f32(d);

    let radiation = extraterrestrial(phi, season.firstDay + day) * 0.408;
    let et0 = max(0.0, 0.0023 * (low + 0.5 * range + 17.8) * sqrt(range) * radiation);
    let kc = cropCoefficient(day);
    let etc = kc * et0;

    let rootDepth = mix(0.3, 1.2, min(1.0, day / (season.initial + season.development)));
    let taw = water * rootDepth;
    let p = clamp(season.depletionFraction + 0.04 * (5.0 - etc), 0.1, 0.8);
    let raw = p * taw;

    var runoff = 0.0;
    if (precipitation > 0.2 * retention) {
      let excess = precipitation - 0.2 * retention;
      runoff = excess * excess / (precipitation + 0.8 * retention);
    }

    var stress = 1.0;
    if (depletion > raw) {
      stress = max(0.0, (taw - depletion) / (taw - raw));
      stressDays += 1.0;
    }
    let eta = stress * etc;
    depletion += eta - (precipitation - runoff);

    if (depletion > raw && day > season.initial) {
      let applied = min(depletion, 25.0);
      irrigation += applied / season.efficiency;
      depletion -= applied;
    }
    if (depletion < 0.0) {
      percolation -= depletion;
      depletion = 0.0;
    }
    depletion = min(depletion, taw);
    actual += eta;
    potential += etc;
  }

  let yieldFraction = 1.0 - season.yieldResponse * (1.0 - actual / max(potential, 1e-3));
  result[cell] = vec4<f32>(irrigation, percolation, stressDays, clamp(yieldFraction, 0.0, 1.0));
}
