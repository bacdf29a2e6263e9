import { complete } from '../../src/topology/complete.ts';
import { corePeriphery } from '../../src/topology/core-periphery.ts';
import { explicitChannels } from '../../src/topology/explicit-channels.ts';
import { grid } from '../../src/topology/grid.ts';
import { line } from '../../src/topology/line.ts';
import { random } from '../../src/topology/random.ts';
import { randomRegular } from '../../src/topology/random-regular.ts';
import { ring } from '../../src/topology/ring.ts';
import { scaleFree } from '../../src/topology/scale-free.ts';
import { smallWorld } from '../../src/topology/small-world.ts';
import { snapshot } from '../../src/topology/snapshot.ts';
import { star } from '../../src/topology/star.ts';
import type { TopologyGenerator } from '../../src/ports.ts';

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
