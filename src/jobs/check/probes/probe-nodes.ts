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
    const wrong = await probePages(nodes, probing);
    const { blockMs } = probing;
    if (wrong !== undefined || blockMs === undefined) return wrong;
    return await probeFlight(nodes, { ...probing, blockMs });
  } finally {
    await Promise.all(apis.map(({ connected }) => connected.close()));
  }
}

// Pages of one entry, as far as anybody pages by hand.
const MOST_PAGES = 4;

type Probe = Pick<Probing, 'onCall' | 'probed'>;

/** The first difference between parts of a node's history and the whole of it; undefined: none. */
async function probePages(nodes: readonly ProbedNode[], probing: Probe): Promise<CaseFound | undefined> {
  const found = await Promise.all(nodes.map((node) => probeNode(node, probing)));
  return found.find((wrong) => wrong !== undefined);
}

async function probeNode(
  { name, api, listsMediated }: ProbedNode,
  { onCall, probed }: Probe,
): Promise<CaseFound | undefined> {
  onCall();
  const whole = await api.payments();
  if (whole.kind !== 'ok') return undefined;
  const text = toJson(whole.value);
  if (probed.get(name) === text) return undefined;
  for (const { filter, entries, what } of partsOf(whole.value, listsMediated)) {
    const page = async (): Promise<Answer<readonly PaymentEvent[]>> => {
      onCall();
      return await api.payments(filter);
    };
    const first = await page();
    // A busy machine may leave one look without an answer.
    const part = isAnswered(first) ? first : await page();
    const predicted = toJson(entries);
    const wrong = { check: 'history', predicted };
    if (part.kind !== 'ok') {
      const observed = `${isAnswered(part) ? '' : 'no answer: '}${withoutValueText(part)}`;
      return { ...wrong, title: `${name} does not tell its entries ${what}`, observed };
    }
    const observed = toJson(part.value);
    if (observed !== predicted)
      return { ...wrong, title: `${name} lists other entries ${what} than in its whole history`, observed };
  }
  probed.set(name, text);
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

function* partsOf(whole: readonly PaymentEvent[], listsMediated: boolean): Iterable<Part> {
  yield* pagesOf(whole, {}, '');
  const [last] = whole.slice(-1);
  if (last === undefined) return;
  const { tokenAddress: token } = last;
  const inToken = whole.filter(({ tokenAddress }) => tokenAddress === token);
  yield* pagesOf(inToken, { token }, ' of one token');
  const partner = partnerIn(last);
  const isWith = (entry: PaymentEvent): boolean => partnerIn(entry) === partner;
  const payments = new Set(inToken.filter(isWith).map(identifierOf));
  // A mediated payment stands in the list with its initiator, and in that with its target, as received and as sent.
  const isPassedOn = (entry: PaymentEvent): boolean => listsMediated && payments.has(identifierOf(entry));
  const withPartner = inToken.filter((entry) => isWith(entry) || isPassedOn(entry));
  yield* pagesOf(withPartner, { token, partner }, ' with one partner');
}

function identifierOf(entry: PaymentEvent): bigint | undefined {
  return entry.kind === 'failed' ? undefined : entry.identifier;
}

function* pagesOf(entries: readonly PaymentEvent[], filter: PaymentFilter, of: string): Iterable<Part> {
  const page = (offset: number, limit?: number): Part => ({
    filter: { ...filter, offset, ...(limit === undefined ? {} : { limit }) },
    entries: entries.slice(offset, limit === undefined ? undefined : offset + limit),
    what: `${of} from offset ${offset}${limit === undefined ? '' : `, ${limit} at most`}`.trim(),
  });
  for (let offset = 0; offset < Math.min(entries.length, MOST_PAGES); offset += 1) yield page(offset, 1);
  yield page(0, 2);
  yield page(1);
  yield page(entries.length, 1);
  if (entries.length > 0) yield page(1, entries.length);
}
