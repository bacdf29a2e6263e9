import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toJson } from '../../model/json.ts';
import type { Experiment, ReplicationJob } from '../../model/plan/experiment.ts';

// 128 bits: no two of any number of jobs that can be simulated share one.
const KEY_DIGITS = 32;

/** Names an experiment by all that decides its figures; what is merely told or expected is left out. */
export function experimentKey({ scenario, changes }: Experiment): string {
  const {
    name: _,
    question: _q,
    description: _d,
    seed: _s,
    expect: _e,
    load: _l,
    plan: _p,
    ...decisive
  } = scenario;
  return keyOf([decisive, changes]);
}

/** Names a job of that experiment, so that what is known of it can be kept and found again. */
export function jobKey(
  experiment: string,
  { seed, networkSeed, warmUpMs }: Pick<ReplicationJob, 'seed' | 'networkSeed' | 'warmUpMs'>,
): string {
  return keyOf([experiment, seed, networkSeed, warmUpMs]);
}

function keyOf(value: unknown): string {
  return digestOf(toJson(value));
}

/** Names a text by what it says. */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, KEY_DIGITS);
}
