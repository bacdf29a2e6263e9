import { PYTHON_NODE_ROOT, type RefusalsTold } from '../../model/run/run.ts';
import { paymentForm } from '../payments/payment-form.ts';
import { paymentBody } from '../raiden/payment.ts';
import { partners } from '../raiden/served-only.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { lightEndpoints, lightReceiptFields } from './endpoints.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { classifyReason, errorText } from '../../model/run/reason.ts';
import { MISSING } from '../wire/request-field.ts';
import type { Refusal, Wording } from '../wording.ts';
import type { ErrorBody, PaymentEvent } from '../../model/run/answer.ts';
import { disguised, namingLeft } from '../raiden/naming-left.ts';
import { gather } from '../../model/gather.ts';
import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeApi, PaymentRequest } from '../../ports/node-api.ts';
import type { Simulation } from '../../ports/simulation.ts';

/** Simulated nodes whose histories list what they passed on as well, and nothing that failed. */
export function lightHistories(given: Simulation): Simulation {
  const nodes = namingLeft(given);
  let passedOn: PassedOn = new Map();
  const listing = disguised(nodes, (node, name) => ({
    ...node,
    async pay(request) {
      const lists = passedOn;
      const answer = await node.pay(request);
      if (answer.kind === 'ok' && answer.trace !== undefined) {
        const { initiatorAddress: initiator, identifier } = answer.value;
        const logTime = await logTimeAt(node, { ...request, identifier });
        const common = { identifier, logTime, tokenAddress: request.token };
        const { hops } = answer.trace;
        const { target } = request;
        hops.slice(1).forEach(({ payer, amount }, before) => {
          const entries: readonly PaymentEvent[] = [
            { kind: 'received', amount: hops[before]?.amount ?? amount, initiator, ...common },
            { kind: 'sent', amount, target, ...common },
          ];
          for (const entry of entries) gather(lists, payer, { entry, parties: [initiator, target] });
        });
      }
      return answer;
    },
    async payments(filter = {}) {
      const { token, partner, limit = Number.POSITIVE_INFINITY, offset = 0 } = filter;
      const page = await node.payments(filter);
      const all = await node.payments({ ...(token && { token }), ...(partner && { partner }) });
      // The node itself reports a faulty request for a page.
      if (page.kind !== 'ok' || all.kind !== 'ok') return page;
      const mediated = (passedOn.get(name) ?? []).flatMap(({ entry, parties }) => {
        const isInToken = token === undefined || entry.tokenAddress === token;
        // Its database looks for initiator or target, whatever the direction.
        return isInToken && (partner === undefined || parties.includes(partner)) ? [entry] : [];
      });
      const value = [...all.value.filter(({ kind }) => kind !== 'failed'), ...mediated]
        .toSorted((one, other) => (one.logTime < other.logTime ? -1 : one.logTime > other.logTime ? 1 : 0))
        .slice(offset, offset + limit);
      return { ...all, value };
    },
  }));
  return {
    ...listing,
    control: {
      ...nodes.control,
      reset() {
        nodes.control.reset();
        passedOn = new Map();
      },
    },
  };
}

type PassedOn = Map<
  NodeName,
  { readonly entry: PaymentEvent; readonly parties: readonly [initiator: Address, target: Address] }[]
>;

// As its initiator dates it.
async function logTimeAt(
  node: NodeApi,
  { token, target, identifier }: Pick<PaymentRequest, 'token' | 'target' | 'identifier'>,
): Promise<string> {
  const sent = await node.payments({ token, partner: target });
  const entries = sent.kind === 'ok' ? sent.value : [];
  return entries.findLast((entry) => entry.kind === 'sent' && entry.identifier === identifier)?.logTime ?? '';
}

/** It has one answer for every payment that has no way, and 402 for every withdrawal that it will not make. */
export const lightRefusals: RefusalsTold = {
  'no-suitable-channel': { reason: 'no-route' },
  'no-usable-route': { reason: 'no-route' },
  'withdraw-exceeds-balance': { reason: 'insufficient-funds', status: 402 },
  'withdraw-not-increased': { reason: 'insufficient-funds', status: 402 },
  'invalid-amount': { status: 400 },
  'invalid-identifier': { status: 400 },
};

// Its own words where they mean what a simulated node means (real-nodes.md 4); anything else stays as that says it.
const OWN_WORDS: Readonly<Partial<Record<ReasonClass, string>>> = {
  'no-route': 'No route between nodes found.',
  'target-offline': 'There is no user found online for given address.',
  'lock-expired': 'Transfer expired.',
  'insufficient-funds': 'Insufficient balance.',
  'channel-not-open': 'Invalid channel state.',
  'invalid-amount': 'Invalid amount parameter.',
  'invalid-identifier': 'Invalid identifier parameter.',
};

