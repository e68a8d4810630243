// Cuts each user's click stream into sessions at gaps longer than a timeout and keeps a summary per user.
// Events are stored by user; times are stored as seconds since the event before.
struct Summary {
  sessions: u32,
  bounces: u32,
  longest: u32,     // seconds
  conversions: u32,
  deepest: u32,     // distinct event types of the richest session
  revenue: f32,     // of sessions with a conversion
}
struct Query { users: u32, timeout: u32, purchase: u32 }

@group(0) @binding(0) var<storage, read> userStarts: array<u32>;
@group(0) @binding(1) var<storage, read> gaps: array<u32>;
@group(0) @binding(2) var<storage, read> types: array<u32>;
@group(0) @binding(3) var<storage, read> amounts: array<f32>;
@group(0) @binding(4) var<storage, read_write> summaries: array<Summary>;
@group(0) @binding(5) var<storage, read_write> lengthBins: array<atomic<u32>, 32>;
@group(0) @binding(6) var<uniform> query: Query;

fn close(s: ptr<function, Summary>, events: u32, duration: u32, seen: u32, amount: f32) {
  (*s).sessions++;
  (*s).longest = max((*s).longest, duration);
  (*s).deepest = max((*s).deepest, countOneBits(seen));
  if (events == 1u) {
    (*s).bounces++;
  }
  if ((seen & (1u << query.purchase)) != 0u) {
    (*s).conversions++;
    (*s).revenue += amount;
  }
  atomicAdd(&lengthBins[min(firstLeadingBit(duration + 1u), 31u)], 1u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let user = id.x;
  if (user >= query.users) {
    return;
  }
  let begin = userStarts[user];
  let end = userStarts[user + 1u];
  var s: Summary;
  var events = 0u;
  var duration = 0u;
  var seen = 0u;
  var amount = 0.0;
  for (var i = begin; i < end; i++) {
    let gap = gaps[i];
    if (i > begin && gap > query.timeout) {
      close(&s, events, duration, seen, amount);
      events = 0u;
      duration = 0u;
      seen = 0u;
      amount = 0.0;
    } else if (i > begin) {
      duration += gap;
    }
    let kind = types[i];
    seen |= 1u << kind;
    if (kind == query.purchase) {
      amount += amounts[i];
    }
    events++;
  }
  if (events > 0u) {
    close(&s, events, duration, seen, amount);
  }
  summaries[user] = s;
}
