import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { PaymentReceipt } from '../../model/run/answer.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check, Clue } from '../check.ts';
import { curlOf } from '../blame/curl.ts';
import { decidedBy } from '../blame/decided-by.ts';

/** A payment's receipt names what was asked for, and its secret hashes to its secret hash. */
export const receipts: Check = {
  name: 'receipts',
  judge: (run) => [...run.records.flatMap((record) => judgeRecord(record, run)), ...reusedSecrets(run)],
};

function judgeRecord({ operation, outcome }: Run['records'][number], run: Run): readonly Clue[] {
  if (operation.kind !== 'pay' || outcome.kind !== 'succeeded') return [];
  const tell = (title: string, predicted: string, observed: string): Clue =>
    receiptClue({ operation: operation.id, node: operation.node, title, predicted, observed, run });
  const { receipt } = outcome;
  if (receipt === undefined) return [tell('the payment was answered without a receipt', 'a receipt', 'none')];
  const wrong = FIELDS.flatMap((field) => {
    const [asked, shown] = [askedFor(operation, run)[field], receipt[field].toString()];
    return asked === shown ? [] : [tell(`the receipt names another ${field}`, asked, shown)];
  });
  const hash = hashOf(receipt.secret);
  if (hash === receipt.secretHash.toLowerCase()) return wrong;
  return [
    ...wrong,
    tell('the secret does not hash to the secret hash', hash ?? 'a secret', receipt.secretHash),
  ];
}

const FIELDS = ['initiatorAddress', 'targetAddress', 'tokenAddress', 'amount', 'identifier'] as const;

function askedFor(operation: PayRequest, run: Run): Readonly<Record<(typeof FIELDS)[number], string>> {
  const directory = directoryOf(run.start);
  return {
    initiatorAddress: directory.addressOf(operation.node),
    targetAddress: directory.addressOf(operation.target),
    tokenAddress: directory.tokenAddressOf(operation.token),
    amount: operation.amount.toString(),
    identifier: operation.identifier.toString(),
  };
}

function hashOf(secret: PaymentReceipt['secret']): string | undefined {
  if (!/^0x[0-9a-fA-F]{64}$/.test(secret)) return undefined;
  return `0x${bytesToHex(sha256(hexToBytes(secret.slice(2))))}`;
}

// A secret unlocks one payment: shown again, the second answer is the first one's.
function reusedSecrets(run: Run): readonly Clue[] {
  const first = new Map<string, { readonly id: number; readonly identifier: bigint }>();
  const clues: Clue[] = [];
  for (const { operation, outcome } of run.records) {
    if (operation.kind !== 'pay' || outcome.kind !== 'succeeded' || outcome.receipt === undefined) continue;
    const { secret } = outcome.receipt;
    const earlier = first.get(secret);
    // The same identifier asked twice at once joins one payment, and rightly gets one secret.
    if (earlier !== undefined && earlier.identifier !== operation.identifier) {
      const title = `the receipt shows the secret of operation ${earlier.id} again`;
      const { id, node } = operation;
      clues.push(
        receiptClue({ operation: id, node, title, predicted: 'a new secret', observed: secret, run }),
      );
    } else if (outcome.receipt.isSecretUsed) {
      const title = 'the receipt shows the secret of an earlier payment again';
      const { id, node } = operation;
      clues.push(
        receiptClue({ operation: id, node, title, predicted: 'a new secret', observed: secret, run }),
      );
    }
    if (earlier === undefined) first.set(secret, { id: operation.id, identifier: operation.identifier });
  }
  return clues;
}

function receiptClue({
  operation,
  node,
  run,
  ...words
}: {
  readonly operation: number;
  readonly node: string;
  readonly title: string;
  readonly predicted: string;
  readonly observed: string;
  readonly run: Run;
}): Clue {
  const curl = curlOf({ run, node, view: { kind: 'history' } });
  return {
    check: receipts.name,
    severity: 'difference',
    operation,
    node,
    ...words,
    decidedBy: decidedBy(operation, run),
    ...(curl === undefined ? {} : { curl }),
    noticed: operation,
  };
}
