import type { Mutant } from './mutant.ts';

/** Nodes that go wrong when another is slow. */
export const SLOW_NODES: readonly Mutant[] = [
  {
    name: 'secret-revealed-too-late',
    what: 'a payee that is told the secret after the lock expired claims the payment all the same',
    file: 'simulator/raiden/transfers',
    from: 'if (attempt.over || this.#world.blocks.latest >= last.expiration) return;',
    to: 'if (attempt.over) return;',
  },
];
