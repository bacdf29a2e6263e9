import type { JsonBytes } from '../../json-bytes.ts';
import type { PaymentReceipt } from '../answer.ts';
import { isPaymentRecord, type OperationRecord, type Outcome } from '../outcome.ts';
import type { Trace, TraceOutline } from '../trace.ts';

/**
 * Adds the line of a simulated payment, put together by hand: the serializer looks at every field of every hop, which
 * takes longer than to simulate it. False: it has fields that only the serializer knows, and nothing was added.
 */
export function addSimulatedLine(line: JsonBytes, record: OperationRecord): boolean {
  if (!isPaymentRecord(record) || !isOrdinary(record)) return false;
  const { operation, startedAtMs, endedAtMs, outcome, trace, outline } = record;
  const { id, atMs, origin, node, target, token, amount, identifier } = operation;
  const name = String(identifier);
  line.add('{"operation":{"id":');
  line.addMs(id);
  line.add(',"atMs":');
  line.addMs(atMs);
  line.add(',"origin":');
  line.addString(origin);
  line.add(',"kind":"pay","node":');
  line.addString(node);
  line.add(',"target":');
  line.addString(target);
  line.add(',"token":');
  line.addString(token);
  line.add(',"amount":');
  line.addQuoted(amount);
  line.add(',"identifier":"');
  line.add(name);
  line.add('"},"startedAtMs":');
  line.addMs(startedAtMs);
  line.add(',"endedAtMs":');
  line.addMs(endedAtMs);
  addOutcome(line, outcome, identifier, name);
  if (trace !== undefined) addTrace(line, trace);
  if (outline !== undefined) addOutline(line, outline);
  line.add('}\n');
  return true;
}

function isOrdinary({
  operation,
  intendedAtMs,
  outcome,
  foreseen,
  inPlaceOf,
  asked,
}: OperationRecord): boolean {
  if (intendedAtMs !== undefined || foreseen !== undefined || inPlaceOf !== undefined || asked !== undefined)
    return false;
  if (operation.kind !== 'pay' || operation.lockTimeout !== undefined) return false;
  if (operation.giveUpAfterMs !== undefined) return false;
  if (operation.after !== undefined || operation.expected !== undefined) return false;
  if (outcome.kind !== 'succeeded') return outcome.kind === 'failed';
  const { receipt, channels } = outcome;
  return receipt !== undefined && receipt.isSecretUsed === undefined && channels === undefined;
}

// `name` is the identifier in digits, which take longer than anything else.
function addOutcome(line: JsonBytes, outcome: Outcome, identifier: bigint, name: string): void {
  if (outcome.kind === 'failed') {
    line.add(',"outcome":{"kind":"failed","status":');
    line.addInteger(outcome.status);
    line.add(',"reason":');
    line.addString(outcome.reason);
    line.add(',"message":');
    line.addString(outcome.message);
    line.add('}');
  } else if (outcome.kind === 'succeeded' && outcome.receipt !== undefined) {
    const { receipt } = outcome;
    line.add(',"outcome":{"kind":"succeeded","status":');
    line.addInteger(outcome.status);
    line.add(',"receipt":');
    addReceipt(line, receipt, receipt.identifier === identifier ? name : String(receipt.identifier));
    line.add('}');
  }
}

function addReceipt(line: JsonBytes, receipt: PaymentReceipt, name: string): void {
  line.add('{"initiatorAddress":');
  line.addString(receipt.initiatorAddress);
  line.add(',"targetAddress":');
  line.addString(receipt.targetAddress);
  line.add(',"tokenAddress":');
  line.addString(receipt.tokenAddress);
  line.add(',"amount":');
  line.addQuoted(receipt.amount);
  line.add(',"identifier":"');
  line.add(name);
  line.add('","secret":');
  line.addString(receipt.secret);
  line.add(',"secretHash":');
  line.addString(receipt.secretHash);
  line.add('}');
}

function addTrace(line: JsonBytes, { path, hops, fee, sent, received, failure }: Trace): void {
  line.add(',"trace":{"path":[');
  for (let at = 0; at < path.length; at += 1) {
    if (at > 0) line.addComma();
    line.addString(path[at] as string);
  }
  line.add('],"hops":[');
  for (let at = 0; at < hops.length; at += 1) {
    const { channel, payer, payee, amount, settled } = hops[at] as Trace['hops'][number];
    line.add(at > 0 ? ',{"channel":' : '{"channel":');
    line.addString(channel);
    line.add(',"payer":');
    line.addString(payer);
    line.add(',"payee":');
    line.addString(payee);
    line.add(',"amount":');
    line.addQuoted(amount);
    line.add(settled ? ',"settled":true}' : ',"settled":false}');
  }
  line.add('],"fee":');
  line.addQuoted(fee);
  line.add(',"sent":');
  line.addQuoted(sent);
  line.add(',"received":');
  line.addQuoted(received);
  if (failure !== undefined) {
    line.add(',"failure":');
    // Without integers, in the order in which its fields were written.
    line.addText(JSON.stringify(failure));
  }
  line.add('}');
}

function addOutline(line: JsonBytes, { hops, fee, failedAt }: TraceOutline): void {
  line.add(',"outline":{"hops":');
  line.addInteger(hops);
  line.add(',"fee":');
  line.addQuoted(fee);
  if (failedAt !== undefined) {
    line.add(',"failedAt":');
    line.addText(JSON.stringify(failedAt));
  }
  line.add('}');
}
