// A shower of sparks: particles fly, bounce off the ground and burn out; those that still glow are appended to the next
// frame's list.
struct Spark {
  position: vec3f,
  life: f32,
  velocity: vec3f,
  heat: f32,
}

struct Frame {
  dt: f32,
  gravity: f32,
  drag: f32,
  bounce: f32,
  wind: vec3f,
  count: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> sparks: array<Spark>;
@group(0) @binding(2) var<storage, read_write> survivors: array<Spark>;
@group(0) @binding(3) var<storage, read_write> survivorCount: atomic<u32>;

@compute @workgroup_size(64)
fn advance(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= frame.count) { return; }
  var spark = sparks[id.x];
  spark.life -= frame.dt;
  if (spark.life <= 0.0) {
    return;
  }
  let relative = spark.velocity - frame.wind;
  spark.velocity -= relative * (frame.drag * length(relative) * frame.dt);
  spark.velocity.y -= frame.gravity * frame.dt;
  spark.position += spark.velocity * frame.dt;
  if (spark.position.y < 0.0) {
    spark.position.y = -spark.position.y * frame.bounce;
    spark.velocity = vec3f(spark.velocity.x * 0.8, abs(spark.velocity.y) * frame.bounce, spark.velocity.z * 0.8);
  }
  spark.heat *= exp(-1.5 * frame.dt);
  let slot = atomicAdd(&survivorCount, 1u);
  survivors[slot] = spark;
}
