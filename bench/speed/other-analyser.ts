// A loop body analysed by llvm-mca, which models the pipes of one x86 core as timing models those of an SM: as many
// instructions as the body of an example has, a third of each kind that such bodies are made of.

import { spawnSync } from 'node:child_process';

const ITERATIONS = 2000;

/** Instructions per second of processor time; undefined where it is not installed. */
export function analyserRate(bodyInstructions: number, repeats: number): number | undefined {
  const body = Array.from({ length: bodyInstructions }, (_, index) => {
    const register = index % 16;
    if (index % 3 === 0) return `vmovups ${index * 32}(%rsi), %ymm${register}`;
    if (index % 3 === 1)
      return `vfmadd231ps %ymm${(index + 5) % 16}, %ymm${(index + 2) % 16}, %ymm${register}`;
    return 'addq $4, %rdi';
  }).join('\n');
  const seconds = (iterations: number) => {
    // The shell says what its child took.
    const command = `echo "$BODY" | llvm-mca -mcpu=skylake -iterations=${iterations} >/dev/null && times`;
    const { stdout, status } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, BODY: body },
    });
    const children = /\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s/.exec(stdout);
    if (status !== 0 || children === null) return undefined;
    const [userMinutes, user, systemMinutes, system] = children.slice(1).map(Number);
    return 60 * (userMinutes + systemMinutes) + user + system;
  };
  const runs = Array.from({ length: repeats }, () => [seconds(ITERATIONS), seconds(1)] as const);
  const least = (which: 0 | 1) => Math.min(...runs.map((run) => run[which] ?? Number.NaN));
  const alone = least(0) - least(1);
  return alone > 0 ? (bodyInstructions * (ITERATIONS - 1)) / alone : undefined;
}
