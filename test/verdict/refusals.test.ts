import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/model/run/operation.ts';
import type { ReasonClass } from '../../src/model/run/reason-class.ts';
import { effectOf } from '../../src/verdict/refusals.ts';
import { payment } from './hand-made-run.ts';

const refused = (reason: ReasonClass): Outcome => ({ kind: 'failed', status: 409, message: 'no', reason });
const { operation: pay } = payment(0, 5n);
const close = {
  id: 0,
  kind: 'close',
  node: 'alice',
  partner: 'bob',
  token: 'DAI',
  atMs: 0,
  origin: 'steps[0]',
} as const;

describe('the effect of an operation that was refused', () => {
  it.each<readonly [ReasonClass, string]>([
    ['no-usable-route', 'nothing'],
    ['max-fee-exceeded', 'nothing'],
    ['path-finding-unavailable', 'nothing'],
    ['not-supported', 'nothing'],
    ['lock-expired', 'locks'],
    ['canceled', 'locks'],
    ['server-error', 'maybe'],
    ['other', 'maybe'],
  ])('is, of a payment for %s, %s', (reason, effect) => {
    expect(effectOf({ operation: pay, outcome: refused(reason) })).toBe(effect);
  });

  it('is none of a change to a channel, in whatever words, but where the server failed', () => {
    expect(effectOf({ operation: close, outcome: refused('other') })).toBe('nothing');
    expect(effectOf({ operation: close, outcome: refused('server-error') })).toBe('maybe');
    const byLightClient = { ...refused('unknown-token'), status: 500 } as Outcome;
    expect(effectOf({ operation: close, outcome: byLightClient })).toBe('nothing');
  });
});
