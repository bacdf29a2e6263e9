import type { Mutant } from './mutant.ts';

/** Nodes that answer nothing any more once they were asked for two things at a time. */
export const DEADLOCKS: readonly Mutant[] = [
  {
    name: 'deadlock-when-asked-twice',
    what: 'a node that is asked for something while it has not answered something else answers nothing from then on',
    file: 'simulator/open-requests',
    from: 'this.#open ??= new LinkedList();',
    to: 'if (this.#open?.first !== undefined) this.hold(); this.#open ??= new LinkedList();',
  },
];
