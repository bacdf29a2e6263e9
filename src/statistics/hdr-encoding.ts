import { deflateSync, inflateSync } from 'node:zlib';
import { InputError } from '../errors.ts';
import { LatencyHistogram } from './latency-histogram.ts';

// HdrHistogram's V2 format, as every HdrHistogram library and log reads it.
const COOKIE = 0x1c849303 | 0x10;
const COMPRESSED_COOKIE = 0x1c849304 | 0x10;
// Four times the buckets a histogram of three digits can fill.
const MOST_BYTES_INFLATED = 1024 * 1024;
const HEADER_BYTES = 40;
const HIGHEST_US = 3_600_000_000n;

/** The histogram in HdrHistogram's V2 encoding, compressed, in base64; durations in microseconds. */
export function toHdr(histogram: LatencyHistogram): string {
  const payload: number[] = [];
  let next = 0;
  for (const { index, count } of histogram.buckets()) {
    // Empty buckets are written as one negative number.
    if (index > next) writeZigZag(BigInt(next - index), payload);
    writeZigZag(BigInt(count), payload);
    next = index + 1;
  }
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, COOKIE);
  view.setInt32(4, payload.length);
  view.setInt32(12, histogram.significantDigits);
  view.setBigInt64(16, 1n);
  view.setBigInt64(24, HIGHEST_US);
  view.setFloat64(32, 1);
  bytes.set(payload, HEADER_BYTES);
  const compressed = deflateSync(bytes);
  const whole = Buffer.alloc(8 + compressed.length);
  whole.writeInt32BE(COMPRESSED_COOKIE);
  whole.writeInt32BE(compressed.length, 4);
  whole.set(compressed, 8);
  return whole.toString('base64');
}

/** Reads what `toHdr`, or another library with the same unit, wrote. Throws InputError. */
export function fromHdr(text: string): LatencyHistogram {
  const bytes = inflated(Buffer.from(text, 'base64'));
  const view = new DataView(bytes.buffer);
  const end = HEADER_BYTES + view.getInt32(4);
  if (end !== bytes.length || view.getBigInt64(16) !== 1n)
    throw new InputError({ message: 'the HdrHistogram is cut off, or does not count microseconds' });
  return LatencyHistogram.fromBuckets(view.getInt32(12), counts(bytes, end));
}

function inflated(whole: Buffer): Uint8Array {
  const fault = { message: 'found no compressed HdrHistogram of version 2' };
  if (whole.length < 8 || whole.readInt32BE() !== COMPRESSED_COOKIE) throw new InputError(fault);
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(inflateSync(whole.subarray(8), { maxOutputLength: MOST_BYTES_INFLATED }));
  } catch {
    throw new InputError(fault);
  }
  if (bytes.length < HEADER_BYTES || new DataView(bytes.buffer).getInt32(0) !== COOKIE)
    throw new InputError(fault);
  return bytes;
}

function* counts(bytes: Uint8Array, end: number): Iterable<readonly [index: number, count: number]> {
  let index = 0;
  for (let at = HEADER_BYTES; at < end; ) {
    const [value, next] = readZigZag(bytes, at);
    at = next;
    if (value < 0n) index -= Number(value);
    else {
      if (value > 0n) yield [index, Number(value)];
      index += 1;
    }
  }
}

// Seven bits a byte, lowest first; the ninth byte holds eight.
const MOST_BYTES = 9;

function writeZigZag(value: bigint, into: number[]): void {
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (let byte = 1; byte < MOST_BYTES && rest > 0x7fn; byte += 1) {
    into.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  into.push(Number(rest));
}

function readZigZag(bytes: Uint8Array, from: number): readonly [value: bigint, next: number] {
  let value = 0n;
  let at = from;
  for (let byte = 0; ; byte += 1) {
    const bits = BigInt(bytes[at] ?? 0);
    at += 1;
    const isLast = byte === MOST_BYTES - 1 || bits < 0x80n;
    value |= (isLast ? bits : bits & 0x7fn) << BigInt(7 * byte);
    if (isLast) break;
  }
  return [(value >> 1n) ^ -(value & 1n), at];
}
