import type { CaseFound } from '../../model/check/counterexample.ts';
import { toJson } from '../../model/json.ts';
import type { NodeName } from '../../model/network/network.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import { type Target, targetsByName } from '../targets/target.ts';

// Pages of one entry, as far as anybody pages by hand.
const MOST_PAGES = 4;

/** What is wrong with the pages of a node's history, held against the whole of it; undefined: nothing. */
export async function probePages({
  targets,
  deadlineMs,
  onCall,
}: {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly deadlineMs: number;
  readonly onCall: () => void;
}): Promise<CaseFound | undefined> {
  for (const [name, { address: _address, ...place }] of Object.entries(targetsByName(targets))) {
    const node = connectNode({ ...place, deadlineMs });
    try {
      onCall();
      const whole = await node.payments();
      if (whole.kind !== 'ok') continue;
      for (const [offset, entry] of whole.value.slice(0, MOST_PAGES).entries()) {
        onCall();
        const page = await node.payments({ limit: 1, offset });
        const observed = page.kind === 'ok' ? toJson(page.value) : page.kind;
        const predicted = toJson([entry]);
        if (observed !== predicted) return found(name, offset, { predicted, observed });
      }
    } finally {
      await node.close();
    }
  }
  return undefined;
}

function found(name: NodeName, offset: number, sides: Pick<CaseFound, 'predicted' | 'observed'>): CaseFound {
  return {
    check: 'history',
    title: `${name} lists another entry at offset ${offset} than in its whole history`,
    ...sides,
  };
}
