/** Things that happen one after the other, or together. */
export interface StepGroup<Leaf> {
  readonly kind: 'serial' | 'parallel';
  /** A person finds it by this. */
  readonly label: string;
  readonly repeat: number;
  /** Of parallel members, how many run at once; absent: all. */
  readonly atOnce?: number;
  readonly members: readonly StepMember<Leaf>[];
}

export type StepMember<Leaf> = { readonly leaf: Leaf } | { readonly group: StepGroup<Leaf> };

/** Places of steps in the list: whatever comes next starts when all of them have ended. */
type Ends = readonly number[];

/** The steps of a tree of groups in one list, each with those that it starts after; `stepsOf`: those of a leaf, in order. */
export function orderedSteps<Leaf, Step extends object>(
  root: StepGroup<Leaf>,
  stepsOf: (leaf: Leaf, way: readonly string[]) => readonly Step[],
): readonly (Step & { readonly after: Ends })[] {
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
    // Of a limited number of lanes each takes every so many members, in order.
    const lanes = atOnce ?? turns.length;
    const ends: Ends[] = [];
    turns.forEach(({ member, through }, at) => ends.push(add(member, ends[at - lanes] ?? after, through)));
    return ends.length === 0 ? after : [...new Set(ends.flat())];
  };
  addGroup(root, [], []);
  return steps;
}
