/** A permutation of a state that stands in its memory. */
export interface KeccakProgram {
  /** 25 lanes of 64 bits, the lower half of each first. */
  readonly state: Uint32Array;
  readonly permute: () => void;
}

/**
 * Keccak-f[1600] (FIPS 202, 3.2 to 3.4) in WebAssembly, which has the 64-bit words that it is made of: a seventh of the
 * time of JavaScript, and nothing for the runtime to optimize. Making it takes as long as a few hundred permutations.
 */
export function keccakProgram(): KeccakProgram {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program()));
  const { memory, permute } = exports as {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly permute: () => void;
  };
  return { state: new Uint32Array(memory.buffer, 0, 2 * LANES), permute };
}

const LANES = 25;
const ROUNDS = 24;
// Right behind the state, by a round number.
const CONSTANTS_AT = 256;

/** Bytes, in groups that stand in each other: made flat at the end, at once. */
type Code = readonly (number | Code)[];

// Opcodes of the binary format of WebAssembly, as far as they are used.
const [XOR, AND, ROTATE] = [0x85, 0x83, 0x89];
const [LOOP, BRANCH_IF, END, NO_RESULT] = [0x03, 0x0d, 0x0b, 0x40];
const [INT_ADD, INT_LESS] = [0x6a, 0x49];
const [I32, I64, FUNCTION] = [0x7f, 0x7e, 0x60];

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const keep = (local: number): Code => [0x22, local];
const int = (value: number): Code => [0x41, signed(BigInt(value))];
const long = (value: bigint): Code => [0x42, signed(value)];
const load = (offset: number): Code => [0x29, 3, unsigned(offset)];
const store = (offset: number): Code => [0x37, 3, unsigned(offset)];
const rotated = (by: number): Code => (by === 0 ? [] : [long(BigInt(by)), ROTATE]);

// Locals: the state, the parities of its columns, one lane between, the state while it is moved, the round.
const PARITY = LANES;
const BETWEEN = PARITY + 5;
const MOVED = BETWEEN + 1;
const ROUND = MOVED + LANES;

function program(): Uint8Array {
  const name = (text: string): Code => [text.length, bytesOf(text)];
  return Uint8Array.from(
    flat([
      [bytesOf('\0asm'), 1, 0, 0, 0],
      sized(1, [1, FUNCTION, 0, 0]),
      sized(3, [1, 0]),
      // One page of memory.
      sized(5, [1, 0, 1]),
      sized(7, [2, name('memory'), 2, 0, name('permute'), 0, 0]),
      sized(10, [1, sized(undefined, [2, ROUND, I64, 1, I32, body(), END])]),
      sized(11, [1, 0, int(CONSTANTS_AT), END, sized(undefined, roundConstants())]),
    ]),
  );
}

/** What begins with its length, and before that with what it is. */
function sized(kind: number | undefined, content: Code): Code {
  const bytes = flat(content);
  return [kind === undefined ? [] : [kind], unsigned(bytes.length), bytes];
}

function flat(code: Code): readonly number[] {
  return (code as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
}

function bytesOf(text: string): Code {
  return [...Buffer.from(text)];
}

function body(): Code {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  return [
    lanes.map((lane) => [int(0), load(8 * lane), set(lane)]),
    [LOOP, NO_RESULT],
    theta(lanes),
    rhoAndPi(lanes),
    chi(lanes),
    iota(),
    [get(ROUND), int(8), INT_ADD, keep(ROUND), int(8 * ROUNDS), INT_LESS, BRANCH_IF, 0, END],
    lanes.map((lane) => [int(0), get(lane), store(8 * lane)]),
  ];
}

// A lane is known by 5 * its row + its column.
function theta(lanes: readonly number[]): Code {
  const columns = lanes.slice(0, 5);
  return [
    columns.map((x) => [get(x), [5, 10, 15, 20].map((row) => [get(x + row), XOR]), set(PARITY + x)]),
    columns.map((x) => [
      [get(PARITY + ((x + 4) % 5)), get(PARITY + ((x + 1) % 5)), rotated(1), XOR, set(BETWEEN)],
      [0, 5, 10, 15, 20].map((row) => [get(x + row), get(BETWEEN), XOR, set(x + row)]),
    ]),
  ];
}

function rhoAndPi(lanes: readonly number[]): Code {
  const rotations = new Map<number, number>();
  for (let [step, x, y] = [0, 1, 0]; step < LANES - 1; step += 1) {
    rotations.set(5 * y + x, (((step + 1) * (step + 2)) / 2) % 64);
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return lanes.map((lane) => {
    const [x, y] = [lane % 5, Math.floor(lane / 5)];
    return [get(lane), rotated(rotations.get(lane) ?? 0), set(MOVED + 5 * ((2 * x + 3 * y) % 5) + y)];
  });
}

function chi(lanes: readonly number[]): Code {
  return lanes.map((lane) => {
    const row = MOVED + lane - (lane % 5);
    const [next, afterNext] = [row + ((lane + 1) % 5), row + ((lane + 2) % 5)];
    return [get(MOVED + lane), get(next), long(-1n), XOR, get(afterNext), AND, XOR, set(lane)];
  });
}

function iota(): Code {
  return [get(0), get(ROUND), load(CONSTANTS_AT), XOR, set(0)];
}

/** Bits of the output of a linear feedback shift register, at the places 2^j - 1. */
function roundConstants(): Code {
  const constants = Buffer.alloc(8 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let j = 0; j < 7; j += 1) {
      const bit = 2 ** j - 1;
      const at = 8 * round + (bit >> 3);
      constants[at] = (constants[at] as number) | ((register & 1) << (bit & 7));
      register = ((register << 1) ^ ((register >> 7) * 0x171)) & 0xff;
    }
  }
  return [...constants];
}

// Both are LEB128: seven bits a byte, the low ones first, the highest bit while others follow.
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >> 7)];
}

function signed(value: bigint): Code {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const isLast = rest === (low < 0x40 ? 0n : -1n);
  return isLast ? [low] : [low | 0x80, signed(rest)];
}
