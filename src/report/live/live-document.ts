import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import {
  type Document,
  type Figure,
  figure,
  type Item,
  list,
  prose,
  section,
  table,
} from '../blocks/block.ts';
import { barStyle, html } from '../page/markup.ts';
import { loadChart } from '../sections/load-over-time.ts';
import { counted, durationText, given, grouped, percentText } from '../words/number-format.ts';
import { reasonWords } from '../../model/run/reason-class.ts';
import { framedPage, mainOf } from '../blocks/page.ts';

/** How something stands that goes on. */
export interface LiveState {
  readonly title: string;
  /** The job in words: `Load test of nodes`. */
  readonly what: string;
  /** The reason for waiting while there is nothing to count. */
  readonly waitsFor?: string | undefined;
  /** The part that is done, 0 to 1, if it is known. */
  readonly share?: number | undefined;
  readonly elapsedMs: number;
  readonly leftMs?: number | undefined;
  readonly figures: readonly Figure[];
  /** The payments so far. */
  readonly aggregate?: LoadAggregate | undefined;
  /** The findings until now. */
  readonly found?: readonly Item[];
}

/** The share that is done of something counted, and the time that is left at the speed so far. */
export function paceOf(
  { done, total }: { readonly done: number; readonly total: number },
  elapsedMs: number,
): Pick<LiveState, 'share' | 'elapsedMs' | 'leftMs'> {
  return {
    share: total === 0 ? undefined : Math.min(1, done / total),
    elapsedMs,
    leftMs: done === 0 ? undefined : (elapsedMs * Math.max(0, total - done)) / done,
  };
}

// As many as a reader follows while they come.
const MOST_FOUND = 20;

/** The page of something that goes on: how far it is, its figures now, how it went until now, and what was found. */
export function liveDocument(state: LiveState): Document {
  const { title, what, share, aggregate, found = [] } = state;
  return {
    name: title,
    title,
    head: [
      { kind: 'verdict', judgement: ['open', 'running'], sentence: progressText(state) },
      share === undefined
        ? null
        : {
            kind: 'markup',
            markup: html`<div class="bar live-bar" role="progressbar" aria-label="done" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${Math.floor(100 * share)}"><span style="${barStyle(share)}"></span></div>`,
          },
      {
        kind: 'figures',
        name: 'Figures now',
        look: 'headline',
        figures: liveFigures(state),
      },
      aggregate === undefined ? null : loadChart({ aggregate }, []),
      prose(`${what}. This page grows while it runs; the report takes its place at the end.`, 'muted'),
    ],
    body: [
      found.length === 0
        ? null
        : section(
            { id: 'found', title: `Found until now: ${grouped(found.length)}` },
            list(found.slice(-MOST_FOUND).toReversed()),
          ),
      aggregate === undefined || aggregate.reasons.size === 0 ? null : reasonSection(aggregate),
    ],
  };
}

/** The figures now, with those of the payments so far. */
export function liveFigures({ figures, aggregate }: LiveState): readonly Figure[] {
  return aggregate === undefined ? figures : [...figures, paymentFigure(aggregate.counts)];
}

function progressText({ waitsFor, share, leftMs, elapsedMs }: LiveState): string {
  if (waitsFor !== undefined) return `${waitsFor}.`;
  const parts = given([
    share !== undefined && `${percentText(share)} done`,
    `${wholeSecondsText(elapsedMs)} so far`,
    timeLeftText(leftMs),
  ]);
  return `${parts.join(', ')}.`;
}

/** The time that is left, in words; `undefined`: it is unknown, or less than a second. */
export function timeLeftText(leftMs = 0): string | undefined {
  return leftMs < 1000 ? undefined : `about ${wholeSecondsText(leftMs)} left`;
}

/** A time of progress: nobody needs its milliseconds. */
export function wholeSecondsText(ms: number): string {
  return durationText(Math.max(1, Math.round(ms / 1000)) * 1000);
}

function paymentFigure({ payments, succeeded, failed, indeterminate }: LoadAggregate['counts']): Figure {
  const name = 'Payments that succeeded';
  if (payments === 0) return figure(name, '–', 'none has ended');
  const open = indeterminate === 0 ? '' : `, ${grouped(indeterminate)} without an answer`;
  return figure(
    name,
    percentText(succeeded / payments),
    `${grouped(succeeded)} of ${grouped(payments)}; ${grouped(failed)} failed${open}`,
  );
}

function reasonSection({ reasons, counts }: LoadAggregate): ReturnType<typeof section> {
  const rows = [...reasons].toSorted(([, one], [, other]) => other - one);
  return section(
    { id: 'reasons', title: 'Why payments failed, so far' },
    table({
      caption: `${counted(counts.failed + counts.indeterminate, 'payment')} by the reason that was given`,
      columns: [
        ['Reason', ([reason]) => reasonWords(reason)],
        ['Payments', ([, count]) => grouped(count), 'number'],
      ],
      rows,
    }),
  );
}

/** A document as a page that grows while what it tells of goes on; `header` is the one that changes need. */
export function livePage(document: Document, { header }: { readonly header: string }): string {
  const controls = html`<p class="live"><span id="live-note" role="status"></span> <button type="button" id="live-stop" hidden>Stop</button></p>`;
  const script = LIVE_SCRIPT.replace('HEADER', `'${header}'`);
  const body = html`${controls}${mainOf(document)}`;
  return framedPage(`${document.name} · live · Millrace`, body, [script], { connects: true });
}

/** The content alone, which takes the place of the page's. */
export function livePart(document: Document): string {
  return mainOf(document).markup;
}

/**
 * The browser side of a page that grows: it asks for the page's content again and again, puts it in place of the old
 * one, and sends the stop button's wish. `HEADER` stands for the header that changes need.
 */
export const LIVE_SCRIPT = `
(() => {
  'use strict';
  const note = document.getElementById('live-note');
  const stop = document.getElementById('live-stop');
  let isOver = false;
  async function grow() {
    try {
      const answer = await fetch('part', { cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const at = scrollY;
      const main = document.getElementById('content');
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('content');
      if (next !== null) main.replaceWith(next);
      scrollTo(0, at);
      isOver = answer.headers.get('x-millrace-over') === 'yes';
      note.textContent = isOver ? 'It has ended; this page no longer changes.' : '';
    } catch {
      isOver = true;
      note.textContent = 'Millrace has ended or cannot be reached: this is how it stood last.';
    }
    stop.hidden = isOver;
  }
  stop.hidden = false;
  stop.addEventListener('click', async () => {
    stop.disabled = true;
    note.textContent = 'Stopping.';
    await fetch('stop', { method: 'POST', headers: { HEADER: 'page' } }).catch(() => undefined);
  });
  (async () => {
    // Millrace takes its time to answer, so that this does not ask without a pause.
    while (!isOver) await grow();
  })();
})();
`;
