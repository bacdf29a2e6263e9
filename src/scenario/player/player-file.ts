import { z } from 'zod';
import { mapping, scalar } from '../text/schema.ts';
import { count, flag, integer, options } from './task-fields.ts';

const MOST_NODES = 10_000;

/** A scenario-player v2 file beside its tasks (docs/scenario-player.md); what starts and funds real nodes is left aside. */
export const playerFile = z.lazy(() =>
  mapping({
    version: scalar({
      expected: '2, the version of the format that is read',
      read: (value) => (value === 2 ? (2 as const) : undefined),
      json: { const: 2 },
    }),
    settings: z
      .looseObject({
        services: z
          .looseObject({
            pfs: z.looseObject({ url: z.unknown().exactOptional() }).nullish(),
            udc: z
              .looseObject({
                enable: flag().exactOptional(),
                token: z
                  .looseObject({
                    deposit: flag().exactOptional(),
                    balance_per_node: integer().exactOptional(),
                  })
                  .nullish(),
              })
              .nullish(),
          })
          .nullish(),
      })
      .nullish(),
    token: z
      .looseObject({
        balance_min: integer().exactOptional(),
        balance_fund: integer().exactOptional(),
        decimals: count(255).exactOptional(),
      })
      .nullish(),
    nodes: z.looseObject({
      count: count(MOST_NODES),
      default_options: options().nullish(),
      node_options: z.record(z.string(), options().nullable()).nullish(),
    }),
    scenario: z.unknown(),
  }),
);

/** The part of a file beside its tasks. */
export type PlayerFile = z.output<typeof playerFile>;
