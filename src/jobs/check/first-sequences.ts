import { CHANGES_CHANNELS } from '../../model/run/operation.ts';
import type { Step } from '../../model/scenario/scenario.ts';
import { tokenOfSequences } from '../settle/settle-steps.ts';
import type { FirstSequences, MakeSequence, SequenceChoices } from './arbitraries/sequences.ts';
import { partnersOf } from './arbitraries/steps.ts';
import { type CalledNetwork, type Sequence, withSteps } from './sequence.ts';
import { cellsOfSpace, sequencesOfCells } from './arbitraries/space.ts';

/** The case files with which a check begins, read on demand: each takes some milliseconds. */
export interface FirstCases {
  /** Each in a network of its own: they end as dialects name it, and as chance has it once in a minute at most. */
  readonly rare: () => readonly Sequence[];
  /**
   * Every node of a given network is asked these in its turn, as node `self`: with its first `partner`, with the first
   * `stranger`, and what names `other` with some others, one after another.
   */
  readonly turns: () => readonly Sequence[];
}

// As many as the longest sequence that is drawn has.
const MOST_STEPS = 14;
// In a large network some nodes are asked, and each pays some of the others: beyond that, chance has its turn sooner.
const MOST_NODES = 12;
const MOST_OTHERS = 5;

/** Rare cases and the space of calls and states, where a bench has all for them. */
export function rareSequences(
  { rare }: FirstCases,
  { paces, stopsNodes, takesTime, opensAndCloses, looksBriefly, sharesIdentifiers }: SequenceChoices,
  seed: string,
): FirstSequences {
  if (!stopsNodes || !takesTime || !opensAndCloses) return { atOnce: [] };
  const brief = rare().map((sequence): Sequence => ({ ...sequence, looks: 'brief' }));
  // Its answers are compared moment by moment, or it would find little.
  const coversSpace = looksBriefly === true && paces.includes('scenario');
  const cells = coversSpace ? cellsOfSpace(seed) : [];
  const asked = cells.filter(({ repetition }) => sharesIdentifiers || repetition !== 'amidNamesakes');
  const sequenceOf = sequencesOfCells();
  const atOnce = [
    ...brief.filter(({ pace }) => paces.includes(pace)).map((sequence) => () => sequence),
    ...asked.map((cell) => () => sequenceOf(cell)),
  ];
  return { atOnce, coversSpace, between: paces };
}

// Those of a large network would take all of the time.
const MOST_CHANNELS = 12;

/** A sequence that pays one unit through each channel of a network, from each end that has one. */
export function everyChannel({ sequence, network }: CalledNetwork): Sequence {
  const token = tokenOfSequences(network);
  const open = network.filterEdges((_key, channel) => channel.token === token && channel.state === 'opened');
  const steps = open.slice(0, MOST_CHANNELS).flatMap((key): readonly Step[] => {
    const [one, other] = network.extremities(key);
    const { balance } = network.getEdgeAttributes(key);
    const pay = { kind: 'pay', token, amount: 1n, times: 1 } as const;
    return [
      ...(balance[0] > 0n ? [{ ...pay, from: one, to: other }] : []),
      ...(balance[1] > 0n ? [{ ...pay, from: other, to: one }] : []),
    ];
  });
  return withSteps(sequence, steps);
}

/** The first sequences in a network that is given: each of its nodes is asked for each kind of call, in a fixed order. */
export function everyNodesTurn(
  { turns }: FirstCases,
  { sequence, network }: CalledNetwork,
  choices: Pick<SequenceChoices, 'paces' | 'opensAndCloses' | 'mediates'> & {
    /** True where tries follow one another on the same nodes: what is closed stays so, and comes last. */
    readonly keepsNodes: boolean;
  },
): FirstSequences {
  const { paces, opensAndCloses, mediates = true, keepsNodes } = choices;
  if (!paces.includes('sequential')) return { atOnce: [] };
  const nodes = network.nodes().toSorted();
  const token = tokenOfSequences(network);
  const stepsOf = (self: string, steps: readonly Step[]): readonly Step[] => {
    const others = nodes.filter((node) => node !== self);
    const partners = partnersOf(self, network);
    const partner = others.find((node) => partners.has(node)) ?? others[0] ?? self;
    const stranger = others.find((node) => !partners.has(node)) ?? partner;
    const paid = mediates ? others.slice(0, MOST_OTHERS) : [partner];
    return steps.flatMap((step) =>
      'from' in step && [step.from, step.to].includes('other')
        ? paid.map((other) => inRoles(step, { self, other, token }))
        : [inRoles(step, { self, partner, stranger, token })],
    );
  };
  const [atOnce, waiting, ends]: [MakeSequence[], MakeSequence[], MakeSequence[]] = [[], [], []];
  for (const turn of turns()) {
    const steps = turn.scenario.steps.filter(({ kind }) => opensAndCloses || !OPENS_OR_CLOSES.has(kind));
    const list = steps.some(({ kind }) => ENDS.has(kind))
      ? ends
      : steps.some(({ kind }) => CHANGES_CHANNELS.has(kind))
        ? waiting
        : atOnce;
    const groups = nodes.slice(0, MOST_NODES).map((node) => stepsOf(node, steps));
    list.push(...inSequences(groups).map((each) => () => withSteps(sequence, each)));
  }
  return {
    atOnce,
    waiting: keepsNodes ? waiting : [...waiting, ...ends],
    ends: keepsNodes ? ends : [],
    ...(paces.includes('scenario') && { between: ['scenario'] }),
  };
}

const ENDS: ReadonlySet<Step['kind']> = new Set(['close', 'leave']);
const OPENS_OR_CLOSES: ReadonlySet<Step['kind']> = new Set([...ENDS, 'open']);

function inRoles(step: Step, names: Readonly<Record<string, string>>): Step {
  const of = (role: string): string => names[role] ?? role;
  if ('from' in step) return { ...step, from: of(step.from), to: of(step.to), token: of('token') };
  if (step.kind === 'leave') return { ...step, node: of(step.node), token: of('token') };
  return 'node' in step ? { ...step, node: of(step.node) } : step;
}

// Calls of the same node stay together.
function inSequences(groups: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  const sequences: Step[][] = [];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const last = sequences.at(-1);
    if (last !== undefined && last.length + group.length <= MOST_STEPS) last.push(...group);
    else sequences.push([...group]);
  }
  return sequences;
}
