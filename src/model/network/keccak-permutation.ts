/** The state of the permutation, 25 lanes of 64 bits with the lowest byte first, and the permutation itself. */
export interface KeccakPermutation {
  readonly state: Uint8Array;
  readonly permute: () => void;
}

const LANES = 25;
const LANE_BYTES = 8;
const ALL_LANES = Array.from({ length: LANES }, (_, lane) => lane);

// FIPS 202, 3.2.5.
const ROUND_CONSTANTS = `1 8082 800000000000808a 8000000080008000 808b 80000001
  8000000080008081 8000000000008009 8a 88 80008009 8000000a
  8000808b 800000000000008b 8000000000008089 8000000000008003 8000000000008002 8000000000000080
  800a 800000008000000a 8000000080008081 8000000000008080 80000001 8000000080008008`
  .split(/\s+/)
  .map((digits) => BigInt(`0x${digits}`));

// Locals: the lanes, the parities of their columns, the lanes while they are moved, one lane between, the round.
const PARITY = LANES;
const MOVED = PARITY + 5;
const BETWEEN = MOVED + LANES;
const ROUND = BETWEEN + 1;

// Opcodes of WebAssembly.
const [XOR, AND, ROTATE, END] = [0x85, 0x83, 0x89, 0x0b];
const [I32, I64, FUNCTION] = [0x7f, 0x7e, 0x60];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const load = (offset: number): number[] => [0x29, 3, ...size(offset)];
const store = (offset: number): number[] => [0x37, 3, ...size(offset)];
const rotated = (bits: number): number[] => [0x42, bits, ROTATE];
const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const LOOP = [0x03, 0x40];
const inverted = [0x42, 0x7f, XOR];
const zero = [0x41, 0];

/**
 * Makes Keccak-f[1600] (FIPS 202, 3.2 to 3.4) in WebAssembly, which has words of 64 bits: a fifth of the time of
 * JavaScript, and nothing that V8 must optimize first.
 */
export function keccakPermutation(): KeccakPermutation {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(program())));
  const { m: memory, p: permute } = exports as { m: WebAssembly.Memory; p: () => void };
  new BigUint64Array(memory.buffer, LANES * LANE_BYTES, ROUND_CONSTANTS.length).set(ROUND_CONSTANTS);
  return { state: new Uint8Array(memory.buffer, 0, LANES * LANE_BYTES), permute };
}

function program(): number[] {
  return [
    ...MAGIC,
    ...section(1, [1, FUNCTION, 0, 0]),
    ...section(3, [1, 0]),
    // One page of memory, and two exports: the memory m and the function p.
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, 0x6d, 2, 0, 1, 0x70, 0, 0]),
    ...section(10, [1, ...sized([2, ROUND, I64, 1, I32, ...body(), END])]),
  ];
}

function body(): number[] {
  return [
    ...ALL_LANES.flatMap((lane) => [...zero, ...load(LANE_BYTES * lane), ...set(lane)]),
    ...LOOP,
    ...theta(),
    ...rhoAndPi(),
    ...chi(),
    ...iota(),
    ...nextRound(),
    ...ALL_LANES.flatMap((lane) => [...zero, ...get(lane), ...store(LANE_BYTES * lane)]),
  ];
}

function iota(): number[] {
  return [...get(0), ...get(ROUND), ...load(LANES * LANE_BYTES), XOR, ...set(0)];
}

// The round counts bytes of its constants, of which there are 192.
function nextRound(): number[] {
  return [...get(ROUND), 0x41, LANE_BYTES, 0x6a, 0x22, ROUND, 0x41, 0xc0, 0x01, 0x49, 0x0d, 0, END];
}

// Lane 5y + x is that of column x and row y.
function theta(): number[] {
  const rows = [0, 5, 10, 15, 20];
  const columns = ALL_LANES.slice(0, 5);
  return [
    ...columns.flatMap((x) => [
      ...rows.flatMap((row) => [...get(x + row), ...(row === 0 ? [] : [XOR])]),
      ...set(PARITY + x),
    ]),
    ...columns.flatMap((x) => [
      ...get(PARITY + ((x + 4) % 5)),
      ...get(PARITY + ((x + 1) % 5)),
      ...rotated(1),
      XOR,
      ...set(BETWEEN),
      ...rows.flatMap((row) => [...get(x + row), ...get(BETWEEN), XOR, ...set(x + row)]),
    ]),
  ];
}

function rhoAndPi(): number[] {
  const moves = [...get(0), ...set(MOVED)];
  for (let [step, x, y] = [0, 1, 0]; step < LANES - 1; step += 1) {
    const next = (2 * x + 3 * y) % 5;
    moves.push(
      ...get(5 * y + x),
      ...rotated((((step + 1) * (step + 2)) / 2) % 64),
      ...set(MOVED + 5 * next + y),
    );
    [x, y] = [y, next];
  }
  return moves;
}

function chi(): number[] {
  return ALL_LANES.flatMap((lane) => {
    const row = MOVED + lane - (lane % 5);
    const [next, afterNext] = [row + ((lane + 1) % 5), row + ((lane + 2) % 5)];
    return [...get(next), ...inverted, ...get(afterNext), AND, ...get(MOVED + lane), XOR, ...set(lane)];
  });
}

function section(kind: number, content: readonly number[]): number[] {
  return [kind, ...sized(content)];
}

function sized(content: readonly number[]): number[] {
  return [...size(content.length), ...content];
}

// LEB128: seven bits a byte, the low ones first, the highest bit while others follow.
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...size(value >> 7)];
}
