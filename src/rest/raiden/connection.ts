import { z } from 'zod';
import type { Connection } from '../../model/run/answer.ts';
import { wireAddress } from '../wire/address.ts';
import { wireAmount, wireCount } from '../wire/integer.ts';

/** Joined token networks: an object keyed by token address (api.md 4.3). */
export const wireConnections = z
  .codec(
    z.record(wireAddress, z.object({ sum_deposits: wireAmount, channels: wireCount })),
    z.custom<readonly Connection[]>(),
    {
      decode: (wire) =>
        Object.entries(wire).map(([token, { sum_deposits, channels }]) => ({
          tokenAddress: token as Connection['tokenAddress'],
          sumDeposits: sum_deposits,
          channels,
        })),
      encode: (connections) =>
        Object.fromEntries(
          connections.map(({ tokenAddress, sumDeposits, channels }) => [
            tokenAddress,
            { sum_deposits: sumDeposits, channels },
          ]),
        ) as Record<Connection['tokenAddress'], { sum_deposits: bigint; channels: number }>,
    },
  )
  .meta({ id: 'Connections' });
