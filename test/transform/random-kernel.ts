// Random kernels for transformations: guards of several kinds, uniform and divergent control flow, functions,
// pointers, private and workgroup memory, barriers, atomics. Whole numbers only, so results are exact; no
// invocation writes where another reads without a barrier in between.

import { Random } from '../differential/random.ts';

export interface RandomKernel {
  readonly source: string;
  readonly dispatch: readonly [number, number, number];
  /** Elements of the buffers; may be fewer or more than there are invocations. */
  readonly count: number;
}

export function randomKernel(seed: number): RandomKernel {
  return new Generator(seed).kernel();
}

const SIZES: readonly (readonly [number, number, number])[] = [
  [8, 1, 1],
  [16, 1, 1],
  [12, 1, 1],
  [7, 1, 1],
  [4, 4, 1],
  [8, 2, 1],
  [3, 5, 1],
  [4, 2, 2],
];
const DISPATCHES: readonly (readonly [number, number, number])[] = [
  [1, 1, 1],
  [3, 1, 1],
  [4, 1, 1],
  [5, 2, 1],
  [2, 3, 1],
  [2, 2, 2],
];

class Generator {
  private readonly random: Random;
  private readonly size: readonly [number, number, number];
  private readonly dispatch: readonly [number, number, number];
  private readonly isShared: boolean;
  private readonly usesPrivate: boolean;
  private names = 0;
  /** Immutable values in scope, variables in scope, all u32. */
  private values: string[] = [];
  private variables: string[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.size = this.random.choose(SIZES);
    this.dispatch = this.random.choose(DISPATCHES);
    this.isShared = this.random.once(2);
    this.usesPrivate = this.random.once(3);
  }

  kernel(): RandomKernel {
    const perGroup = this.size.reduce((a, b) => a * b, 1);
    const invocations = perGroup * this.dispatch.reduce((a, b) => a * b, 1);
    const guard = this.random.below(4);
    // Without a guard, every invocation has an element of its own.
    const fewer = guard === 0 ? 0 : this.random.below(perGroup + 2);
    const count = Math.max(1, invocations - fewer + this.random.below(3));
    const body = this.body(perGroup, guard);
    const source = `struct Params { count: u32, rounds: u32, width: u32 }
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> tally: array<atomic<u32>, 8>;
${this.isShared ? `var<workgroup> tile: array<u32, ${perGroup}>;\nvar<workgroup> total: atomic<u32>;\n` : ''}${this.usesPrivate ? 'var<private> state: u32 = 7u;\n' : ''}
fn mix(a: u32, b: u32) -> u32 {
  return (a ^ (b << 3u)) * 0x9e3779b1u + (a >> 7u);
}

fn rounds(a: u32, n: u32) -> u32 {
  var result = a;
  for (var r = 0u; r < (n & 3u); r++) {
    result = mix(result, r);
    if (result % 5u == 0u) {
      return result;
    }
  }
  return result;
}

fn bump(value: ptr<function, u32>, by: u32) {
  *value = *value * 3u + by;
}
${this.usesPrivate ? '\nfn remember(value: u32) -> u32 {\n  state = mix(state, value);\n  return state;\n}\n' : ''}
@compute @workgroup_size(${this.size.join(', ')})
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
${body.join('\n')}
}
`;
    return { source, dispatch: this.dispatch, count };
  }

  private body(perGroup: number, guard: number): string[] {
    const [width, height] = [this.size[0], this.size[1]];
    const place = this.random.choose([
      `id.x + groups.x * ${width}u * (id.y + groups.y * ${height}u * id.z)`,
      `(group.x + groups.x * (group.y + groups.y * group.z)) * ${perGroup}u + lane`,
    ]);
    const lines = [`  let i = ${place};`];
    this.values = [
      'i',
      'id.x',
      'id.y',
      'local.x',
      'lane',
      'group.x',
      'groups.x',
      'params.rounds',
      'input[i]',
    ];
    if (this.isShared) {
      lines.push(...this.statements(2, '  '), ...this.phase('  ', perGroup), ...this.statements(2, '  '));
      if (this.random.once(2)) lines.push(...this.uniformLoop('  ', () => this.phase('    ', perGroup)));
      if (this.random.once(2)) lines.push(...this.phase('  ', perGroup));
    }
    if (guard === 1) lines.push('  if (i >= params.count) {', '    return;', '  }');
    if (guard === 2) {
      lines.push(`  if (i >= params.count || ${this.value()} % 7u == 3u) {`);
      if (this.random.once(2)) lines.push(`    atomicAdd(&tally[i % 8u], ${this.value()});`);
      lines.push('    return;', '  }');
    }
    const inner = guard === 3 ? '    ' : '  ';
    if (guard === 3) lines.push(`  if (i < params.count${this.random.once(2) ? ' && id.y < 3u' : ''}) {`);
    lines.push(...this.statements(5, inner, !this.isShared));
    // Only an invocation's own element is written.
    lines.push(`${inner}output[i] = ${this.fold()};`);
    if (guard === 3) lines.push('  }');
    return lines;
  }

