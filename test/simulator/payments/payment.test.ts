import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFrom } from '../../../src/model/network/address.ts';
import type { NodeIndex } from '../../../src/model/network/indices.ts';
import { KnownPayments, type PaymentName } from '../../../src/simulator/payments/payment.ts';

function payment(initiator: number, identifier: bigint): PaymentName {
  return { initiator: initiator as NodeIndex, targetAddress: addressFrom('somebody'), identifier };
}

describe('payments that are known', () => {
  it('are told apart by who pays, where several have one identifier', () => {
    const known = new KnownPayments<PaymentName>();
    const [one, other] = [payment(1, 7n), payment(2, 7n)];
    known.add(one);
    known.add(other);
    known.remove(one);
    expect(known.find(payment(1, 7n))).toBeUndefined();
    expect(known.find(payment(2, 7n))).toBe(other);
  });

  it('are those that a plain list would hold, whatever comes and goes', () => {
    const named = fc.tuple(fc.nat(2), fc.bigInt({ min: 1n, max: 4n }));
    const property = fc.property(fc.array(named), (toggled) => {
      const known = new KnownPayments<PaymentName>();
      const list = new Map<string, PaymentName>();
      for (const [initiator, identifier] of toggled) {
        const name = `${initiator} ${identifier}`;
        const before = list.get(name);
        expect(known.find(payment(initiator, identifier))).toBe(before);
        if (before === undefined) {
          const added = payment(initiator, identifier);
          known.add(added);
          list.set(name, added);
        } else {
          known.remove(before);
          list.delete(name);
        }
        for (const one of list.values()) expect(known.find({ ...one })).toBe(one);
      }
    });
    fc.assert(property);
  });
});
