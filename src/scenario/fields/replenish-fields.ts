import type { ReplenishKind, ReplenishSpec } from '../../model/disturbances/replenish.ts';
import type { TokenName } from '../../model/network/network.ts';
import { addFault, choice, mapping, optional } from '../text/schema.ts';
import { duration, integer, nodeName, nodeNames, percentage, tokenName } from './values.ts';

const MILLION = 1_000_000;
// A thousand times what an end held at the start is a slip.
const MOST_SHARE = 1000;

/** A rule as it is written: the token may be left out. */
export type WrittenReplenish = Omit<ReplenishSpec, 'token'> & { readonly token?: TokenName };

/** Rules by which a node keeps its ends filled. */
export function replenishment() {
  const pricePpm = ppm('What the partner asks, in millionths of the amount.');
  return choice({
    topUp: rule('top-up', 'below', {}).describe('A deposit on chain.'),
    circle: rule('circle', 'below', {
      maxFeePpm: ppm('The most that mediators may ask in all, in millionths of the amount.'),
    }).describe('A payment to the partner by another way, which the partner pays back through the channel.'),
    swapIn: rule('swap-in', 'below', { pricePpm }).describe(
      'The partner pays through the channel, and is paid on chain with a price.',
    ),
    swapOut: rule('swap-out', 'above', { pricePpm }).describe(
      'The partner is paid through the channel, and pays on chain less a price.',
    ),
    reopen: rule('reopen', 'below', {}).describe('The channel is closed, and opened anew with a deposit.'),
  }).meta({ 'x-section': 'Replenish' });
}

function ppm(what: string) {
  return integer({ min: 0, max: MILLION }).describe(what).prefault(0);
}

type Prices = Readonly<Partial<Record<'pricePpm' | 'maxFeePpm', ReturnType<typeof ppm>>>>;

function rule(kind: ReplenishKind, side: 'below' | 'above', prices: Prices) {
  const canSend = side === 'below' ? 'less' : 'more';
  return mapping({
    [side as 'below']: percentage({ most: MOST_SHARE }).describe(
      `It acts where the end can send ${canSend} than this share of the balance at the start.`,
    ),
    node: nodeName().describe('The node that fills its ends.'),
    token: optional(tokenName(), 'Which token; needed only where a scenario has several.'),
    partners: optional(nodeNames(), 'Only in channels with these; absent: in all of its channels.'),
    to: percentage({ most: MOST_SHARE })
      .describe('The balance after the refill, as a share of the balance at the start.')
      .prefault('100%'),
    every: duration({ positive: true }).describe('How often it looks.'),
    delay: duration()
      .describe('Delay before it acts; confirmation on the chain takes longer.')
      .prefault('0s'),
    ...prices,
  })
    .transform(({ [side as 'below']: limit, every: everyMs, delay: delayMs, ...rest }) => {
      const settings = { pricePpm: 0, maxFeePpm: 0, ...rest, limit, everyMs, delayMs };
      return { kind, ...settings } as WrittenReplenish;
    })
    .superRefine(({ to, limit }, context) => {
      if (side === 'below' ? to < limit : to > limit)
        addFault(context, `no ${canSend} than \`${side}\``, ['to']);
    });
}
