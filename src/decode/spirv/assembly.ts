// The assembly language of SPIR-V, as spirv-as reads it and spirv-dis prints it, → words. After a mistake it goes
// on with the next instruction, so that all are reported.

import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import { InstructionAssembler } from './assembly-instruction.ts';
import { checkInstructions, HEADER_WORDS, MAGIC } from './binary.ts';
import type { SpirvModule } from './module.ts';
import { mostIdsInText } from './text-ids.ts';
import { WordWriter } from './word-writer.ts';

/** What spirv-as writes unless told otherwise. */
const DEFAULT_VERSION = 0x00010600;
const MOST_PROBLEMS = 20;

/** Reads assembly text; the value is absent when anything is wrong. */
export function readAssembly(file: string, text: string): Outcome<SpirvModule> {
  const assembler = new InstructionAssembler(file, text);
  const { lexer, writer, types, ids } = assembler;
  const starts = new WordWriter(text.length >>> 5);
  const ranges = new WordWriter(text.length >>> 4);
  const diagnostics: Diagnostic[] = [];
  for (let word = 0; word < HEADER_WORDS; word++) writer.push(0);
  while (!lexer.isAtEnd() && diagnostics.length < MOST_PROBLEMS) {
    const start = lexer.start;
    const at = writer.length;
    const problems = problemsOf(() => assembler.assemble());
    if (problems.length === 0) {
      starts.push(at);
      ranges.push(start);
      ranges.push(assembler.endOfLast);
      types.note(writer.words, at, writer.length);
      continue;
    }
    diagnostics.push(...problems);
    writer.length = at;
    if (lexer.start === start) lexer.next();
    while (!lexer.isInstructionStart()) lexer.next();
  }
  if (diagnostics.length > 0) return { diagnostics };
  const header = headerOf(text);
  const module: SpirvModule = {
    file,
    words: writer.finish(),
    starts: starts.finish(),
    bound: Math.max(ids.bound, header.bound),
    version: header.version,
    textRanges: ranges.finish(),
    textNames: ids.names,
  };
  module.words.set([MAGIC, module.version, 0, module.bound, 0]);
  const problems = problemsOf(() => checkInstructions(module));
  return problems.length > 0 ? { diagnostics: problems } : { value: module, diagnostics: [] };
}

function problemsOf(run: () => void): readonly Diagnostic[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}

/** What a disassembler wrote into the comments at the top. The bound counts only where it is sensible. */
function headerOf(text: string): { version: number; bound: number } {
  const comments = /^(?:\s*;[^\n]*\n)*/.exec(text)![0];
  const version = /^\s*;\s*Version:\s*1\.([0-6])\s*$/m.exec(comments);
  const bound = Number(/^\s*;\s*Bound:\s*(\d+)\s*$/m.exec(comments)?.[1] ?? 0);
  return {
    version: version === null ? DEFAULT_VERSION : 0x00010000 | (Number(version[1]) << 8),
    bound: bound <= mostIdsInText(text) ? bound : 0,
  };
}
