import { toJson } from '../../json.ts';
import { JsonBytes } from './json-bytes.ts';
import { isPaymentRecord, type OperationRecord, type Outcome, type PaymentRecord } from '../operation.ts';
import { inMicroseconds, recordLine } from '../run-json.ts';
import type { HopTrace, Trace } from '../trace.ts';

/**
 * Writes records as `recordLine` does, payments by a template, at a third of its cost: a simulated payment's record took
 * as long as its route.
 */
export class RecordBytes {
  readonly #json = new JsonBytes();

  /** The line of a record; good until the next one is asked for. */
  lineOf(record: OperationRecord): Uint8Array {
    if (isPaymentRecord(record) && !saysMore(record)) this.#addPayment(record);
    else this.#json.addText(recordLine(record));
    return this.#json.take();
  }

  #addPayment(record: PaymentRecord): void {
    const json = this.#json;
    const { operation, intendedAtMs, outcome, foreseen, trace } = record;
    const isMeasured = intendedAtMs !== undefined;
    const identifier = operation.identifier.toString();
    json.addNumber('{"operation":{"id":', operation.id);
    json.addNumber(',"atMs":', isMeasured ? inMicroseconds(operation.atMs) : operation.atMs);
    json.addString(',"origin":', operation.origin);
    json.addString(',"kind":"pay","node":', operation.node);
    json.addString(',"target":', operation.target);
    json.addString(',"token":', operation.token);
    json.addAmount(',"amount":', operation.amount);
    json.addString(',"identifier":', identifier);
    if (isMeasured) {
      json.addNumber('},"intendedAtMs":', inMicroseconds(intendedAtMs));
      json.addNumber(',"startedAtMs":', inMicroseconds(record.startedAtMs));
      json.addNumber(',"endedAtMs":', inMicroseconds(record.endedAtMs));
    } else {
      json.addNumber('},"startedAtMs":', record.startedAtMs);
      json.addNumber(',"endedAtMs":', record.endedAtMs);
    }
    this.#addOutcome(outcome, { of: operation.identifier, text: identifier });
    if (foreseen !== undefined) json.addString(',"foreseen":', foreseen);
    if (trace !== undefined) this.#addTrace(trace);
    json.add('}\n');
  }

  #addOutcome(outcome: Outcome, identifier: { readonly of: bigint; readonly text: string }): void {
    const json = this.#json;
    json.add(',"outcome":');
    if (outcome.kind === 'failed') {
      json.addNumber('{"kind":"failed","status":', outcome.status);
      json.addString(',"reason":', outcome.reason);
      json.addString(',"message":', outcome.message);
      json.add('}');
      return;
    }
    if (outcome.kind !== 'succeeded' || outcome.channels !== undefined || outcome.receipt?.isSecretUsed) {
      json.addText(toJson(outcome));
      return;
    }
    json.addNumber('{"kind":"succeeded","status":', outcome.status);
    const { receipt } = outcome;
    if (receipt !== undefined) {
      json.addString(',"receipt":{"initiatorAddress":', receipt.initiatorAddress);
      json.addString(',"targetAddress":', receipt.targetAddress);
      json.addString(',"tokenAddress":', receipt.tokenAddress);
      json.addAmount(',"amount":', receipt.amount);
      const isTheSame = receipt.identifier === identifier.of;
      json.addString(',"identifier":', isTheSame ? identifier.text : receipt.identifier.toString());
      json.addString(',"secret":', receipt.secret);
      json.addString(',"secretHash":', receipt.secretHash);
      json.add('}');
    }
    json.add('}');
  }

  #addTrace({ path, hops, fee, sent, received, failure }: Trace): void {
    const json = this.#json;
    json.add(',"trace":{"path":[');
    for (let at = 0; at < path.length; at += 1) json.addString(at === 0 ? '' : ',', path[at] as string);
    json.add('],"hops":[');
    for (let at = 0; at < hops.length; at += 1) this.#addHop(at === 0 ? '{' : ',{', hops[at] as HopTrace);
    json.addString('],"fee":', fee.toString());
    json.addAmount(',"sent":', sent);
    json.addAmount(',"received":', received);
    if (failure !== undefined) json.addText(`,"failure":${JSON.stringify(failure)}`);
    json.add('}');
  }

  #addHop(before: string, hop: HopTrace): void {
    const json = this.#json;
    const { channel, payer, payee, amount, settled, lockedAtMs, unlockedAtMs } = hop;
    json.add(before);
    json.addString('"channel":', channel);
    json.addString(',"payer":', payer);
    json.addString(',"payee":', payee);
    json.addAmount(',"amount":', amount);
    json.add(settled ? ',"settled":true' : ',"settled":false');
    if (lockedAtMs !== undefined) json.addNumber(',"lockedAtMs":', lockedAtMs);
    if (unlockedAtMs !== undefined) json.addNumber(',"unlockedAtMs":', unlockedAtMs);
    json.add('}');
  }
}

function saysMore({ operation, outline, inPlaceOf, asked, isUndone }: PaymentRecord): boolean {
  const { after, expected, lockTimeout, giveUpAfterMs } = operation;
  const more = outline ?? inPlaceOf ?? asked ?? isUndone ?? after ?? expected ?? lockTimeout;
  return (more ?? giveUpAfterMs) !== undefined;
}
