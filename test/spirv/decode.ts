// Both languages to IR, checked; a kernel that is refused throws with the decoder's words.

import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Outcome } from '../../src/diagnostics/diagnostic.ts';
import type { Module } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { valid } from './pipeline.ts';

type Options = Pick<Launch, 'constants' | 'entryPoint'>;
const NONE: Options = { constants: {} };

export function fromWgsl(text: string, options: Options = NONE): Module {
  return checked(decodeWgsl({ file: 'kernel.wgsl', text }, { ...chosen(options), rules: tintRules() }));
}

export function fromAssembly(text: string, options: Options = NONE): Module {
  return checked(decodeSpirv({ file: 'kernel.spvasm', text }, chosen(options)));
}

export function fromBinary(bytes: Uint8Array, options: Options = NONE): Module {
  return checked(decodeSpirv({ file: 'kernel.spv', bytes }, chosen(options)));
}

function chosen({ constants, entryPoint }: Options): Options {
  return entryPoint === undefined ? { constants } : { constants, entryPoint };
}

function checked({ value, diagnostics }: Outcome<Module>): Module {
  if (!value) throw new Error(diagnostics.map((each) => `${each.code}: ${each.message}`).join('\n'));
  return valid(value);
}
