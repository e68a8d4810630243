// The text form of a module: `printModule` and `parseModule` are inverse up to the numbering of values.

export { parseModule } from './parse.ts';
export { type PrintOptions, printInstruction, printModule } from './print.ts';
