import { describe, expect, it } from 'vitest';
import { isAmong, possiblePayment } from '../../../src/verdict/witness/possible-outcomes.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import type { ReasonClass } from '../../../src/model/run/reason-class.ts';

const PAID: Outcome = { kind: 'succeeded', status: 200 };
const refused = (reason: ReasonClass, status = 409): Outcome => ({
  kind: 'failed',
  status,
  reason,
  message: '',
});
const CALM = {
  isCertainWay: false,
  mayExpire: false,
  mustArrive: false,
  isPayerOff: false,
  isTargetOff: false,
  isLeastTelling: false,
  mayCharge: false,
};

describe('what a payment can end like', () => {
  it('is success alone where its way is certain', () => {
    const possible = possiblePayment({ ...CALM, most: PAID, least: PAID, isCertainWay: true });
    expect(possible).toEqual([{ kind: 'succeeded', status: 200 }]);
  });

  it('is one refusal where the most and the least give the same', () => {
    const no = refused('no-route');
    expect(possiblePayment({ ...CALM, most: no, least: no })).toEqual([
      { kind: 'failed', status: 409, reason: 'no-route' },
    ]);
  });

  it('is success or a refusal for want of money between the two, and never a server error', () => {
    const possible = possiblePayment({ ...CALM, most: PAID, least: refused('no-suitable-channel') });
    expect(isAmong(PAID, possible)).toBe(true);
    expect(isAmong(refused('no-route'), possible)).toBe(true);
    expect(isAmong(refused('no-route', 500), possible)).toBe(false);
    expect(isAmong(refused('server-error', 500), possible)).toBe(false);
    expect(isAmong(refused('target-offline'), possible)).toBe(false);
  });

  it('is that another way costs too much between the two, where somebody charges fees', () => {
    const told = { ...CALM, most: refused('no-route'), least: refused('no-suitable-channel') };
    const dear = refused('max-fee-exceeded');
    expect(isAmong(dear, possiblePayment({ ...told, mayCharge: true }))).toBe(true);
    expect(isAmong(dear, possiblePayment(told))).toBe(false);
  });

  it('is that the target or the payer cannot be reached where they were stopped meanwhile', () => {
    const least = refused('no-suitable-channel');
    const possible = possiblePayment({ ...CALM, most: PAID, least, isPayerOff: true, isTargetOff: true });
    expect(isAmong(refused('target-offline'), possible)).toBe(true);
    expect(isAmong(refused('unreachable', 0), possible)).toBe(true);
  });

  it('is no refusal before it is sent that the least does not give, where balances alone decide', () => {
    const told = { ...CALM, most: PAID, isLeastTelling: true };
    const noRoute = possiblePayment({ ...told, least: refused('no-route') });
    expect(isAmong(refused('no-route'), noRoute)).toBe(true);
    expect(isAmong(refused('no-suitable-channel'), noRoute)).toBe(false);
    const paid = possiblePayment({ ...told, least: PAID });
    expect(isAmong(refused('no-route'), paid)).toBe(false);
    expect(isAmong(refused('no-usable-route'), paid)).toBe(true);
  });
});