/**
 * Refusals in the form of the light client: texts instead of JSON, and a page of its framework for what it did not
 * expect (raiden.md 1.8).
 */
export const lightWording: Wording = {
  invalidAddress: ({ value }) =>
    text(404, `The given address '${value}' is not valid eip55-encoded Ethereum address`),
  invalidFields: (errors) => {
    const [field = 'body', [said] = []] = Object.entries(errors)[0] ?? [];
    if (field === 'amount' && said === MISSING) return errorPage('Internal Server Error');
    // The SDK itself complains about an address in a body that is none.
    if (field.endsWith('_address') && said !== MISSING) return text(409, `Invalid ${field}`);
    return text(400, `Invalid ${field} parameter.`);
  },
  refused: ({ status, errors, operation }) => {
    const reason = classifyReason({ status, errors });
    if (status >= 500) return errorPage(errorText(errors));
    if (reason === 'unknown-token' && operation === 'pay') return errorPage('Unknown Tokennetwork');
    if (reason === 'unknown-token' && operation === 'leaveTokenNetwork')
      return text(404, 'No channels on tokenNetwork');
    // The SDK treats a payment to itself like any that has no way.
    const isPaidToItself = reason === 'self-payment' && operation === 'pay';
    const told = isPaidToItself ? lightRefusals['no-suitable-channel'] : lightRefusals[reason];
    return text(told?.status ?? status, OWN_WORDS[told?.reason ?? reason] ?? errorText(errors));
  },
  unknownPath: errorPage('Undefined resource'),
  methodNotAllowed: errorPage('Undefined resource'),
  noJson: errorPage('Unexpected end of JSON input'),
  malformed: errorPage('Unexpected token in JSON'),
};

function text(status: number, words: string): Refusal {
  return { status, byHandler: false, text: words, type: 'text/plain', charset: 'utf-8' };
}

function errorPage(words: string): Refusal {
  const html = `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>${words}</pre></body></html>\n`;
  return { status: 500, byHandler: false, text: html, type: 'text/html', charset: 'utf-8' };
}

// First match wins (raiden.md 1.8, and as seen on live light clients).
const BY_TEXT: readonly (readonly [RegExp, ReasonClass])[] = [
  [/transfer expired/i, 'lock-expired'],
  [/unknown token ?network/i, 'unknown-token'],
  [/invalid amount parameter/i, 'invalid-amount'],
  [/invalid identifier parameter/i, 'invalid-identifier'],
  [/expiration too soon|too far in the future/i, 'invalid-timeout'],
  [/insufficient balance/i, 'insufficient-funds'],
  [/no channels on/i, 'unknown-channel'],
  [/invalid channel state/i, 'channel-not-open'],
  [/is not valid eip55/i, 'unknown-address'],
];

/** Why a light client refused; what passes on a service's words is classified by those. */
export function lightReason(refusal: { readonly status: number; readonly errors: ErrorBody }): ReasonClass {
  const said = errorText(refusal.errors);
  const found = BY_TEXT.find(([pattern]) => pattern.test(said))?.[1];
  // Whatever it says of a withdrawal that it will not make (raiden.md 1.8).
  return found ?? (refusal.status === 402 ? 'insufficient-funds' : classifyReason(refusal));
}

/** Raiden's light client behind its command line's REST API (raiden.md 1.8): where it differs from the Python node. */
export const raidenLight: RestDialect = {
  name: 'raiden-light',
  root: PYTHON_NODE_ROOT,
  // By direction alone: what failed on its way stands among what was sent.
  historyLists: { mediated: true, failed: 'sent' },
  refusals: lightRefusals,
  // real-nodes.md 4.
  rules: {
    opensAgain: false,
    paysNothing: true,
    identifierZero: true,
    lockTimeouts: 'fault',
    closesTogether: true,
    showsSettlingAsClosed: false,
    endsWith500: false,
  },
  payment: paymentForm({
    endpoint: lightEndpoints.pay,
    body: paymentBody,
    receipt: lightReceiptFields,
    texts: ['log_time'],
  }),
  endpoints: lightEndpoints,
  servedOnly: [partners(PYTHON_NODE_ROOT)],
  wording: lightWording,
  reasonOf: lightReason,
  disguise: lightHistories,
};
