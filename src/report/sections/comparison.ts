import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Finding, Verdict } from '../../model/run/finding.ts';
import { type StoredRun, notDriven } from '../../model/run/run.ts';
import {
  CHECK_TEXTS,
  differencesOf,
  findingsOf,
  findingTitle,
  isDifference,
  shownText,
  VERDICT_TEXTS,
} from '../words/check-texts.ts';
import { counted, grouped } from '../words/number-format.ts';
import {
  type Block,
  type Figure,
  type Item,
  facts,
  list,
  pageOnly,
  prose,
  section,
} from '../blocks/block.ts';
import { html } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type UnreadNode, unreadNodes, unreadViews, viewsText } from '../../model/run/unread-views.ts';

// Enough to mend the target by.
const MAX_DIFFERENCES = 50;
const MAX_NOTES = 100;
const FILE = 'comparison.json';

/** Replays: how many operations got which verdict, and the differences from the prediction. */
export function comparisonSection(figures: Figures): Block | null {
  const { comparison } = figures.run;
  if (!comparison) return null;
  const notes = findingsOf(comparison).filter(({ severity }) => severity === 'note');
  const paths = namedPathsText(figures.run);
  const differences = findingItems(differencesOf(comparison), figures);
  return section(
    {
      id: 'comparison',
      title: 'Nodes compared with the simulation',
      listed: 'Comparison',
      hint: 'Every operation was simulated first, then sent to the nodes over HTTP. Status, reason, amounts, balances and histories must match the simulation.',
    },
    verdictCounts(figures.run),
    paths === undefined ? null : facts([['Paths', paths]]),
    comparison.differences > 0
      ? list(differences, { most: MAX_DIFFERENCES, elsewhere: FILE })
      : pageOnly(() =>
          prose(
            html`<strong class="good">No difference.</strong> Every operation and the end state match the simulation.`,
          ),
        ),
    notes.length === 0
      ? null
      : {
          kind: 'folded',
          summary: `${counted(notes.length, 'note')}: worth knowing, and explained`,
          blocks: list(
            notes.map((note) => noteItem(note, figures.run)),
            { most: MAX_NOTES, elsewhere: FILE },
          ),
        },
  );
}

function verdictCounts(run: StoredRun): Block {
  const { counts, general = [] } = run.comparison ?? {};
  const verdicts = Object.entries(VERDICT_TEXTS).map(([verdict, { meaning, name, label = name }]): Figure => {
    const count = counts?.[verdict as Verdict] ?? 0;
    return { name: label, figure: grouped(count), hint: meaning, isBad: verdict === 'differs' && count > 0 };
  });
  const rest: readonly (readonly [name: string, count: number, hint: string])[] = [
    ['outside operations', general.filter(isDifference).length, 'Differences of no single operation.'],
    ['not driven', notDriven(run), 'The replay ended before them.'],
  ];
  const others = rest.flatMap(([name, count, hint]) =>
    count === 0 ? [] : [{ name, figure: grouped(count), hint }],
  );
  return { kind: 'figures', name: 'Compared', figures: [...verdicts, ...others] };
}

/** Findings as items of a list. A node that could not be read at all has its answer elsewhere. */
export function findingItems(findings: readonly Finding[], { run, inTokens }: Figures): readonly Item[] {
  const operations = new Map([...run.records].map(({ operation }) => [operation.id, operation]));
  const unread = unreadNodesOf(run);
  const about = ({ operation: id, check, node, title }: Finding): Item['hint'] => {
    const operation = id === null ? undefined : operations.get(id);
    const description = operation && describeOperation(operation, inTokens);
    const isNamed = description === undefined || title.includes(description);
    const what = isNamed ? operation?.origin : `${description} · ${operation?.origin}`;
    return html`${id === null ? 'no single operation' : html`<a href="#payment=${id}">#${id}</a> ${what ?? ''}`} · check <abbr title="${CHECK_TEXTS[check] ?? check}">${check}</abbr>${node ? ` · seen at ${node}` : ''}`;
  };
  return findings
    .filter(({ check, node = '' }) => check !== 'readable' || !unread.has(node))
    .map((finding) => ({
      mark: 'bad',
      text: findingTitle(finding),
      hint: about(finding),
      details: [
        ['Predicted', shownText(finding.predicted, finding, run)],
        ['Observed', shownText(finding.observed, finding, run)],
        ['Based on', finding.decidedBy],
      ],
      command: finding.curl,
    }));
}

function noteItem(note: Finding, run: StoredRun): Item {
  const { operation, title, decidedBy } = note;
  const [predicted, observed] = [note.predicted, note.observed].map((text) => shownText(text, note, run));
  const number = operation === null ? '' : `#${operation}: `;
  return { text: `${number}${title}. Predicted ${predicted}; observed ${observed}; based on ${decidedBy}.` };
}

// Of how many payments a path-finding service said which of several equal paths it takes.
function namedPathsText({ prediction }: StoredRun): string | undefined {
  const answers = (prediction?.records ?? []).flatMap((record) => record.asked ?? []);
  if (answers.length === 0) return undefined;
  const named = answers.filter(({ answer }) => answer === 'named').length;
  const services = [...new Set(answers.map(({ service }) => service))].join(', ');
  return `${grouped(named)} of ${counted(answers.length, 'payment')} with several equal paths take the one that ${services} names`;
}

/** The nodes that could not be read, each with what it answered. */
export function notReadSection({ run }: Figures): Block | null {
  const nodes = [...unreadNodesOf(run).values()];
  if (nodes.length === 0) return null;
  return section(
    { id: 'not-read', title: `Not read: ${counted(nodes.length, 'node')}`, listed: 'Not read' },
    list(
      nodes.map(({ moment, node, views, answer }) => {
        const when = moment === 'start' ? ', at the start' : '';
        // The answer comes first: what is cut at the end of a line says least.
        return { mark: 'bad', text: `${node}: ${answer} (${viewsText(views)}${when})` };
      }),
    ),
  );
}

/** Each node that could not be read, as it was the first time. */
export function unreadNodesOf(run: StoredRun): ReadonlyMap<NodeName, UnreadNode> {
  const first = new Map<NodeName, UnreadNode>();
  for (const each of unreadNodes(unreadViews(run))) if (!first.has(each.node)) first.set(each.node, each);
  return first;
}