  private fresh(base: string): string {
    return `${base}${this.names++}`;
  }

  private value(): string {
    const { random } = this;
    const simple = () => random.choose([...this.values, ...this.variables, `${random.below(20)}u`]);
    switch (random.below(8)) {
      case 0:
        return `(${simple()} + ${simple()})`;
      case 1:
        return `((${simple()} * ${random.below(9)}u) ^ ${simple()})`;
      case 2:
        return `mix(${simple()}, ${simple()})`;
      case 3:
        return `select(${simple()}, ${simple()}, ${this.condition()})`;
      case 4:
        return `input[${simple()} % arrayLength(&input)]`;
      case 5:
        return random.once(3) ? `rounds(${simple()}, ${simple()})` : simple();
      case 6:
        return this.usesPrivate && random.once(2) ? `remember(${simple()})` : simple();
      default:
        return simple();
    }
  }

  private condition(): string {
    const { random } = this;
    const simple = () => random.choose([...this.values, ...this.variables]);
    return random.choose([`${simple()} % 3u == 1u`, `${simple()} < ${simple()}`, `(${simple()} & 4u) != 0u`]);
  }

  /** The same for all invocations. */
  private uniform(): string {
    return this.random.choose(['params.rounds', 'params.width', '3u', '2u', 'input[2]']);
  }

  private fold(): string {
    return [...this.variables, ...this.values.slice(0, 3)].reduce(
      (sum, each) => `mix(${sum}, ${each})`,
      '1u',
    );
  }

  private scoped(make: () => string[]): string[] {
    const [values, variables] = [this.values, this.variables];
    this.values = [...values];
    this.variables = [...variables];
    const lines = make();
    this.values = values;
    this.variables = variables;
    return lines;
  }

  private statements(count: number, indent: string, mayReturn = false, depth = 0): string[] {
    return Array.from({ length: count }, () => this.statement(indent, mayReturn, depth)).flat();
  }

  private statement(indent: string, mayReturn: boolean, depth: number): string[] {
    const { random } = this;
    switch (random.below(depth > 2 ? 6 : 14)) {
      case 0:
      case 1: {
        const value = this.value();
        const name = this.fresh('a');
        this.values.push(name);
        return [`${indent}let ${name} = ${value};`];
      }
      case 2: {
        const value = random.once(2) ? this.value() : this.uniform();
        const name = this.fresh('v');
        if (random.once(3)) {
          // A vector of which one component may be the same for all invocations and the other not.
          const other = random.choose([this.uniform(), 'id.y', this.value()]);
          this.variables.push(`${name}.x`, `${name}.y`);
          const both = random.once(2) ? `${value}, ${other}` : `${other}, ${value}`;
          const changed = `${name}.${random.choose(['x', 'y'])}`;
          return [
            `${indent}var ${name} = vec2<u32>(${both});`,
            ...(random.once(2) ? [`${indent}${changed} = ${changed} * 3u + ${this.uniform()};`] : []),
          ];
        }
        this.variables.push(name);
        return [`${indent}var ${name} = ${value};`];
      }
      case 3:
      case 4:
        return this.assignment(indent);
      case 5:
        return [`${indent}atomicAdd(&tally[${this.value()} % 8u], ${this.value()});`];
      case 6:
      case 7:
        return this.branch(indent, this.condition(), mayReturn, depth);
      case 8:
        return this.branch(indent, `${this.uniform()} > 2u`, mayReturn, depth);
      case 9:
      case 10:
        return this.uniformLoop(indent, () => this.statements(2, `${indent}  `, mayReturn, depth + 1));
      case 11:
        return this.divergentLoop(indent, mayReturn, depth);
      case 12:
        return this.choice(indent, depth);
      default:
        return this.localArray(indent);
    }
  }

