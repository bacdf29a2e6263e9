import type { CaseFound } from '../../model/check/counterexample.ts';
import type { NodeName } from '../../model/network/network.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { dialectNamed } from '../../rest/dialect-named.ts';
import { type Target, targetsByName } from '../targets/target.ts';
import type { NodeApi, PaymentFilter } from '../../ports/node-api.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { toJson } from '../../model/json.ts';
import { type Answer, partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import { withoutValueText } from '../../model/run/reason.ts';

interface ProbedNode {
  readonly name: NodeName;
  readonly api: NodeApi;
  /** Its history has what it passed on for others. */
  readonly listsMediated: boolean;
}

/** The first difference between the parts of a node's history and the whole of it; undefined: none. Stopped nodes are left out. */
export async function probeHistories({
  targets,
  deadlineMs,
  lockstep,
  onCall,
  signal,
}: {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly deadlineMs: number;
  readonly lockstep: LockstepClock | undefined;
  readonly onCall: () => void;
  readonly signal: AbortSignal | undefined;
}): Promise<CaseFound | undefined> {
  const connected = Object.entries(targetsByName(targets)).map(([name, { address: _address, ...place }]) => ({
    name,
    api: connectNode({ ...place, deadlineMs }),
    listsMediated: dialectNamed(place.dialect).historyLists.mediated,
  }));
  try {
    const probing = connected.map((each) =>
      probeHistory({ ...each, api: lockstep?.asking(each.api) ?? each.api }, onCall),
    );
    return (await unlessAborted(Promise.all(probing), [], signal)).find((wrong) => wrong !== undefined);
  } finally {
    await Promise.all(connected.map(({ api }) => api.close()));
  }
}

async function probeHistory(
  { name, api, listsMediated }: ProbedNode,
  onCall: () => void,
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
  const others = [[0, 0], [0, 2], [1], [length, 1]] as const;
  return [...single, ...others, ...(length > 0 ? [[1, length] as const] : [])];
}
