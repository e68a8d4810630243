// A kernel as CUDA C: its IR as the modelled compilers leave it, statement by statement, so that profilers, which know
// no other language, can count what the kernel does. Textures and 64-bit values have no twin.

import { bitsOfFloat } from '../../src/ir/evaluate.ts';
import type {
  AtomicInstruction,
  BreakInstruction,
  Buffer,
  Builtin,
  Construct,
  Instruction,
  LoadInstruction,
  MemoryRoot,
  Module,
  NextInstruction,
  PureInstruction,
  Region,
  ScalarType,
  StoreInstruction,
  SubgroupInstruction,
  ValueId,
} from '../../src/ir/ir.ts';
import { scalarBytes } from '../../src/ir/scalars.ts';
import { subgroupOps } from '../../src/ir/subgroup-ops.ts';
import { resultsOf } from '../../src/ir/walk.ts';
import { invocationsOf } from '../../src/predict/limits.ts';

const TYPES: Readonly<Partial<Record<ScalarType, string>>> = {
  bool: 'bool',
  i8: 'signed char',
  i16: 'short',
  i32: 'unsigned',
  f16: '__half',
  f32: 'float',
};

const LOCAL_INDEX = '(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))';

const INPUTS: Readonly<Partial<Record<Builtin, string>>> = {
  local_index: LOCAL_INDEX,
  subgroup_size: '32u',
  subgroup_lane: 'lane()',
  num_subgroups: '((blockDim.x * blockDim.y * blockDim.z + 31u) / 32u)',
  subgroup_id: `(${LOCAL_INDEX} / 32u)`,
  ...Object.fromEntries(
    ['x', 'y', 'z'].flatMap((axis) => [
      [`local_id_${axis}`, `threadIdx.${axis}`],
      [`workgroup_id_${axis}`, `blockIdx.${axis}`],
      [`num_workgroups_${axis}`, `gridDim.${axis}`],
      [`global_id_${axis}`, `(blockIdx.${axis} * blockDim.${axis} + threadIdx.${axis})`],
    ]),
  ),
};

