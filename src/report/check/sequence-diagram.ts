import type { CaseStory, StoryCall } from '../../model/check/counterexample.ts';
import { html, type Markup } from '../page/markup.ts';

// Five nodes fit on a page of 400 pixels.
const LEAST_LANE_PX = 66;
const ROW_PX = 46;
const TOP_PX = 34;
// Of the letters of such texts in bold, in wide fonts too; wide ones are rarely more than narrow ones.
const CHARACTER_PX = 8.4;
const MARGIN_PX = 4;

/** The calls of a case over its nodes, top to bottom: who was asked, which way it went, what came back. */
export function sequenceDiagram({ nodes, calls }: CaseStory, id: string): Markup {
  const longest = Math.max(
    ...calls.flatMap((call, at) => [askedText(call, at), endText(call)]).map(({ length }) => length),
  );
  const lanePx = Math.max(
    LEAST_LANE_PX,
    ...nodes.map(({ length }) => Math.ceil((length + 2) * CHARACTER_PX)),
  );
  const width = Math.max(
    Math.max(nodes.length, 2) * lanePx,
    2 * MARGIN_PX + Math.ceil(longest * CHARACTER_PX),
  );
  const height = TOP_PX + calls.length * ROW_PX + 12;
  const across = (name: string | undefined): number =>
    ((Math.max(0, nodes.indexOf(name ?? '')) + 0.5) * width) / nodes.length;
  return html`<div class="sequence"><svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="${id}-title">The calls of the case</title>
<desc id="${id}-desc">${calls.map((call) => `${call.asked}: ${endText(call)}`).join('; ')}</desc>
${nodes.map((name) => html`<line class="lane" x1="${across(name)}" x2="${across(name)}" y1="${TOP_PX - 8}" y2="${height}"/><text class="lane-name" x="${across(name)}" y="16" text-anchor="middle">${name}</text>`)}
${calls.map((call, at) => callMarks(call, { at, across, width }))}
</svg></div>`;
}

function callMarks(
  call: StoryCall,
  {
    at,
    across,
    width,
  }: { readonly at: number; readonly across: (name: string | undefined) => number; readonly width: number },
): Markup {
  const y = TOP_PX + (at + 0.6) * ROW_PX;
  const { way, asked, observed = 'not reached', predicted, isBlamed } = call;
  const className = `call${isBlamed ? ' blamed' : ''}`;
  return html`<g class="${className}"><title>${`${at}: ${asked}; predicted ${predicted}, observed ${observed}`}</title>
${isBlamed ? html`<rect class="blame" x="0" y="${y - ROW_PX * 0.62}" width="${width}" height="${ROW_PX}"/>` : null}
<text class="asked" x="${MARGIN_PX}" y="${y - 12}">${askedText(call, at)}</text>
<circle class="door" cx="${across(call.node)}" cy="${y}" r="4"/>
${way.slice(1).map((to, hop) => arrow(across(way[hop]), across(to), y))}
<text class="came" x="${MARGIN_PX}" y="${y + 14}">${endText(call)}</text></g>`;
}

function askedText({ asked }: StoryCall, at: number): string {
  return `${at}  ${asked}`;
}

/** How a call ended, with what the model says where that is something else. */
export function endText({ observed = 'not reached', predicted }: StoryCall): string {
  return observed === predicted ? observed : `${observed} (model: ${predicted})`;
}

function arrow(from: number, to: number, y: number): Markup {
  const back = to > from ? -7 : 7;
  return html`<line class="way" x1="${from}" x2="${to}" y1="${y}" y2="${y}"/><path class="head" d="M${to} ${y} l${back} -4 v8 z"/>`;
}
