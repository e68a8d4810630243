// Speaks the language of the process that owns the GPU without one. The `code` of a variant says what becomes
// of it, or FAKE_GPU_PLAN by its constants: `ok TIME`, `wrong`, `refused`, `crash`, `die-compiling`, `hang`, `slow-compile`, `lost`, `silent`,
// `slow TIME`. FAKE_GPU_DEVICE names it. With FAKE_GPU_CLOCK=low its clock has fallen, but for the first sample.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const info = {
  device: process.env.FAKE_GPU_DEVICE ?? 'a device',
  driver: '1.0',
  backend: 'vulkan',
  isSoftware: false,
  subgroupSizes: [32, 32],
  features: [],
  limits: { maxComputeInvocationsPerWorkgroup: 1024 },
};
const send = (message) => process.send(message);
const log = process.env.FAKE_GPU_LOG;
const SLOW_MS = Number(process.env.FAKE_GPU_SLOW_MS ?? 200);
process.on('disconnect', () => process.exit(0));
if (log) appendFileSync(log, `start ${process.pid}\n`);

if (process.env.FAKE_GPU_STARTS && existsSync(process.env.FAKE_GPU_STARTS)) {
  const left = Number(readFileSync(process.env.FAKE_GPU_STARTS, 'utf8'));
  if (left <= 0) {
    send({ kind: 'failed', id: 0, reason: 'no-adapter', message: 'WebGPU found no adapter' });
  }
  writeFileSync(process.env.FAKE_GPU_STARTS, String(left - 1));
}
send({ kind: 'device', info });

/** By the plan of the environment, from constants to words; else the last comment of the code. */
function wordsOf({ code, constants }) {
  const plan = process.env.FAKE_GPU_PLAN;
  const words = plan ? JSON.parse(plan)[Object.values(constants).join(',')] : code.replace(/^.*\/\/ /s, '');
  return (words ?? 'ok').trim().split(' ');
}

let queue = Promise.resolve();
process.on('message', (variant) => {
  const { id, code } = variant;
  const [word, time = '1000'] = wordsOf(variant);
  if (log) appendFileSync(log, `${variant.isReference ? 'reference' : 'variant'} ${code.slice(-20)}\n`);
  if (word === 'die-compiling') process.kill(process.pid, 'SIGSEGV');
  if (word === 'slow-compile') return;
  if (word === 'refused') {
    send({ kind: 'failed', id, reason: 'validation', message: '1:1: no such type' });
    return;
  }
  send({ kind: 'compiled', id });
  queue = queue.then(() => run(variant, word, Number(time)));
});

async function run({ id, bindings, samples, limitNs, isReference }, word, timeNs) {
  send({ kind: 'dispatching', id });
  if (word === 'silent') return await new Promise(() => {});
  if (word === 'hang') for (;;);
  if (word === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (word === 'lost') {
    send({ kind: 'failed', id, reason: 'lost', message: 'the device was lost: fell off the bus' });
    process.disconnect();
    return await new Promise(() => {});
  }
  await new Promise((resolve) => setTimeout(resolve, word === 'slow' ? SLOW_MS : 1));
  const isHopeless = timeNs > limitNs;
  const comparisons = bindings
    .filter((each) => each.compares)
    .map(({ group, binding }) => ({
      group,
      binding,
      words: 100,
      mismatches: word === 'wrong' ? 7 : word === 'unsteady' && isReference ? 3 : 0,
      ...(word === 'wrong' ? { first: 42 } : {}),
    }));
  const count = isHopeless ? 1 : samples;
  const spinNs = process.env.FAKE_GPU_CLOCK === 'low' ? 2_000_000 : 1_000_000;
  const times = {
    samples: Array.from({ length: count }, (_, i) => ({
      // Digits that no database packs into less.
      timeNs: timeNs + (word === 'slow' ? Math.random() : i),
      spinNs: i === 0 ? 1_000_000 : spinNs,
    })),
    wanted: count,
    fastestSpinNs: 1_000_000,
    isHopeless,
    compileMs: 1,
    comparisons,
  };
  send({ kind: 'measured', id, times });
}
