import { directoryOf } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';

/** A shell line that shows a view of a node; `undefined` when the run has no targets. Never holds credentials. */
export function curlOf({
  run,
  node,
  view,
}: {
  readonly run: Run;
  readonly node: NodeName;
  readonly view: View;
}): string | undefined {
  const target = run.header.targets?.[node];
  if (target === undefined) return undefined;
  return `curl -s '${withoutCredentials(target)}/api/v1/${pathOf(view, run)}'`;
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

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//').replace(/\/+$/, '');
}
