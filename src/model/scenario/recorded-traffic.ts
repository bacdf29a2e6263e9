import type { NodeName } from '../network/network.ts';
import type { TracedPayment } from './payment-trace.ts';

/** Payments that a node has recorded: made again as they were, or drawn anew in blocks. */
export interface RecordedTraffic {
  readonly name: string;
  /** As written in the scenario, relative to it. */
  readonly file: string;
  /** The node that recorded them, where others are known only by the channel that they came or went through. */
  readonly of?: NodeName;
  /** Absent: every payment as it was. Else each block of so long is one of the recorded blocks, by chance. */
  readonly resampleMs?: number;
  /** How long payments are made; absent: as long as was recorded. */
  readonly durationMs?: number;
  /** How many payments are made for each recorded one. */
  readonly growth: number;
  /** In order of their moments, which count from the first one. */
  readonly payments: readonly TracedPayment[];
}

// A blank is in no node's name.
const BEYOND = /^beyond (.+)$/;

/** The partner beyond whose channel an unknown node is; undefined: the text names a node. */
export function partnerBefore(name: string): NodeName | undefined {
  return BEYOND.exec(name)?.[1];
}
