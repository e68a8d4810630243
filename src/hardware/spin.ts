// The pass of fixed work that goes before each timed dispatch. An idle GPU lowers its clock, and a short
// dispatch after a pause runs several times too long; about a millisecond of arithmetic that touches no
// memory holds the boost clock, leaves the caches alone, and its own time shows the clock of each sample.

const SPIN_SHADER = `
struct Work { iterations: u32 }
@group(0) @binding(0) var<storage, read_write> seed: array<f32>;
@group(0) @binding(1) var<uniform> work: Work;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + seed[0];
  for (var i = 0u; i < work.iterations; i++) {
    x = x * 1.0000001 + 0.5;
  }
  if (x == 1.2345) { seed[1] = x; }
}
`;

/** Enough to fill every GPU of today; the iterations are set so that it takes the time wanted. */
const WORKGROUPS = 1056;
const DISPATCH_NS = 200_000;
const DISPATCHES = 5;
/** Where timestamps are rounded to 0.1 ms, one step must not look like another clock. */
const COARSE_DISPATCHES = 75;
const FEWEST_ITERATIONS = 64;
const MOST_ITERATIONS = 1 << 20;
/** Of the time wanted: a pass at full clock that takes less was made for a lower one. */
const SHORT = 0.9;

export class Spin {
  /** Its first words can take a copy, which makes the pass after wait for it. */
  readonly seed: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly group: GPUBindGroup;
  private readonly work: GPUBuffer;
  private readonly device: GPUDevice;
  private dispatches = 1;
  private rounds = 0;

  private constructor(device: GPUDevice, pipeline: GPUComputePipeline) {
    this.device = device;
    this.pipeline = pipeline;
    const { STORAGE, COPY_SRC, COPY_DST, UNIFORM } = GPUBufferUsage;
    this.seed = device.createBuffer({ size: 64, usage: STORAGE | COPY_SRC | COPY_DST });
    this.work = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
    this.group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [
        { binding: 0, resource: { buffer: this.seed } },
        { binding: 1, resource: { buffer: this.work } },
      ],
    });
  }

  /**
   * A pass whose length suits the device; `time` runs it once and gives its nanoseconds.
   * @param isCoarse whether timestamps are rounded, which is known once there are some
   * @param known the iterations that suited it before
   */
  static async create(
    device: GPUDevice,
    isSoftware: boolean,
    time: (spin: Spin) => Promise<number>,
    isCoarse: () => boolean,
    known?: number,
  ): Promise<Spin> {
    const module = device.createShaderModule({ code: SPIN_SHADER });
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    const spin = new Spin(device, pipeline);
    spin.setIterations(1);
    if (isSoftware) return spin;
    spin.setIterations(known ?? FEWEST_ITERATIONS);
    // Timed once in any case: whether timestamps are rounded is known from there on.
    for (await time(spin); known === undefined && spin.rounds < MOST_ITERATIONS; await time(spin)) {
      if ((await time(spin)) > DISPATCH_NS) break;
      spin.setIterations(2 * spin.rounds);
    }
    spin.dispatches = isCoarse() ? COARSE_DISPATCHES : DISPATCHES;
    return spin;
  }

  record(encoder: GPUCommandEncoder, timestampWrites?: GPUComputePassTimestampWrites): void {
    const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.group);
    for (let i = 0; i < this.dispatches; i++) pass.dispatchWorkgroups(WORKGROUPS);
    pass.end();
  }

  /** Of each invocation. */
  get iterations(): number {
    return this.rounds;
  }

  /**
   * Doubles the work if a pass at full clock took less than is wanted: it was made for a lower clock.
   * @returns whether it did
   */
  lengthen(passNs: number): boolean {
    if (passNs >= SHORT * this.dispatches * DISPATCH_NS || this.rounds >= MOST_ITERATIONS) return false;
    this.setIterations(2 * this.rounds);
    return true;
  }

  private setIterations(iterations: number): void {
    this.rounds = iterations;
    this.device.queue.writeBuffer(this.work, 0, new Uint32Array([iterations, 0, 0, 0]));
  }
}
