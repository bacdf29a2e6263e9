import { withoutCredentials } from '../../model/without-credentials.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Finding } from '../../model/run/finding.ts';
import type { View } from '../../model/run/reading.ts';
import { PYTHON_NODE_ROOT, type Run } from '../../model/run/run.ts';
import type { Check, Clue } from '../check.ts';
import { decidedBy } from './decided-by.ts';

/** An operation, or the name of a finding that no operation explains. */
export type Cause = number | string;

/** A clue with the check that found it. */
export interface FoundClue extends Clue {
  readonly check: Check;
  /** What it follows from; absent: it stands for itself. */
  readonly root?: Cause;
}

/** A clue as people read it: why the model expects otherwise, and how to see for oneself. */
export function findingOf(clue: FoundClue, run: Run): Finding {
  const { check, operation, node, title, predicted, observed, follows } = clue;
  const curl = curlOf(clue, run);
  return {
    check: check.name,
    severity: clue.severity ?? 'difference',
    operation,
    ...(node === undefined ? {} : { node }),
    title,
    predicted,
    observed,
    decidedBy: clue.decidedBy ?? decidedBy(operation, run),
    ...(curl === undefined ? {} : { curl }),
    ...(follows === undefined ? {} : { follows }),
  };
}

/** A shell line that shows a view of a node; `undefined` when the run has no targets. Never holds credentials. */
function curlOf({ node, view }: Clue, run: Run): string | undefined {
  if (node === undefined || view === undefined) return undefined;
  const { targets, dialects } = run.header;
  const target = targets?.[node];
  if (target === undefined) return undefined;
  const root = dialects?.[node]?.root ?? PYTHON_NODE_ROOT;
  return `curl -s '${withoutCredentials(target).replace(/\/+$/, '')}${root}/${pathOf(view, run)}'`;
}

function pathOf(view: View, run: Run): string {
  const directory = directoryOf(run.start);
  const token = 'token' in view && view.token !== undefined ? [directory.tokenAddressOf(view.token)] : [];
  const partner = 'partner' in view && view.partner !== undefined ? [directory.addressOf(view.partner)] : [];
  return [RESOURCES[view.kind], ...token, ...partner].join('/');
}

const RESOURCES: Readonly<Record<View['kind'], string>> = {
  channels: 'channels',
  channel: 'channels',
  history: 'payments',
  connections: 'connections',
  pending: 'pending_transfers',
};
