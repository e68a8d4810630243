// Writes random integer kernels that always end: nested control flow, arrays with dynamic indices, functions
// with early returns, short circuits. The same seed gives the same kernel. Integer arithmetic is exact in
// WGSL, so any difference in the results is a bug.

import { type ConformanceCase, WAYS } from './cases.ts';

const WORDS = 64;
/** Assignable u32 variables of every function. */
const VARIABLES = ['a', 'b', 'c', 'd'];

class KernelWriter {
  private state: number;
  private depth = 0;
  private loops = 0;
  private isInMain = false;
  private names = 0;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  }

  kernel(): string {
    const helper = this.functionBody();
    this.isInMain = true;
    return `@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<private> memory: array<i32, 8>;

fn helper(x: u32, y: u32) -> u32 {
${helper}  return a ^ (b << 3u) ^ c ^ list[d % 5u];
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = inputs[id.x];
  let y = id.x;
${this.functionBody()}  outputs[id.x] = a + b * 3u + c * 5u + d * 7u + list[a % 5u] + u32(memory[b % 8u]);
}
`;
  }

  private functionBody(): string {
    this.loops = 0;
    const declarations = `  var a = x;
  var b = y;
  var c = 1u;
  var d = x ^ y;
  var list = array<u32, 5>(1u, x, 3u, y, 5u);
  var fuel = 0u;
`;
    return declarations + this.block(5);
  }

  /** An integer from 0 to `below` - 1 (xorshift). */
  private pick(below: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % below;
  }

  private choose<T>(options: readonly T[]): T {
    return options[this.pick(options.length)]!;
  }

  private indent(text: string): string {
    return '  '.repeat(this.depth + 1) + text + '\n';
  }

  private block(statements: number): string {
    let text = '';
    for (let i = 0; i < statements; i++) text += this.statement();
    return text;
  }

  private nested(statements: number): string {
    this.depth++;
    const text = this.block(statements);
    this.depth--;
    return text;
  }

  private statement(): string {
    const kind = this.pick(this.depth < 3 ? 14 : 8);
    switch (kind) {
      case 8:
        return this.indent(`if (${this.condition(2)}) {`) + this.nested(2) + this.otherwise();
      case 9:
        return this.forLoop();
      case 10:
        return this.guardedLoop();
      case 11:
        return this.switchStatement();
      case 12:
        return this.shadowing();
      case 13:
        return this.leave();
      default:
        return this.indent(this.assignment(kind));
    }
  }

  private assignment(kind: number): string {
    switch (kind) {
      case 0:
        return `list[${this.value(1)} % 5u] = ${this.value(2)};`;
      case 1:
        return `memory[${this.value(1)} % 8u] ${this.choose(['+=', '-=', '^='])} i32(${this.value(2)});`;
      case 2:
        return `${this.choose(VARIABLES)} ${this.choose(['+=', '-=', '*=', '^=', '|=', '&='])} ${this.value(2)};`;
      default:
        return `${this.choose(VARIABLES)} = ${this.value(3)};`;
    }
  }

  private otherwise(): string {
    if (this.pick(2) === 0) return this.indent('}');
    return this.indent('} else {') + this.nested(2) + this.indent('}');
  }

  private forLoop(): string {
    const counter = `k${this.names++}`;
    const limit = this.choose(['3u', '5u', '9u', `(${this.value(1)} % 6u)`]);
    this.loops++;
    const body = this.nested(2);
    this.loops--;
    return (
      this.indent(`for (var ${counter} = 0u; ${counter} < ${limit}; ${counter}++) {`) +
      body +
      this.indent('}')
    );
  }

  /** Ends by a condition or by running out of fuel. */
  private guardedLoop(): string {
    this.loops++;
    const condition = this.condition(1);
    const body = this.nested(2);
    this.loops--;
    const tick = this.indent('  fuel++;');
    if (this.pick(2) === 0) {
      return this.indent(`while (fuel < 12u && ${condition}) {`) + tick + body + this.indent('}');
    }
    const step = this.indent(`    ${this.choose(VARIABLES)} += 3u;`);
    const end = this.indent(`    break if fuel > 15u || ${condition};`);
    const continuing = this.indent('  continuing {') + tick + step + end + this.indent('  }');
    return this.indent('loop {') + body + continuing + this.indent('}');
  }

  private switchStatement(): string {
    let text = this.indent(`switch (${this.value(1)} % 6u) {`);
    this.depth++;
    for (const label of ['case 0u, 4u', 'case 1u', 'default', 'case 3u']) {
      text += this.indent(`${label}: {`) + this.nested(1);
      if (this.pick(3) === 0) text += this.indent(`  if (${this.condition(1)}) { break; }`) + this.nested(1);
      text += this.indent('}');
    }
    this.depth--;
    return text + this.indent('}');
  }

  private shadowing(): string {
    const name = this.choose(VARIABLES);
    const value = this.value(2);
    const inner = this.nested(2);
    const keep = this.choose(VARIABLES.filter((each) => each !== name));
    return (
      this.indent('{') +
      this.indent(`  var ${name} = ${value};`) +
      inner +
      this.indent(`  ${keep} ^= ${name};`) +
      this.indent('}')
    );
  }

  /** A conditional way out: of a loop, or of the function. */
  private leave(): string {
    const ways = this.loops > 0 ? ['break;', 'continue;'] : [];
    if (!this.isInMain) ways.push(`return ${this.value(1)};`);
    else ways.push(`outputs[id.x] = ${this.value(1)}; return;`);
    return this.indent(`if (${this.condition(1)} && ${this.value(0)} % 3u == 1u) { ${this.choose(ways)} }`);
  }

  private condition(depth: number): string {
    const compare = `${this.value(1)} ${this.choose(['<', '<=', '>', '==', '!='])} ${this.value(1)}`;
    switch (depth > 0 ? this.pick(5) : 4) {
      case 0:
        return `(${this.condition(depth - 1)} && ${this.condition(depth - 1)})`;
      case 1:
        return `(${this.condition(depth - 1)} || ${this.condition(depth - 1)})`;
      case 2:
        return `i32(${this.value(1)}) < i32(${this.value(1)})`;
      case 3:
        return `!(${compare})`;
      default:
        return compare.includes('<') && compare.includes('>') ? `(${compare})` : compare;
    }
  }

  private value(depth: number): string {
    if (depth === 0) return this.choose([...VARIABLES, 'x', 'y', `${this.pick(40)}u`]);
    const [p, q] = [this.value(depth - 1), this.value(depth - 1)];
    switch (this.pick(14)) {
      case 0:
        return `list[${p} % 5u]`;
      case 1:
        return `u32(memory[${p} % 8u])`;
      case 2:
        return `(${p} / ${this.choose(VARIABLES)})`;
      case 3:
        return `u32(i32(${p}) % i32(${this.choose(VARIABLES)}))`;
      case 4:
        return `(${this.choose(VARIABLES)} ${this.choose(['<<', '>>'])} (${q} & 31u))`;
      case 5:
        return `u32(i32(${p}) >> (${q} & 31u))`;
      case 6:
        return `select(${p}, ${q}, ${this.condition(0)})`;
      case 7:
        return `${this.choose(['min', 'max'])}(${p}, ${q})`;
      case 8:
        return this.isInMain && this.depth < 2 ? `helper(${p}, ${q})` : `countOneBits(${p})`;
      case 9:
        return `inputs[${p} % 256u]`;
      case 10:
        return `u32(${this.choose(['min', 'max'])}(i32(${p}), i32(${q})))`;
      default:
        return `(${p} ${this.choose(['+', '-', '*', '^', '&', '|'])} ${q})`;
    }
  }
}

/** Kernels for the seeds from 0 to `count` - 1; `input` has at least 256 words. */
export function randomCases(count: number, input: Uint32Array): ConformanceCase[] {
  return Array.from({ length: count }, (_, seed) => ({
    name: `random-${seed}`,
    code: new KernelWriter(seed).kernel(),
    input,
    outputType: 'u32',
    outputWords: WORDS,
    tolerance: {},
    dispatch: [WORDS / 32, 1, 1],
    constants: {},
    ways: WAYS,
  }));
}
