import type { Network } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';
import { startedWithSettings } from '../../model/scenario/node-settings.ts';

/**
 * The network that a run began with, as far as that held until its end: what a node charges that a step starts with other
 * fees is not known, and it asks for as many paths as it ever does.
 */
export function lastingStart({ start, header }: Pick<Run, 'start' | 'header'>): Network {
  const { steps, protocol } = header.scenario;
  const started = startedWithSettings(steps).filter(({ node }) => start.hasNode(node));
  if (started.length === 0) return start;
  const lasting = start.copy();
  for (const {
    node,
    settings: { fees, maxPaths = 0 },
  } of started) {
    if (fees !== undefined) lasting.removeNodeAttribute(node, 'fees');
    lasting.updateNodeAttribute(node, 'maxPaths', (before = protocol.maxPaths) => Math.max(before, maxPaths));
  }
  return lasting;
}