/** `$0`, `$1`, … are the operands; `s` in front of one makes it signed. */
const OPERATIONS: Readonly<Record<string, string>> = {
  iadd: '$0 + $1',
  isub: '$0 - $1',
  imul: '$0 * $1',
  umulhi: '__umulhi($0, $1)',
  smulhi: '__mulhi(s$0, s$1)',
  umulwide_hi: '__umulhi($0, $1)',
  sdiv: 's$0 / s$1',
  udiv: '$0 / $1',
  srem: 's$0 % s$1',
  urem: '$0 % $1',
  and: '$0 & $1',
  or: '$0 | $1',
  xor: '$0 ^ $1',
  shl: '$0 << ($1 & 31u)',
  ushr: '$0 >> ($1 & 31u)',
  sshr: 's$0 >> ($1 & 31u)',
  smin: 'min(s$0, s$1)',
  smax: 'max(s$0, s$1)',
  umin: 'min($0, $1)',
  umax: 'max($0, $1)',
  sabs: 'abs(s$0)',
  clz: '__clz($0)',
  ctz: '($0 ? __ffs($0) - 1 : 32)',
  popcount: '__popc($0)',
  bitreverse: '__brev($0)',
  ufirstbithigh: '31 - __clz($0)',
  sfirstbithigh: '31 - __clz(s$0 < 0 ? ~$0 : $0)',
  firstbitlow: '__ffs($0) - 1',
  uextractbits: 'ubfe($0, $1, $2)',
  sextractbits: 'sbfe($0, $1, $2)',
  insertbits: 'bfi($0, $1, $2, $3)',
  udot4: '__dp4a($0, $1, 0u)',
  sdot4: '__dp4a(s$0, s$1, 0)',
  uadd_carry: '$0 + $1 < $0',
  usub_borrow: '$0 < $1',
  iadd_carried: '$0 + $1 + $2',
  isub_borrowed: '$0 - $1 - $2',
  shl_wide_hi: '__funnelshift_l($0, $1, $2)',
  ushr_wide_lo: '__funnelshift_r($0, $1, $2)',
  ieq: '$0 == $1',
  ine: '$0 != $1',
  slt: 's$0 < s$1',
  sle: 's$0 <= s$1',
  ult: '$0 < $1',
  ule: '$0 <= $1',
  feq: '$0 == $1',
  fne: '$0 != $1',
  flt: '$0 < $1',
  fle: '$0 <= $1',
  fadd: '$0 + $1',
  fsub: '$0 - $1',
  fmul: '$0 * $1',
  fdiv: '__fdividef($0, $1)',
  frem: 'fmodf($0, $1)',
  fneg: '-$0',
  fabs: 'fabsf($0)',
  fmin: 'fminf($0, $1)',
  fmax: 'fmaxf($0, $1)',
  ffma: '__fmaf_rn($0, $1, $2)',
  fmix: '__fmaf_rn($2, $1 - $0, $0)',
  floor: 'floorf($0)',
  ceil: 'ceilf($0)',
  trunc: 'truncf($0)',
  round: 'rintf($0)',
  fract: '$0 - floorf($0)',
  fsign: '($0 > 0.f ? 1.f : $0 < 0.f ? -1.f : 0.f)',
  sqrt: 'sqrtf($0)',
  inversesqrt: 'rsqrtf($0)',
  exp: '__expf($0)',
  exp2: 'exp2f($0)',
  log: '__logf($0)',
  log2: '__log2f($0)',
  pow: '__powf($0, $1)',
  sin: '__sinf($0)',
  cos: '__cosf($0)',
  tan: '__tanf($0)',
  asin: 'asinf($0)',
  acos: 'acosf($0)',
  atan: 'atanf($0)',
  atan2: 'atan2f($0, $1)',
  sinh: 'sinhf($0)',
  cosh: 'coshf($0)',
  tanh: 'tanhf($0)',
  asinh: 'asinhf($0)',
  acosh: 'acoshf($0)',
  atanh: 'atanhf($0)',
  ldexp: 'ldexpf($0, s$1)',
  frexp_fraction: 'fraction($0)',
  frexp_exponent: 'exponent($0)',
  quantize_f16: '__half2float(__float2half($0))',
  isnan: 'isnan($0)',
  isinf: 'isinf($0)',
  s2f: '__int2float_rn(s$0)',
  u2f: '__uint2float_rn($0)',
  f2s: '__float2int_rz($0)',
  f2u: '__float2uint_rz($0)',
  pack2x16float: 'packHalves($0, $1)',
  pack2x16snorm: 'packed2($0, $1, 32767.f, -1.f)',
  pack2x16unorm: 'packed2($0, $1, 65535.f, 0.f)',
  pack4x8snorm: 'packed4($0, $1, $2, $3, 127.f, -1.f)',
  pack4x8unorm: 'packed4($0, $1, $2, $3, 255.f, 0.f)',
  unpack2x16float: '__half2float(__ushort_as_half((unsigned short)($0 >> 16 * $c)))',
  unpack2x16snorm: 'fmaxf((short)($0 >> 16 * $c) * (1.f / 32767.f), -1.f)',
  unpack2x16unorm: '(unsigned short)($0 >> 16 * $c) * (1.f / 65535.f)',
  unpack4x8snorm: 'fmaxf((signed char)($0 >> 8 * $c) * (1.f / 127.f), -1.f)',
  unpack4x8unorm: '(unsigned char)($0 >> 8 * $c) * (1.f / 255.f)',
  select: '$0 ? $1 : $2',
};

const PRELUDE = `#include <cuda_fp16.h>
static __device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
static __device__ unsigned ubfe(unsigned x, unsigned at, unsigned n) { unsigned r; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(at), "r"(n)); return r; }
static __device__ unsigned sbfe(unsigned x, unsigned at, unsigned n) { unsigned r; asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(at), "r"(n)); return r; }
static __device__ unsigned bfi(unsigned to, unsigned x, unsigned at, unsigned n) { unsigned r; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(to), "r"(at), "r"(n)); return r; }
static __device__ float fraction(float x) { int e; return frexpf(x, &e); }
static __device__ unsigned exponent(float x) { int e; frexpf(x, &e); return e; }
static __device__ unsigned packHalves(float a, float b) { return __half_as_ushort(__float2half(a)) | (unsigned)__half_as_ushort(__float2half(b)) << 16; }
static __device__ unsigned packed2(float a, float b, float scale, float least) { return (__float2int_rn(fminf(fmaxf(a, least), 1.f) * scale) & 65535) | __float2int_rn(fminf(fmaxf(b, least), 1.f) * scale) << 16; }
static __device__ unsigned packed4(float a, float b, float c, float d, float scale, float least) {
  return (__float2int_rn(fminf(fmaxf(a, least), 1.f) * scale) & 255) | (__float2int_rn(fminf(fmaxf(b, least), 1.f) * scale) & 255) << 8 |
    (__float2int_rn(fminf(fmaxf(c, least), 1.f) * scale) & 255) << 16 | __float2int_rn(fminf(fmaxf(d, least), 1.f) * scale) << 24;
}
`;

