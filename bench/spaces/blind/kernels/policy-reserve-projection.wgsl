// Gross premium reserves of term assurance policies: monthly projection of premiums, claims, surrenders and
// expenses of each policy under each economic scenario.

const MORTALITY_AGES = 121u;
const MAX_LAPSE_YEARS = 40u;

struct Assumptions {
  policies: u32,
  scenarios: u32,
  months: u32,             // length of a scenario's rates
  expensePerMonth: f32,
  expenseInflation: f32,   // per month
  claimExpense: f32,
  surrenderFactor: f32,
  minimumInForce: f32,
}

@group(0) @binding(0) var<uniform> assume: Assumptions;
// bits 0-4: age above 20; bit 5: female; bit 6: smoker; bits 8-15: term; bits 16-23: months since issue
@group(0) @binding(1) var<storage, read> attributes: array<u32>;
@group(0) @binding(2) var<storage, read> sumAssured: array<f32>;
@group(0) @binding(3) var<storage, read> monthlyPremium: array<f32>;
@group(0) @binding(4) var<storage, read> mortality: array<f32>;    // four tables of yearly rates
@group(0) @binding(5) var<storage, read> lapses: array<f32>;       // yearly, by policy year
@group(0) @binding(6) var<storage, read> forwardRates: array<f32>; // [scenario][month], yearly
@group(0) @binding(7) var<storage, read_write> reserves: array<f32>;

fn monthly(yearly: f32) -> f32 {
  return 1.0 - pow(1.0 - yearly, 1.0 / 12.0);
}

@compute @workgroup_size(256)
fn project(@builtin(global_invocation_id) id: vec3<u32>) {
  let policy = id.x;
  let scenario = id.y;
  if (policy >= assume.policies || scenario >= assume.scenarios) {
    return;
  }
  let packed = attributes[policy];
  let issueAge = 20u + (packed & 31u);
  let table = (packed >> 5u) & 3u;
  let term = 12u * (5u + ((packed >> 8u) & 255u) % 26u);
  let elapsed = ((packed >> 16u) & 255u) % term;
  let benefit = sumAssured[policy];
  let premium = monthlyPremium[policy];

  var inForce = 1.0;
  var discount = 1.0;
  var expense = assume.expensePerMonth;
  var inflows = 0.0;
  var outflows = 0.0;
  for (var month = elapsed; month < term; month++) {
    let year = month / 12u;
    let age = min(issueAge + year, MORTALITY_AGES - 1u);
    let dying = monthly(mortality[table * MORTALITY_AGES + age]);
    let lapsing = monthly(lapses[min(year, MAX_LAPSE_YEARS - 1u)]);

    // premiums and expenses at the beginning of the month
    inflows += inForce * discount * premium;
    outflows += inForce * discount * expense;

    let rate = forwardRates[scenario * assume.months + min(month - elapsed, assume.months - 1u)];
    discount *= pow(1.0 + rate, -1.0 / 12.0);

    // claims and surrenders at its end
    let deaths = inForce * dying;
    let surrenders = (inForce - deaths) * lapsing;
    let surrenderValue = max(0.0, f32(month) * premium * assume.surrenderFactor - 6.0 * premium);
    outflows += discount * (deaths * (benefit + assume.claimExpense) + surrenders * surrenderValue);
    inForce -= deaths + surrenders;
    expense *= 1.0 + assume.expenseInflation;
    if (inForce < assume.minimumInForce) {
      break;
    }
  }
  reserves[scenario * assume.policies + policy] = outflows - inflows;
}
