import type { FaultList } from './text/fault-list.ts';
import type { PathStep } from './text/yaml-document.ts';

/** Things that happen one after the other, or together. */
export interface StepGroup<Leaf> {
  readonly kind: 'serial' | 'parallel';
  /** A person finds it by this. */
  readonly label: string;
  /** Where it stands in its file. */
  readonly path: readonly PathStep[];
  readonly repeat: number;
  /** How many parallel members run at once; absent: all. */
  readonly atOnce?: number;
  readonly members: readonly StepMember<Leaf>[];
}

export type StepMember<Leaf> = { readonly leaf: Leaf } | { readonly group: StepGroup<Leaf> };

/** Places of steps in the list: whatever comes next starts when all of them have ended. */
type Ends = readonly number[];

// A step takes a kilobyte before anything runs.
const MOST_STEPS = 200_000;

/**
 * The steps of a tree of groups in one list, each with those that it starts after; `stepsOf`: those of a leaf, in order.
 * None, and a fault, where groups within groups repeat them too often.
 */
export function orderedSteps<Leaf, Step extends object>(
  root: StepGroup<Leaf>,
  stepsOf: (leaf: Leaf, way: readonly string[]) => readonly Step[],
  faults: FaultList,
): readonly (Step & { readonly after: Ends })[] {
  if (!isFewSteps(root, (leaf) => stepsOf(leaf, []).length, faults)) return [];
  const steps: (Step & { readonly after: Ends })[] = [];
  const add = (member: StepMember<Leaf>, after: Ends, way: readonly string[]): Ends => {
    if ('group' in member) return addGroup(member.group, after, way);
    let last = after;
    for (const step of stepsOf(member.leaf, way)) {
      steps.push({ ...step, after: last });
      last = [steps.length - 1];
    }
    return last;
  };
  const addGroup = (group: StepGroup<Leaf>, after: Ends, way: readonly string[]): Ends => {
    const { kind, label, repeat, members, atOnce } = group;
    const turns = Array.from({ length: repeat }, (_, turn) => {
      const through = [...way, repeat === 1 ? label : `${label} (${turn + 1} of ${repeat})`];
      return members.map((member) => ({ member, through }));
    }).flat();
    if (kind === 'serial')
      return turns.reduce((before, { member, through }) => add(member, before, through), after);
    // Each of a limited number of lanes takes every so many members, in order.
    const lanes = atOnce ?? turns.length;
    const ends: Ends[] = [];
    turns.forEach(({ member, through }, at) => ends.push(add(member, ends[at - lanes] ?? after, through)));
    return ends.length === 0 ? after : [...new Set(ends.flat())];
  };
  addGroup(root, [], []);
  return steps;
}

function isFewSteps<Leaf>(
  root: StepGroup<Leaf>,
  countOf: (leaf: Leaf) => number,
  faults: FaultList,
): boolean {
  // Undefined: too many. A turn without steps takes its time, too.
  const count = ({ repeat, members, path }: StepGroup<Leaf>): number | undefined => {
    let each = 0;
    for (const member of members) {
      const steps = 'group' in member ? count(member.group) : countOf(member.leaf);
      if (steps === undefined) return undefined;
      each += steps;
    }
    const all = repeat * Math.max(1, each);
    if (all <= MOST_STEPS) return all;
    faults.at(
      path,
      `found ${repeat === 1 ? '' : `${repeat} times `}${each} steps, expected at most ${MOST_STEPS} when groups are written out`,
      'lower a `repeat` of this group or within it; many payments go into `traffic` or `times`',
    );
    return undefined;
  };
  return count(root) !== undefined;
}