export class NoTwin extends Error {}

/** @throws NoTwin where CUDA C has no like of what the kernel does, or nobody has written it down */
export function twinCode(module: Module, sizes: readonly number[]): string {
  return new Twin(module, sizes).text();
}

class Twin {
  private readonly lines: string[] = [];
  private readonly byId = new Map<number, Construct>();
  private readonly module: Module;
  private readonly sizes: readonly number[];

  constructor(module: Module, sizes: readonly number[]) {
    this.module = module;
    this.sizes = sizes;
  }

  text(): string {
    const { buffers, variables, body } = this.module;
    const constants: string[] = [];
    const parameters: string[] = [];
    buffers.forEach((buffer, index) => {
      if (buffer.kind === 'uniform')
        constants.push(`__constant__ __align__(16) unsigned char u${index}[${this.sizes[index]}];`);
      else if (buffer.kind === 'storage')
        parameters.push(
          `${isRead(buffer) ? 'const ' : ''}unsigned char* ${isRead(buffer) ? '__restrict__ ' : ''}b${index}`,
          `unsigned n${index}`,
        );
      else throw new NoTwin(buffer.kind);
    });
    this.region(body);
    const threads = invocationsOf(this.module);
    const declared = this.declarations();
    const spaces = variables.map(({ space, sizeBytes }, index) =>
      space === 'workgroup'
        ? `  __shared__ __align__(16) unsigned char m${index}[${sizeBytes}];`
        : `  __align__(16) unsigned char m${index}[${sizeBytes}]${sizeBytes <= 1024 ? ' = {0}' : ''};`,
    );
    return [
      PRELUDE,
      ...constants,
      `extern "C" __global__ void __launch_bounds__(${threads}) twin(${parameters.join(', ')}) {`,
      ...spaces,
      ...declared,
      ...this.lines.map((line) => `  ${line}`),
      '}',
      '',
    ].join('\n');
  }

  private readonly defined: ValueId[] = [];

  private declarations(): string[] {
    return this.defined.map((id) => {
      const type = this.module.values[id].type;
      return `  ${typeName(type)} v${id};`;
    });
  }

  private value(id: ValueId): string {
    const { type, constant } = this.module.values[id];
    if (constant === undefined) return `v${id}`;
    switch (type) {
      case 'bool':
        return constant ? 'true' : 'false';
      case 'f32':
        return `__uint_as_float(0x${(bitsOfFloat(constant) >>> 0).toString(16)}u)`;
      case 'f16':
        return `__float2half(${Number.isFinite(constant) ? constant.toExponential() : constant > 0 ? 'INFINITY' : '-INFINITY'}f)`;
      case 'i32':
        return `${constant >>> 0}u`;
      default:
        return `((${typeName(type)})${constant})`;
    }
  }

  private put(id: ValueId, text: string): void {
    this.lines.push(`v${id} = ${text};`);
  }

  private region({ instructions }: Region): void {
    for (const instruction of instructions) {
      if (instruction.kind === 'loop') this.defined.push(...instruction.parameters);
      this.defined.push(...resultsOf(instruction));
      this.instruction(instruction);
    }
  }

