import type { SecretsSeen } from '../../model/load/load-result.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import type { PaymentReceipt } from '../../model/run/answer.ts';
import { hashOfSecret } from '../../model/run/secret-hash.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { doublesOf, type RestoredEntry } from '../facts/rounded-identifiers.ts';
import { type Check, type Clue, operationsKept } from '../check.ts';

/** A payment's receipt names what was asked for, as histories do, and its secret hashes to its secret hash. */
export const receipts: Check = {
  name: 'receipts',
  role: 'operation',
  appliesTo: ['replay', 'load', 'sample'],
  judge(run) {
    const payments = run.records.filter(isPaymentRecord);
    return {
      clues: [
        ...payments.flatMap(judgeEach(run)),
        ...reusedSecrets(payments),
        ...roundedClues(run, payments),
      ],
      covered: `${operationsKept(run)}${secretsText(run.load?.secrets)}`,
    };
  },
};

function secretsText(secrets: SecretsSeen | undefined): string {
  if (secrets === undefined) return '';
  const { answers, verified, wrong, reused } = secrets;
  const faults = wrong + reused > 0 ? `: ${wrong} do not fit, ${reused} were used before` : '';
  return `, ${verified} of ${answers} secrets verified${faults}`;
}

type Payment = PaymentRecord['operation'];

function judgeEach({ start, load }: Run): (record: PaymentRecord) => readonly Clue[] {
  const directory = directoryOf(start);
  return ({ operation, outcome }) => {
    if (outcome.kind !== 'succeeded') return [];
    const { receipt } = outcome;
    if (receipt === undefined) {
      // The sender of a load keeps only receipts that are not as asked for.
      if (load !== undefined) return [];
      return [clueOf(operation, ['the payment was answered without a receipt', 'a receipt', 'none'])];
    }
    const asked = askedFor(operation, directory);
    const wrong = Object.entries(asked).flatMap(([field, value]) => {
      const shown = receipt[field as keyof typeof asked].toString();
      if (shown === value || (field === 'identifier' && isRounded(operation, receipt))) return [];
      return [clueOf(operation, [`the receipt names another ${inWords(field)}`, value, shown])];
    });
    const { secret, secretHash } = receipt;
    const hash = hashOf(secret);
    if (hash === secretHash.toLowerCase()) return wrong;
    const title = 'the secret does not hash to the secret hash';
    return [...wrong, clueOf(operation, [title, hash ?? 'a secret', secretHash])];
  };
}

function isRounded({ identifier }: Payment, receipt: PaymentReceipt): boolean {
  return receipt.identifier !== identifier && doublesOf(identifier).includes(receipt.identifier);
}

/** One clue for all identifiers that answers and histories show rounded: a double keeps 53 of 64 bits. */
function roundedClues({ readings }: Run, payments: readonly PaymentRecord[]): readonly Clue[] {
  const inAnswers = payments.flatMap(({ operation, outcome }) => {
    const receipt = outcome.kind === 'succeeded' ? outcome.receipt : undefined;
    if (receipt === undefined || !isRounded(operation, receipt)) return [];
    const { node, identifier } = operation;
    return [{ node, place: `${node}'s answers`, identifier, roundedTo: receipt.identifier }];
  });
  const inHistories = readings.flatMap(({ node, value }) =>
    (value.kind === 'history' ? value.events : [])
      .filter((entry): entry is RestoredEntry => 'roundedTo' in entry)
      .map(({ identifier, roundedTo }) => ({ node, place: `${node}'s history`, identifier, roundedTo })),
  );
  const [first, ...others] = [...inAnswers, ...inHistories];
  if (first === undefined) return [];
  const { node, identifier, roundedTo } = first;
  const places = [...new Set([first, ...others].map(({ place }) => place))].sort();
  const title = `identifier rounded to a double: ${identifier} became ${roundedTo} (${places.join(', ')})`;
  const values = { predicted: identifier.toString(), observed: roundedTo.toString() };
  return [{ operation: null, node, view: { kind: 'history' }, title, ...values }];
}

function askedFor(
  { node, target, token, amount, identifier }: Payment,
  directory: Directory,
): Readonly<Record<Exclude<keyof PaymentReceipt, 'secret' | 'secretHash' | 'isSecretUsed'>, string>> {
  return {
    initiatorAddress: directory.addressOf(node),
    targetAddress: directory.addressOf(target),
    tokenAddress: directory.tokenAddressOf(token),
    amount: amount.toString(),
    identifier: identifier.toString(),
  };
}

function hashOf(secret: PaymentReceipt['secret']): string | undefined {
  if (!/^0x[0-9a-fA-F]{64}$/.test(secret)) return undefined;
  return hashOfSecret(secret);
}

// A secret unlocks one payment: shown again, the second answer is the first one's.
function reusedSecrets(payments: readonly PaymentRecord[]): readonly Clue[] {
  const first = new Map<string, Payment>();
  const clues: Clue[] = [];
  for (const { operation, outcome } of payments) {
    if (outcome.kind !== 'succeeded' || outcome.receipt === undefined) continue;
    const { secret, isSecretUsed } = outcome.receipt;
    const earlier = first.get(secret);
    // The same identifier asked twice at once joins one payment, and rightly gets one secret.
    const isShownAgain = earlier !== undefined && earlier.identifier !== operation.identifier;
    if (isShownAgain || isSecretUsed) {
      const of = isShownAgain ? `operation ${earlier.id}` : 'an earlier payment';
      clues.push(clueOf(operation, [`the receipt shows the secret of ${of} again`, 'a new secret', secret]));
    }
    if (earlier === undefined) first.set(secret, operation);
  }
  return clues;
}

// `targetAddress` is the target address.
function inWords(field: string): string {
  return field.replace('Address', ' address');
}

function clueOf(
  { id, node }: Payment,
  [title, predicted, observed]: readonly [title: string, predicted: string, observed: string],
): Clue {
  return { operation: id, node, title, predicted, observed, decidedBy: 'the request', noticed: id };
}
