import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretWatch } from '../../../src/rest/payments/secret-watch.ts';

function answer(secret: number | string, { hash, identifier = String(secret) }: Partial<Shown> = {}) {
  const own = Buffer.from(String(secret).padStart(64, '0'), 'hex');
  const rightly = createHash('sha256').update(own).digest('hex');
  const bytes = Buffer.from(`"0x${own.toString('hex')}","0x${hash ?? rightly}"`);
  return { bytes, secretAt: 1, hashAt: 1 + 66 + 3, identifier };
}

interface Shown {
  readonly hash: string;
  readonly identifier: string;
}

describe('the secrets of answers', () => {
  it('are right when they hash to the secret hash', () => {
    const watch = new SecretWatch();
    expect(watch.look(answer(1), 0)).toBeUndefined();
    expect(watch.look(answer('ab'), 0)).toBeUndefined();
    expect(watch.look(answer(2, { hash: 'a9'.repeat(32) }), 0)).toBe('wrong-hash');
    expect(watch.counts).toEqual({ answers: 3, verified: 3, wrong: 1, reused: 0 });
  });

  it('are new for every payment, and the same for one that is asked for twice', () => {
    const watch = new SecretWatch();
    for (let secret = 1; secret <= 1_000; secret += 1) expect(watch.look(answer(secret), 0)).toBeUndefined();
    expect(watch.look(answer(500), 0)).toBeUndefined();
    expect(watch.look(answer(500, { identifier: 'another' }), 0)).toBe('used-before');
    expect(watch.counts).toMatchObject({ answers: 1_002, reused: 1 });
  });

  it('are hashed 2,000 times a second, and compared with earlier ones always', () => {
    const watch = new SecretWatch();
    for (let secret = 1; secret <= 10_000; secret += 1) expect(watch.look(answer(secret), 0)).toBeUndefined();
    expect(watch.counts).toMatchObject({ answers: 10_000, verified: 2_000 });
    expect(watch.look(answer(9_999, { identifier: 'another' }), 0)).toBe('used-before');
    expect(watch.look(answer(20_000, { hash: 'a9'.repeat(32) }), 1_000)).toBe('wrong-hash');
    expect(watch.counts).toMatchObject({ verified: 2_001, wrong: 1 });
  });

  it('are told of 50 times each, and counted on', () => {
    const watch = new SecretWatch();
    const told = Array.from({ length: 60 }, (_, at) =>
      watch.look(answer(at + 1, { hash: '0'.repeat(64) }), 0),
    );
    expect(told.filter((fault) => fault === 'wrong-hash')).toHaveLength(50);
    expect(watch.counts.wrong).toBe(60);
  });
});
