import { complete } from '../../src/topology/generators/complete.ts';
import { corePeriphery } from '../../src/topology/generators/core-periphery.ts';
import { explicitChannels } from '../../src/topology/generators/explicit-channels.ts';
import { grid } from '../../src/topology/generators/grid.ts';
import { line } from '../../src/topology/generators/line.ts';
import { random } from '../../src/topology/generators/random.ts';
import { randomRegular } from '../../src/topology/generators/random-regular.ts';
import { ring } from '../../src/topology/generators/ring.ts';
import { scaleFree } from '../../src/topology/generators/scale-free.ts';
import { smallWorld } from '../../src/topology/generators/small-world.ts';
import { snapshot } from '../../src/topology/generators/snapshot.ts';
import { star } from '../../src/topology/generators/star.ts';
import type { TopologyGenerator } from '../../src/ports/topology.ts';

/** Every topology there is. */
export const allGenerators: readonly TopologyGenerator[] = [
  line,
  ring,
  star,
  complete,
  grid,
  random,
  scaleFree,
  smallWorld,
  randomRegular,
  corePeriphery,
  explicitChannels,
  snapshot,
] as readonly unknown[] as readonly TopologyGenerator[];
