import { disguised, namingLeft } from '../raiden/naming-left.ts';
import { gather } from '../../model/gather.ts';
import type { Address } from '../../model/network/address.ts';
import type { PaymentEvent } from '../../model/run/answer.ts';
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
