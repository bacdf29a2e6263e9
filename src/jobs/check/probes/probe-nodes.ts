import type { CaseFound } from '../../../model/check/counterexample.ts';
import type { NodeName } from '../../../model/network/network.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import type { LockstepClock } from '../../../runtime/lockstep-clock.ts';
import { dialectNamed } from '../../../rest/dialect-named.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import { type ProbedNode, probeFlight, type Probing } from './probe-flight.ts';
import type { PaymentFilter } from '../../../ports/node-api.ts';
import { toJson } from '../../../model/json.ts';
import { type Answer, partnerIn, type PaymentEvent } from '../../../model/run/answer.ts';
import { withoutValueText } from '../../../model/run/reason.ts';

/** The first fault of nodes at rest that a sequence did not show; undefined: none. Stopped nodes are left out. */
export async function probeNodes({
  targets,
  deadlineMs,
  lockstep,
  ...probing
}: Probing & {
  readonly lockstep?: LockstepClock | undefined;
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly deadlineMs: number;
}): Promise<CaseFound | undefined> {
  const apis = Object.entries(targetsByName(targets)).map(([name, { address: _address, ...place }]) => ({
    name,
    connected: connectNode({ ...place, deadlineMs }),
    listsMediated: dialectNamed(place.dialect).historyLists.mediated,
  }));
  try {
    const nodes: ProbedNode[] = [];
    for (const { connected, ...named } of apis) {
      const each = { ...named, api: lockstep?.asking(connected) ?? connected };
      probing.onCall();
      const address = await each.api.address();
      if (address.kind === 'ok') nodes.push({ ...each, address: address.value });
    }
    const wrongs = await Promise.all(nodes.map((node) => probeHistory(node, probing)));
    const wrong = wrongs.find((each) => each !== undefined);
    const { blockMs } = probing;
    if (wrong !== undefined || blockMs === undefined) return wrong;
    return await probeFlight(nodes, { ...probing, blockMs });
  } finally {
    await Promise.all(apis.map(({ connected }) => connected.close()));
  }
}

/** The first difference between the parts of a node's history and the whole of it; undefined: none. */
async function probeHistory(
  { name, api, listsMediated }: ProbedNode,
  { onCall }: Pick<Probing, 'onCall'>,
): Promise<CaseFound | undefined> {
  const read = async (filter?: PaymentFilter): Promise<Answer<readonly PaymentEvent[]>> => {
    onCall();
    return await api.payments(filter);
  };
  const whole = await read();
  if (whole.kind !== 'ok') return undefined;
  for (const { filter, entries, what } of partsOf(whole.value, listsMediated)) {
    const first = await read(filter);
    // A busy machine may leave one look without an answer.
    const part = isAnswered(first) ? first : await read(filter);
    const predicted = toJson(entries);
    const observed =
      part.kind === 'ok'
        ? toJson(part.value)
        : `${isAnswered(part) ? '' : 'no answer: '}${withoutValueText(part)}`;
    if (observed === predicted) continue;
    const title =
      part.kind === 'ok'
        ? `${name} lists other entries ${what} than in its whole history`
        : `${name} does not tell its entries ${what}`;
    return { check: 'history', title, predicted, observed };
  }
  return undefined;
}

function isAnswered({ kind }: Answer<unknown>): boolean {
  return kind === 'ok' || kind === 'refused';
}

interface Part {
  readonly filter: PaymentFilter;
  readonly entries: readonly PaymentEvent[];
  readonly what: string;
}

// Pages of one entry, as far as anybody pages by hand.
const MOST_PAGES = 4;

// Pages of the whole history, of one token, and of one partner.
function partsOf(whole: readonly PaymentEvent[], listsMediated: boolean): readonly Part[] {
  const lists: Part[] = [{ filter: {}, entries: whole, what: '' }];
  const last = whole.at(-1);
  if (last !== undefined) {
    const { tokenAddress: token } = last;
    const inToken = whole.filter(({ tokenAddress }) => tokenAddress === token);
    const partner = partnerIn(last);
    const isWith = (entry: PaymentEvent): boolean => partnerIn(entry) === partner;
    const payments = new Set(inToken.filter(isWith).map(identifierOf));
    // A mediated payment stands in the list with its initiator, and in that with its target, as received and as sent.
    const isPassedOn = (entry: PaymentEvent): boolean => listsMediated && payments.has(identifierOf(entry));
    const withPartner = inToken.filter((entry) => isWith(entry) || isPassedOn(entry));
    lists.push({ filter: { token }, entries: inToken, what: ' of one token' });
    lists.push({ filter: { token, partner }, entries: withPartner, what: ' with one partner' });
  }
  return lists.flatMap(({ filter, entries, what }) =>
    pagesOf(entries.length).map(([offset, limit]) => ({
      filter: { ...filter, offset, ...(limit === undefined ? {} : { limit }) },
      entries: entries.slice(offset, limit === undefined ? undefined : offset + limit),
      what: `${what} from offset ${offset}${limit === undefined ? '' : `, ${limit} at most`}`.trim(),
    })),
  );
}

function identifierOf(entry: PaymentEvent): bigint | undefined {
  return entry.kind === 'failed' ? undefined : entry.identifier;
}

function pagesOf(length: number): readonly (readonly [offset: number, limit?: number])[] {
  const single = Array.from({ length: Math.min(length, MOST_PAGES) }, (_, offset) => [offset, 1] as const);
  const others = [[0, 2], [1], [length, 1]] as const;
  return [...single, ...others, ...(length > 0 ? [[1, length] as const] : [])];
}
