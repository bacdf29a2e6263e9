import { parseDocument } from 'yaml';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { ScenarioText } from '../parse-scenario.ts';

// More channels than this are a snapshot's; a scenario of a megabyte is not read by a person.
const MOST_CHANNELS = 5000;

/** What a settled text fixes beside the channels. */
export interface Settled {
  readonly seed: string;
  readonly network: Network;
  /** What must hold, as an expectation. */
  readonly goal: string;
  readonly fees: Readonly<Record<string, FeeSchedule>>;
}

/**
 * A scenario like another, whose channels are those of a network, each with its deposits: what planning has found,
 * ready to be simulated, replayed or planned on. `undefined` for several tokens or too many channels.
 */
export function settledText(source: Pick<ScenarioText, 'text'>, settled: Settled): string | undefined {
  const { seed, network, goal, fees } = settled;
  if (network.getAttribute('tokens').length !== 1 || network.size > MOST_CHANNELS) return undefined;
  const document = parseDocument(source.text, { intAsBigInt: true, logLevel: 'error' });
  const at = document.has('networks') ? ['networks', 0] : ['network'];
  document.setIn([...at, 'topology'], document.createNode({ channels: channelsOf(network) }));
  for (const field of ['capacity', 'split', 'totalDeposit']) document.deleteIn([...at, field]);
  document.set('seed', seed);
  document.set('expect', document.createNode([goal]));
  document.delete('plan');
  for (const [node, schedule] of Object.entries(fees))
    document.setIn(['nodes', node, 'fees'], document.createNode(schedule));
  return document.toString({ lineWidth: 110 });
}

function channelsOf(network: Network): readonly object[] {
  return network.mapEdges((_key, { totalDeposit }, source, target) => ({
    between: [source, target],
    deposits: [...totalDeposit],
  }));
}