  private assignment(indent: string): string[] {
    if (this.variables.length === 0) return [];
    const name = this.random.choose(this.variables);
    switch (this.random.below(4)) {
      case 0:
        return [`${indent}${name} += ${this.value()};`];
      case 1:
        // No pointer leads to a component.
        if (name.includes('.')) return [`${indent}${name} /= ${this.random.choose(['2u', 'params.width'])};`];
        return [`${indent}bump(&${name}, ${this.value()}); // a pointer`];
      case 2:
        return [`${indent}${name}++;`];
      default:
        return [`${indent}${name} = ${this.random.once(3) ? this.uniform() : this.value()};`];
    }
  }

  private branch(indent: string, condition: string, mayReturn: boolean, depth: number): string[] {
    const inner = () => this.scoped(() => this.statements(2, `${indent}  `, mayReturn, depth + 1));
    const lines = [`${indent}if (${condition}) {`, ...inner()];
    if (mayReturn && this.random.once(6))
      lines.push(`${indent}  output[i] = ${this.value()};`, `${indent}  return;`);
    if (this.random.once(3)) lines.push(`${indent}} else if (${this.condition()}) {`, ...inner());
    if (this.random.once(3)) lines.push(`${indent}} else {`, ...inner());
    return [...lines, `${indent}}`];
  }

  private uniformLoop(indent: string, body: () => string[]): string[] {
    const index = this.fresh('k');
    const bound = this.random.choose(['4u', 'params.rounds', '7u', 'params.width']);
    const from = this.random.choose(['0u', '0u', '1u', '2u']);
    const inner = this.scoped(() => {
      this.values.push(index);
      return body();
    });
    const leave = this.random.once(4) ? [`${indent}  if (${index} == 5u) { break; }`] : [];
    return [
      `${indent}for (var ${index} = ${from}; ${index} < ${bound}; ${index}++) {`,
      ...inner,
      ...leave,
      `${indent}}`,
    ];
  }

  private divergentLoop(indent: string, mayReturn: boolean, depth: number): string[] {
    const index = this.fresh('n');
    const inner = this.scoped(() => {
      this.values.push(index);
      return this.statements(1, `${indent}  `, mayReturn, depth + 1);
    });
    const leave = this.random.choose([
      [],
      [`${indent}  if (${this.condition()}) { break; }`],
      [`${indent}  if (${this.condition()}) { continue; }`],
    ]);
    if (this.random.once(2)) {
      return [
        `${indent}for (var ${index} = 0u; ${index} < (${this.value()} & 3u); ${index}++) {`,
        ...leave,
        ...inner,
        `${indent}}`,
      ];
    }
    return [
      `${indent}var ${index} = ${this.value()} & 3u;`,
      `${indent}loop {`,
      `${indent}  if (${index} == 0u) { break; }`,
      ...inner,
      `${indent}  continuing {`,
      `${indent}    ${index}--;`,
      `${indent}  }`,
      `${indent}}`,
    ];
  }

  private choice(indent: string, depth: number): string[] {
    const inner = () => this.scoped(() => this.statements(1, `${indent}    `, false, depth + 1));
    const selector = this.random.once(2) ? this.value() : this.uniform();
    return [
      `${indent}switch (${selector} % 3u) {`,
      `${indent}  case 0u: {`,
      ...inner(),
      `${indent}  }`,
      `${indent}  case 1u, 5u: {`,
      ...inner(),
      `${indent}    if (${this.condition()}) { break; }`,
      ...inner(),
      `${indent}  }`,
      `${indent}  default: {`,
      ...inner(),
      `${indent}  }`,
      `${indent}}`,
    ];
  }

  private localArray(indent: string): string[] {
    const name = this.fresh('list');
    const value = this.fresh('a');
    const lines = [
      `${indent}var ${name}: array<u32, 4>;`,
      `${indent}for (var j = 0u; j < 4u; j++) {`,
      `${indent}  ${name}[j] = ${this.value()} + j;`,
      `${indent}}`,
      `${indent}let ${value} = ${name}[${this.value()} % 4u];`,
    ];
    this.values.push(value);
    return lines;
  }

  /** Everyone writes its own place, and after a barrier reads those of others. */
  private phase(indent: string, perGroup: number): string[] {
    const name = this.fresh('s');
    const lines = [
      `${indent}tile[lane] = ${this.value()};`,
      `${indent}atomicAdd(&total, ${this.value()} & 15u);`,
      `${indent}workgroupBarrier();`,
      `${indent}let ${name} = tile[(lane + ${this.random.below(perGroup)}u) % ${perGroup}u] + atomicLoad(&total);`,
      ...(this.random.once(3) ? [`${indent}if (lane == 0u) { atomicAdd(&tally[1], tile[0]); }`] : []),
      `${indent}workgroupBarrier();`,
    ];
    if (indent === '  ') this.values.push(name);
    return lines;
  }
}
