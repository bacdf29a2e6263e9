import { isCollection, isMap, isSeq, parseDocument } from 'yaml';

/** The parts of a case beside its network. */
export interface CaseParts {
  readonly question: string;
  readonly seed: string;
  /** Steps as they are written. */
  readonly steps: readonly unknown[];
  /** The finding that it shows; absent: none yet. */
  readonly found?: unknown;
  /** Lines above everything else, without the number sign. */
  readonly comment?: string;
}

// Keys of a scenario that a case does without: only its steps happen.
const LEFT_OUT = [
  'description',
  'traffic',
  'expect',
  'load',
  'plan',
  'churn',
  'griefing',
  'messages',
  'case',
];

/** A scenario of the same network and protocol in which only these steps happen. */
export function caseText(text: string, { question, seed, steps, found, comment }: CaseParts): string {
  const document = parseDocument(text, { intAsBigInt: true, logLevel: 'error' });
  for (const key of LEFT_OUT) document.delete(key);
  document.set('question', question);
  document.set('seed', seed);
  document.set('steps', document.createNode(steps));
  if (found !== undefined) document.set('case', document.createNode(found));
  document.commentBefore = comment === undefined ? null : comment;
  // Steps, channels and fees are written on one line each.
  for (const item of itemsOf(document.get('steps')))
    if (isMap(item)) for (const { value } of item.items) flat(value);
  for (const item of itemsOf(document.getIn(['network', 'topology', 'channels']))) flat(item);
  flat(document.getIn(['network', 'fees']));
  return document.toString({ lineWidth: 0 });
}

function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : [];
}

function flat(node: unknown): void {
  if (isCollection(node)) node.flow = true;
}