  private instruction(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'pure':
        this.pure(instruction);
        return;
      case 'input':
        this.put(instruction.result, INPUTS[instruction.builtin] ?? noTwin(instruction.builtin));
        return;
      case 'bound': {
        const { index, size } = instruction;
        const count = 'constant' in size ? `${size.constant}u` : this.length(size.buffer);
        this.put(instruction.result, `min(${this.value(index)}, ${count} - 1u)`);
        return;
      }
      case 'arrayLength':
        this.put(instruction.result, this.length(instruction.buffer));
        return;
      case 'load':
        this.load(instruction);
        return;
      case 'store':
        this.store(instruction);
        return;
      case 'atomic':
        this.atomic(instruction);
        return;
      case 'subgroup':
        this.subgroup(instruction);
        return;
      case 'barrier':
        this.lines.push(
          {
            workgroup: '__syncthreads();',
            storage: '__syncthreads();',
            subgroup: '__syncwarp();',
            memory: '__threadfence_block();',
          }[instruction.scope],
        );
        return;
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        this.construct(instruction);
        return;
      case 'break':
      case 'next':
        this.leave(instruction);
        return;
      case 'return':
        this.lines.push('return;');
        return;
      case 'unreachable':
        this.lines.push('__builtin_unreachable();');
        return;
      default:
        throw new NoTwin(instruction.kind);
    }
  }

  private length(buffer: number): string {
    const { runtimeArray } = this.module.buffers[buffer];
    if (!runtimeArray) throw new NoTwin('arrayLength');
    return `((n${buffer} - ${runtimeArray.offsetBytes}u) / ${runtimeArray.strideBytes}u)`;
  }

  private pure({ op, operands, result, component }: PureInstruction): void {
    const type = this.module.values[result].type;
    const from = operands.length > 0 ? this.module.values[operands[0]].type : type;
    const texts = operands.map((id) => this.value(id));
    const isHalf = type === 'f16' || from === 'f16';
    if (op === 'not') {
      this.put(result, `${type === 'bool' ? '!' : '~'}${texts[0]}`);
      return;
    }
    if (op === 'bitcast') {
      this.put(result, bitcast(from, type, texts[0]));
      return;
    }
    if (op === 'f2f') {
      this.put(result, type === 'f16' ? `__float2half(${texts[0]})` : `__half2float(${texts[0]})`);
      return;
    }
    if (op === 'uextend') {
      this.put(result, `(unsigned${from === 'i8' ? ' char' : ' short'})${texts[0]}`);
      return;
    }
    if (op === 'sextend') {
      this.put(result, `(int)${texts[0]}`);
      return;
    }
    if (op === 'itruncate') {
      this.put(result, `(${typeName(type)})${texts[0]}`);
      return;
    }
    const pattern = OPERATIONS[op] ?? noTwin(op);
    const given = texts.map((text, at) =>
      isHalf && this.module.values[operands[at]].type === 'f16' && op !== 'select'
        ? `__half2float(${text})`
        : text,
    );
    const text = pattern
      .replace(/s\$(\d)/g, (_, at) => `((int)${given[Number(at)]})`)
      .replace(/\$(\d)/g, (_, at) => given[Number(at)])
      .replace(/\$c/g, String(component ?? 0));
    this.put(result, type === 'f16' && op !== 'select' ? `__float2half(${text})` : text);
  }

  /** What a place is called, and whether it is there. */
  private place(root: MemoryRoot, address: ValueId, offsetBytes: number) {
    const at = `(${this.value(address)} + ${offsetBytes >>> 0}u)`;
    if (root.space !== 'buffer') return { base: `m${root.index}`, at, limit: undefined };
    const { kind } = this.module.buffers[root.index];
    return kind === 'uniform'
      ? { base: `u${root.index}`, at, limit: undefined }
      : { base: `b${root.index}`, at, limit: `n${root.index}` };
  }

  private load({ root, type, address, offsetBytes, results }: LoadInstruction): void {
    const { base, at, limit } = this.place(root, address, offsetBytes);
    const element = typeName(type);
    const isConst = root.space === 'buffer' && isRead(this.module.buffers[root.index]);
    const bytes = scalarBytes(type);
    const zero = type === 'f16' ? '__float2half(0.f)' : '0';
    const emit = (first: number, count: number) => {
      const where = `${base} + ${at} + ${first * bytes}`;
      const isThere = limit === undefined ? undefined : `${at} < ${limit}`;
      if (count === 1 || bytes !== 4) {
        for (let k = first; k < first + count; k++) {
          const pointer = `(const ${element}*)(${base} + ${at} + ${k * bytes})`;
          const read = isConst && limit !== undefined ? `__ldg(${pointer})` : `*${pointer}`;
          this.put(results[k], isThere ? `${isThere} ? ${read} : ${zero}` : read);
        }
        return;
      }
      const vector = `${type === 'f32' ? 'float' : 'uint'}${count}`;
      const read =
        isConst && limit !== undefined
          ? `__ldg((const ${vector}*)(${where}))`
          : `*(const ${vector}*)(${where})`;
      const none = `make_${vector}(${Array(count).fill(0).join(', ')})`;
      const puts = Array.from({ length: count }, (_, k) => `v${results[first + k]} = t.${'xyzw'[k]};`).join(
        ' ',
      );
      this.lines.push(`{ ${vector} t = ${isThere ? `${isThere} ? ${read} : ${none}` : read}; ${puts} }`);
    };
    for (const [first, count] of piecesOf(results.length)) emit(first, count);
  }

  private store({ root, type, address, offsetBytes, values }: StoreInstruction): void {
    const { base, at, limit } = this.place(root, address, offsetBytes);
    const element = typeName(type);
    const bytes = scalarBytes(type);
    const texts = values.map((id) => this.value(id));
    const guard = limit === undefined ? '' : `if (${at} < ${limit}) `;
    const emit = (first: number, count: number) => {
      if (count === 1 || bytes !== 4) {
        for (let k = first; k < first + count; k++)
          this.lines.push(`${guard}*(${element}*)(${base} + ${at} + ${k * bytes}) = ${texts[k]};`);
        return;
      }
      const vector = `${type === 'f32' ? 'float' : 'uint'}${count}`;
      const made = `make_${vector}(${texts.slice(first, first + count).join(', ')})`;
      this.lines.push(`${guard}*(${vector}*)(${base} + ${at} + ${first * bytes}) = ${made};`);
    };
    for (const [first, count] of piecesOf(values.length)) emit(first, count);
  }

  private atomic({ root, type, address, offsetBytes, op, operands, result }: AtomicInstruction): void {
    if (type !== 'i32') throw new NoTwin(`atomic on ${type}`);
    const { base, at, limit } = this.place(root, address, offsetBytes);
    const pointer = `(unsigned*)(${base} + ${at})`;
    const [first, second] = operands.map((id) => this.value(id));
    const call =
      {
        load: `*(volatile unsigned*)(${base} + ${at})`,
        store: `*(volatile unsigned*)(${base} + ${at}) = ${first}`,
        add: `atomicAdd(${pointer}, ${first})`,
        fadd: `__float_as_uint(atomicAdd((float*)${pointer}, __uint_as_float(${first})))`,
        sub: `atomicSub(${pointer}, ${first})`,
        smin: `atomicMin((int*)${pointer}, (int)${first})`,
        smax: `atomicMax((int*)${pointer}, (int)${first})`,
        umin: `atomicMin(${pointer}, ${first})`,
        umax: `atomicMax(${pointer}, ${first})`,
        and: `atomicAnd(${pointer}, ${first})`,
        or: `atomicOr(${pointer}, ${first})`,
        xor: `atomicXor(${pointer}, ${first})`,
        exchange: `atomicExch(${pointer}, ${first})`,
        compare_exchange: `atomicCAS(${pointer}, ${first}, ${second})`,
      }[op] ?? noTwin(op);
    const guard = limit === undefined ? '' : `if (${at} < ${limit}) `;
    if (result === undefined) this.lines.push(`${guard}${call};`);
    else this.lines.push(`v${result} = 0; ${guard}v${result} = ${call};`);
  }

  private subgroup({ op, results, operand, lane }: SubgroupInstruction): void {
    const mask = '__activemask()';
    const value = operand === undefined ? '' : this.value(operand);
    const type = operand === undefined ? 'i32' : this.module.values[operand].type;
    const where = lane === undefined ? '' : this.value(lane);
    const [result] = results;
    switch (op) {
      case 'all':
        this.put(result, `__all_sync(${mask}, ${value})`);
        return;
      case 'any':
        this.put(result, `__any_sync(${mask}, ${value})`);
        return;
      case 'elect':
        this.put(result, `lane() == __ffs(${mask}) - 1`);
        return;
      case 'ballot':
        this.put(results[0], `__ballot_sync(${mask}, ${value})`);
        for (const rest of results.slice(1)) this.put(rest, '0u');
        return;
      case 'broadcast':
      case 'shuffle':
        this.put(result, `__shfl_sync(${mask}, ${value}, ${where})`);
        return;
      case 'broadcast_first':
        this.put(result, `__shfl_sync(${mask}, ${value}, __ffs(${mask}) - 1)`);
        return;
      case 'shuffle_xor':
        this.put(result, `__shfl_xor_sync(${mask}, ${value}, ${where})`);
        return;
      case 'shuffle_up':
        this.put(result, `__shfl_up_sync(${mask}, ${value}, ${where})`);
        return;
      case 'shuffle_down':
        this.put(result, `__shfl_down_sync(${mask}, ${value}, ${where})`);
        return;
    }
    const { kind, reduction, isInclusive } = subgroupOps[op];
    if (reduction === undefined || !['i32', 'f32'].includes(type)) throw new NoTwin(op);
    const combined = (a: string, b: string) =>
      ({
        add: `${a} + ${b}`,
        mul: `${a} * ${b}`,
        smin: `min((int)${a}, (int)${b})`,
        smax: `max((int)${a}, (int)${b})`,
        umin: `min(${a}, ${b})`,
        umax: `max(${a}, ${b})`,
        fmin: `fminf(${a}, ${b})`,
        fmax: `fmaxf(${a}, ${b})`,
        and: `${a} & ${b}`,
        or: `${a} | ${b}`,
        xor: `${a} ^ ${b}`,
      })[reduction];
    const name = typeName(type);
    if (kind === 'reduce') {
      this.lines.push(
        `{ ${name} t = ${value}; for (int d = 16; d > 0; d >>= 1) { ${name} o = __shfl_xor_sync(${mask}, t, d); t = ${combined('t', 'o')}; } v${result} = t; }`,
      );
      return;
    }
    this.lines.push(
      `{ ${name} t = ${value}; for (int d = 1; d < 32; d <<= 1) { ${name} o = __shfl_up_sync(${mask}, t, d); if (lane() >= d) t = ${combined('t', 'o')}; } ` +
        (isInclusive
          ? `v${result} = t; }`
          : `t = __shfl_up_sync(${mask}, t, 1); v${result} = lane() == 0 ? 0 : t; }`),
    );
  }

  private construct(construct: Construct): void {
    this.byId.set(construct.id, construct);
    const { id } = construct;
    switch (construct.kind) {
      case 'if':
        this.lines.push(`if (${this.value(construct.condition)}) {`);
        this.region(construct.then);
        this.lines.push('} else {');
        this.region(construct.otherwise);
        this.lines.push('}');
        break;
      case 'switch':
        this.lines.push(`switch (${this.value(construct.selector)}) {`);
        for (const { values, isDefault, body } of construct.cases) {
          for (const each of values) this.lines.push(`case ${each >>> 0}u:`);
          if (isDefault) this.lines.push('default:');
          this.lines.push('{');
          this.region(body);
          this.lines.push('}');
        }
        this.lines.push('}');
        break;
      case 'block':
        this.lines.push('{');
        this.region(construct.body);
        this.lines.push('}');
        break;
      case 'loop':
        this.move(construct.parameters, construct.initial);
        this.lines.push('_Pragma("unroll 1") for (;;) {');
        this.region(construct.body);
        this.lines.push(`N${id}:;`);
        this.lines.push('}');
    }
    this.lines.push(`E${id}:;`);
  }

  private leave({ kind, target, values }: BreakInstruction | NextInstruction): void {
    const construct = this.byId.get(target)!;
    if (kind === 'next') {
      if (construct.kind !== 'loop') throw new NoTwin('next');
      this.move(construct.parameters, values);
      this.lines.push(`goto N${target};`);
    } else {
      this.move(construct.results, values);
      this.lines.push(`goto E${target};`);
    }
  }

  private move(to: readonly ValueId[], from: readonly ValueId[]): void {
    if (to.length === 0) return;
    if (to.length === 1) {
      this.put(to[0], this.value(from[0]));
      return;
    }
    const temporaries = from.map(
      (id, at) => `${typeName(this.module.values[to[at]].type)} t${at} = ${this.value(id)};`,
    );
    this.lines.push(`{ ${temporaries.join(' ')} ${to.map((id, at) => `v${id} = t${at};`).join(' ')} }`);
  }
}

function isRead({ access }: Buffer): boolean {
  return access === 'read';
}

function bitcast(from: ScalarType, to: ScalarType, text: string): string {
  if (from === to) return text;
  if (to === 'f32') return `__uint_as_float(${text})`;
  if (from === 'f32') return `__float_as_uint(${text})`;
  if (to === 'f16') return `__short_as_half(${text})`;
  if (from === 'f16') return `__half_as_short(${text})`;
  return noTwin(`bitcast of ${from}`);
}

function typeName(type: ScalarType): string {
  return TYPES[type] ?? noTwin(type);
}

/** First component and count of what is moved at once: three make no vector that lies at any such place. */
function piecesOf(components: number): readonly (readonly [number, number])[] {
  return components === 3
    ? [
        [0, 2],
        [2, 1],
      ]
    : [[0, components]];
}

function noTwin(what: string): never {
  throw new NoTwin(what);
}
