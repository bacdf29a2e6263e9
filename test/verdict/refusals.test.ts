import { describe, expect, it } from 'vitest';
import type { ReasonClass } from '../../src/model/run/reason-class.ts';
import { effectOf } from '../../src/verdict/refusals.ts';
import { failed, pay, step } from '../world/records.ts';

const { operation: payment } = pay();
const { operation: close } = step({ kind: 'close', node: 'alice', partner: 'bob' });

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
    expect(effectOf({ operation: payment, outcome: failed(reason) })).toBe(effect);
  });

  it('is none of a change to a channel, in whatever words, but where the server failed', () => {
    expect(effectOf({ operation: close, outcome: failed('other') })).toBe('nothing');
    expect(effectOf({ operation: close, outcome: failed('server-error') })).toBe('maybe');
    // A light client's answer.
    expect(effectOf({ operation: close, outcome: failed('unknown-token', 500) })).toBe('nothing');
  });
});
