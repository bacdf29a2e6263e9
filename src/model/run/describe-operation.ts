import { exactAmountText } from '../network/amount.ts';
import type { TokenName } from '../network/network.ts';
import type { Operation, OperationRecord, Outcome } from './operation.ts';
import { describeObservation } from './observation.ts';
import { reasonWords } from './reason-class.ts';
import type { Run } from './run.ts';
import type { FailureTrace, ModelCheck } from './trace.ts';

/** How an amount is written. */
export type AmountWriter = (amount: bigint, token: TokenName) => string;

/** Writes amounts in whole tokens with the token's name; with all of their digits unless `text` rounds them. */
export function tokenWriter({ header }: Pick<Run, 'header'>, text = exactAmountText): AmountWriter {
  const decimals = new Map(header.scenario.tokens.map((token) => [token.name, token.decimals]));
  return (amount, token) => `${text(amount, decimals.get(token) ?? 0)} ${token}`;
}

/** An operation in a few words: `alice pays shop 40 DAI`. Amounts in smallest units unless `write` says otherwise. */
export function describeOperation(operation: Operation, write: AmountWriter = smallestUnits): string {
  switch (operation.kind) {
    case 'pay':
      return `${operation.node} pays ${operation.target} ${write(operation.amount, operation.token)}${givingUp(operation)}`;
    case 'open':
      return `${operation.node} opens a channel with ${operation.partner}, deposit ${write(operation.totalDeposit, operation.token)}`;
    case 'deposit':
      return `${operation.node} raises its deposit with ${operation.partner} to ${write(operation.totalDeposit, operation.token)}`;
    case 'withdraw':
      return `${operation.node} withdraws up to ${write(operation.totalWithdraw, operation.token)} from ${operation.partner}`;
    case 'set':
      return `${operation.node} sets its reveal timeout with ${operation.partner} to ${operation.revealTimeout} blocks in ${operation.token}`;
    case 'close':
      return `${operation.node} closes its ${operation.token} channel with ${operation.partner}`;
    case 'expect':
      return `${operation.node} looks at its ${operation.token} channel with ${operation.partner}`;
    case 'remember':
      return `${operation.node} notes its ${operation.token} channel with ${operation.partner} as "${operation.as}"`;
    case 'observe':
      return describeObservation(operation.observation);
    case 'leave':
      return `${operation.node} leaves ${operation.token}`;
    case 'stop':
      return `${operation.node} stops`;
    case 'start':
      return `${operation.node} starts${operation.settings === undefined ? '' : ' with other settings'}`;
    case 'slow':
      return operation.byMs === 0
        ? `${operation.node} is quick again`
        : `${operation.node} takes ${timeText(operation.byMs)} longer for everything`;
    case 'wait':
      return `wait ${timeText(operation.ms)}`;
  }
}

/** The change that a step made, in a few words: asking for a channel that is there raises its deposit. */
export function describeChange(
  { operation, outcome }: OperationRecord,
  write: AmountWriter = smallestUnits,
): string {
  const raised = operation.kind === 'open' && outcome.kind === 'succeeded' && outcome.status === 200;
  return describeOperation(raised ? { ...operation, kind: 'deposit' } : operation, write);
}

function givingUp({ giveUpAfterMs }: Extract<Operation, { kind: 'pay' }>): string {
  return giveUpAfterMs === undefined ? '' : ` and waits ${timeText(giveUpAfterMs)} for the answer`;
}

function timeText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}

/** An outcome in a few words: `succeeded`, `409 no route`, `no answer (deadline)`. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.status === 0 ? 'succeeded' : `${outcome.status} succeeded`;
    case 'failed':
      return outcome.status === 0
        ? reasonWords(outcome.reason)
        : `${outcome.status} ${reasonWords(outcome.reason)}`;
    case 'indeterminate': {
      const read = {
        happened: ', but it happened',
        'did-not-happen': ', and it did not happen',
        pending: ', and it is still on its way',
        unknown: ', and reading afterwards does not tell whether it happened',
      };
      return `no answer (${reasonWords(outcome.cause)})${outcome.resolved ? read[outcome.resolved] : ''}`;
    }
  }
}

// Checks that compare nothing but amounts; in the texts of others a number may be a block or an identifier.
const AMOUNT_CHECKS: readonly ModelCheck[] = [
  'available-balance',
  'mediation-fee',
  'max-fee',
  'received-amount',
  'on-chain-balance',
  'deposit-increases',
  'withdraw-increases',
];

/** Where and why the model decided against a payment: `at hub in DAI:3: available balance 5 DAI; needed: ...`. */
export function describeFailure(
  { at, channel, check, required, found }: FailureTrace,
  { token, write = smallestUnits }: { readonly token: TokenName; readonly write?: AmountWriter },
): string {
  if (found === STOPPED && required === `${at} runs`) return `at ${at}, which is stopped`;
  // Elsewhere a number may be a block, an identifier, or part of a name.
  const amounts = AMOUNT_CHECKS.includes(check) ? /\b\d+\b/g : /(?<=\bsend )\d+\b/g;
  const told = (text: string): string =>
    text.replace(COMPARED, spelledOut).replace(amounts, (digits) => write(BigInt(digits), token));
  const place = channel === undefined ? at : `${at} in ${channel}`;
  return `at ${place}: ${told(found.replace(/^none;/, 'no such path:').replace(/^none$/, 'there is none'))}; needed: ${told(required)}`;
}

const STOPPED = 'it is stopped';
const COMPARED = /^([a-z- ]+) (>=|<=|>|<) (?=\d+$)/;
const BOUNDS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
};

function spelledOut(_text: string, what: string, sign: string): string {
  return `${what} of ${BOUNDS[sign]} `;
}

function smallestUnits(amount: bigint, token: TokenName): string {
  return `${amount} ${token}`;
}

/** A key of an object as people say it: `total deposit` for `totalDeposit`. */
export function keyWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
