// What the mnemonics of a listing tell: of code that was recorded from a driver nothing else is known, so a comparison
// with it reads the model's instructions by theirs as well. Each compiler says what its own mean (`VENDOR/listing.ts`).

export interface ListedAccess {
  /** Mnemonic without modifiers, alike for opcodes that do the same. */
  readonly kind: string;
  /** Bytes that a lane moves. */
  readonly bytes: number;
}

export interface Listing {
  /** Do nothing and fill a line up. */
  readonly isPadding: (opcode: string) => boolean;
  /** Of a mnemonic that the compiler does not have: undefined. */
  readonly costClassOf: (opcode: string) => string | undefined;
  /** Moves of a value, also where they run on a pipe of arithmetic to balance the load. */
  readonly isMove: (opcode: string) => boolean;
  /** What an opcode asks of memory; undefined for one that does not access it. */
  readonly accessOf: (opcode: string) => ListedAccess | undefined;
  /** Kind of work of which an iteration of the source has a fixed number; undefined for what compilers add or drop. */
  readonly workOf: (opcode: string) => string | undefined;
  /** Those kinds of work that are accesses. */
  readonly accesses: ReadonlySet<string>;
  /** Mnemonics without modifiers whose static copies tell how often a loop was copied. */
  readonly copiedWork: readonly string[];
  /** The units by which the vendor counts code; cost classes where it has none of its own. */
  readonly units?: readonly string[];
  /** Which of them an opcode goes to; undefined for what only orders or delays others. */
  readonly unitOf?: (opcode: string) => string | undefined;
  /** Whether an opcode is of that mnemonic. */
  readonly isOf: (opcode: string, mnemonic: string) => boolean;
}
