// Fitness of a genetic algorithm for the job-shop problem: decodes each individual's
// sequence of jobs into a semi-active schedule; its makespan and weighted tardiness.

const JOBS = 20u;
const MACHINES = 10u;
const OPERATIONS = JOBS * MACHINES;

override WG: u32 = 64;

struct Job {
  due: u32,
  weight: u32,
}

@group(0) @binding(0) var<uniform> population: u32;
@group(0) @binding(1) var<storage, read> genes: array<u32>;       // four to a word, [word][individual]
@group(0) @binding(2) var<storage, read> machineOf: array<u32>;   // [job][operation]
@group(0) @binding(3) var<storage, read> duration: array<u32>;    // [job][operation]
@group(0) @binding(4) var<storage, read> jobs: array<Job>;
@group(0) @binding(5) var<storage, read_write> fitness: array<vec2u>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let individual = id.x;
  if (individual >= population) {
    return;
  }

  var nextOperation: array<u32, JOBS>;
  var jobReady: array<u32, JOBS>;
  var machineReady: array<u32, MACHINES>;

  var packed = 0u;
  for (var g = 0u; g < OPERATIONS; g++) {
    if (g % 4u == 0u) {
      packed = genes[(g / 4u) * population + individual];
    }
    var job = (packed & 0xffu) % JOBS;
    packed >>= 8u;

    // A job without operations left passes its turn on.
    for (var tries = 0u; tries < JOBS; tries++) {
      if (nextOperation[job] < MACHINES) {
        break;
      }
      job = select(job + 1u, 0u, job + 1u == JOBS);
    }

    let step = job * MACHINES + nextOperation[job];
    let machine = machineOf[step];
    let start = max(jobReady[job], machineReady[machine]);
    let end = start + duration[step];
    jobReady[job] = end;
    machineReady[machine] = end;
    nextOperation[job]++;
  }

  var makespan = 0u;
  var tardiness = 0u;
  for (var j = 0u; j < JOBS; j++) {
    let end = jobReady[j];
    makespan = max(makespan, end);
    if (end > jobs[j].due) {
      tardiness += jobs[j].weight * (end - jobs[j].due);
    }
  }
  fitness[individual] = vec2u(makespan, tardiness);
}
