import type { FailureReason } from '../../model/run/operation.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import { type Block, pageOnly, prose, section, table } from '../blocks/block.ts';
import { failuresByPlace, failuresByReason } from '../figures/payment-tally.ts';
import { bar, type Content, html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import { reasonWords } from '../../model/run/reason-class.ts';
import { channelLink } from './depleted.ts';
import { linkTo } from '../explorer/story.ts';

/** Why payments failed, and where. */
export function failureSections(figures: Figures): Block | null {
  const reasons = failureReasons(figures);
  if (reasons === null) return null;
  return {
    kind: 'beside',
    look: 'two',
    blocks: [reasons, pageOnly(() => failurePlaces(figures))],
  };
}

function failureReasons({ run, tally: { payments } }: Figures): Block | null {
  const reasons = failuresByReason(run, payments);
  const failed = reasons.reduce((sum, { count }) => sum + count, 0);
  if (failed === 0) return null;
  const most = reasons[0]?.count ?? 1;
  return section(
    { id: 'failures', title: 'Why payments failed', listed: 'Failures' },
    table({
      caption: `${counted(failed, 'failed payment')} by the reason the sender’s node gave`,
      narrow: 'stays',
      columns: [
        [
          'Reason',
          ({ reason, count }) =>
            html`${withDetail(reasonWords(reason), REASON_TEXTS[reason])}${bar(count / most, { isFailure: true })}`,
        ],
        ['Payments', ({ count }) => grouped(count), 'number'],
        ['Share', ({ count }) => percentText(count / failed), 'number'],
      ],
      rows: reasons,
    }),
  );
}

const BY_THE_MODEL =
  'The node whose channel end or state decided, its channel, and the check. Where no path had enough, the first end on the shortest one that held too little; for payments that tried several paths, the last one.';
const PLACE_CAPTIONS = {
  simulate: BY_THE_MODEL,
  replay: BY_THE_MODEL,
  load: 'The node whose channel end or state decided, its channel, and the check, by the answers and by the balances last read. Where there is more than one way between payer and payee, nodes do not tell which end held too little.',
} as const;

const MAX_PLACES = 8;

// Node, channel and the check that decided.
function failurePlaces(figures: Figures): Block | null {
  const { run, tally } = figures;
  const { payments } = tally;
  const { most: places, inAll, failures: placed } = failuresByPlace(run, payments, MAX_PLACES);
  if (places.length === 0) return null;
  const most = places[0]?.count ?? 1;
  const failed = failuresByReason(run, payments).reduce((sum, { count }) => sum + count, 0);
  return section(
    { id: 'places', title: 'Where payments failed' },
    table({
      caption: PLACE_CAPTIONS[run.header.job],
      narrow: 'stays',
      columns: [
        ['Node', ({ at }) => html`<a href="${linkTo({ kind: 'node', name: at })}">${at}</a>`],
        ['Channel', ({ channel }) => channelText(channel, figures)],
        ['Because', ({ check }) => MODEL_CHECKS[check]],
        ['Payments', ({ count }) => bar(count / most, { isFailure: true }), { className: 'bar-cell' }],
        ['Payments', ({ count }) => grouped(count), 'number'],
      ],
      rows: places,
      inAll,
    }),
    failed > placed
      ? prose(`Of ${counted(failed - placed, 'more failure')} the place is unknown.`, 'hint')
      : null,
  );
}

function channelText(channel: string | null, figures: Figures): Content {
  if (channel === null) return '–';
  const between = figures.endsOf(channel);
  return between === undefined ? channel : channelLink(between.join('-'), channel);
}

/** The meaning of each reason, for someone who does not know the protocol. */
export const REASON_TEXTS: Readonly<Record<FailureReason, string>> = {
  'no-suitable-channel': 'the sender has no open channel with enough available balance',
  'no-route': 'the path-finding service knows no path with enough balance',
  'no-usable-route': 'every suggested path was tried, and none could carry the payment',
  'max-fee-exceeded': 'mediators ask for more than the sender accepts',
  'target-offline': 'the receiver does not answer',
  'lock-expired': 'the locks ran out before the secret came back',
  'identifier-in-flight': 'another payment with this identifier is still under way',
  'invalid-amount': 'the amount is not one the node accepts',
  'invalid-identifier': 'the identifier is not one the node accepts',
  'invalid-request': 'the node does not understand the request',
  'self-payment': 'sender and receiver are the same node',
  'unknown-token': 'the node does not know this token',
  'unknown-channel': 'there is no such channel',
  'unknown-address': 'the node does not know this address',
  'channel-not-open': 'the channel is closed or not open yet',
  'channel-exists': 'there is such a channel already',
  'insufficient-funds': 'the node does not own enough tokens on the chain',
  'deposit-not-increased': 'a total deposit can only grow',
  'withdraw-not-increased': 'a total withdrawal can only grow',
  'withdraw-exceeds-balance': 'more than the balance cannot be withdrawn',
  'partner-offline': 'the channel partner does not answer',
  'invalid-timeout': 'the timeout is not one the node accepts',
  'path-finding-unavailable': 'the path-finding service does not answer',
  'service-unavailable': 'the node is not ready',
  'not-supported': 'the node does not offer this',
  canceled: 'the payment was canceled',
  unreachable: 'the node was not reached: the payment was not made',
  'driver-limit':
    'this machine ran out of open files or ports, so nothing was sent: it says nothing of the node',
  'expectation-not-met': 'the channel did not become as the scenario expects',
  'server-error': 'the node failed internally',
  other: 'the node gave a reason that Millrace does not know',
  'no-answer': 'no answer came in time, and reading afterwards showed that it did not happen',
  'gateway-error':
    'a gateway answered in place of the node, and reading afterwards showed that it did not happen',
  'given-up':
    'the driver waited no longer for an answer, and reading afterwards showed that it did not happen',
  'connection-broken': 'the connection broke, and reading afterwards showed that it did not happen',
  'unreadable-answer': 'the answer could not be read, and reading afterwards showed that it did not happen',
};

/** What stopped a payment, by the check of the model that decided against it. */
export const MODEL_CHECKS: Readonly<Record<ModelCheck, string>> = {
  'channel-open': 'the channel is closed',
  'available-balance': 'the payer’s end holds too little that is not locked',
  'pending-locks': 'as many locks are pending as the end may have',
  'lock-timeout': 'too little time for the lock',
  'mediation-fee': 'what arrives does not cover the mediator’s fee',
  'max-fee': 'the fees are higher than the sender accepts',
  'route-exists': 'the path-finding service knows no path',
  'source-online': 'the sender is offline',
  'target-online': 'the receiver is offline',
  'mediator-online': 'the next mediator is offline',
  'lock-expiration': 'the secret came after the lock expired',
  'not-held': 'the node held the transfer',
  'received-amount': 'too little arrived at the receiver',
  'identifier-in-flight': 'the identifier is in use',
  'identifier-stuck': 'the identifier is that of an unfinished payment',
  'request-valid': 'the request is invalid',
  'token-known': 'the node does not know the token',
  'on-chain-balance': 'the node owns too little on the chain',
  'deposit-increases': 'the total deposit does not grow',
  'withdraw-increases': 'the total withdrawal does not grow',
  'partner-online': 'the partner is offline',
};
