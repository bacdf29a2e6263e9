import type { NodeName } from '../../model/network/network.ts';
import type { PaidRun } from './failure-changes.ts';
import { type Changed, mostChanged } from './most-changed.ts';
import { eachSide, joined, type Sides } from './sides.ts';

/** What a node did in a run, in payments. */
export interface NodeFigures {
  /** Asked of it as the initiator. */
  readonly tried: number;
  /** Of these, succeeded. */
  readonly paid: number;
  /** Received as the target. */
  readonly got: number;
  /** Passed on as a mediator, of payments that succeeded. */
  readonly passedOn: number;
  /** Failed because the model refused at this node. */
  readonly refused: number;
}

/** A node in both runs; `null` where it is not part of the network. */
export interface NodeChange extends Sides<NodeFigures | null> {
  readonly node: NodeName;
}

/** The nodes that did something else, most changed first. */
export function nodeChanges(sides: Sides<PaidRun>): Changed<NodeChange> {
  const changes = joined(eachSide(sides, figuresOf), null).map(([node, figures]) => ({ node, ...figures }));
  return mostChanged(changes, {
    weigh: ({ a, b }) => difference(a, b),
    nameOf: ({ node }) => node,
  });
}

const FIGURES = ['tried', 'paid', 'got', 'passedOn', 'refused'] as const;

function difference(a: NodeFigures | null, b: NodeFigures | null): number {
  return FIGURES.reduce((sum, figure) => sum + Math.abs((b?.[figure] ?? 0) - (a?.[figure] ?? 0)), 0);
}

type Counters = Record<(typeof FIGURES)[number], number>;

function figuresOf({ run, payments }: PaidRun): ReadonlyMap<NodeName, NodeFigures> {
  const nodes = new Map<NodeName, Counters>();
  run.start.forEachNode(
    (node) => void nodes.set(node, { tried: 0, paid: 0, got: 0, passedOn: 0, refused: 0 }),
  );
  const count = (node: NodeName, figure: keyof Counters): void => {
    const counters = nodes.get(node);
    if (counters) counters[figure] += 1;
  };
  for (const { request, result, trace, place } of payments) {
    count(request.node, 'tried');
    if (result === 'succeeded') {
      count(request.node, 'paid');
      count(request.target, 'got');
      for (const mediator of trace?.path.slice(1, -1) ?? []) count(mediator, 'passedOn');
    } else if (place) count(place.at, 'refused');
  }
  return nodes;
}
