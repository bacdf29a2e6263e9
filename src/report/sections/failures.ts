import { type Block, pageOnly, prose, section, table } from '../blocks/block.ts';
import { failuresByPlace, failuresByReason } from '../figures/payment-tally.ts';
import { bar, type Content, html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { MODEL_CHECKS, REASON_TEXTS } from '../words/failure-texts.ts';
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
