import { z } from 'zod';
import { mapping, scalar } from '../text/schema.ts';
import { count, flag, integer } from './task-fields.ts';

const MOST_NODES = 10_000;

/** A scenario-player v2 file beside its tasks (docs/scenario-player.md); what starts and funds real nodes is left aside. */
export const playerFile = mapping({
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
                .looseObject({ deposit: flag().exactOptional(), balance_per_node: integer().exactOptional() })
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
});

/** The part of a file beside its tasks. */
export type PlayerFile = z.output<typeof playerFile>;

/** The options of a node that a simulation knows; the others belong to its process. */
export type NodeOptions = z.output<ReturnType<typeof options>>;

/** The command line options of a node. */
export function options() {
  return z.looseObject({
    'flat-fee': feePerToken().exactOptional(),
    'proportional-fee': feePerToken().exactOptional(),
    'proportional-imbalance-fee': feePerToken().exactOptional(),
    'cap-mediation-fees': flag().exactOptional(),
    'no-cap-mediation-fees': flag().exactOptional(),
    'default-settle-timeout': count(555_428).exactOptional(),
    'default-reveal-timeout': count(277_714).exactOptional(),
    'pathfinding-max-paths': count(100).exactOptional(),
    'enable-monitoring': flag().exactOptional(),
  });
}

/** The names of options that have an effect here. */
export const MODELLED_OPTIONS: ReadonlySet<string> = new Set(Object.keys(options().shape));

// `[token, fee]`, as on a command line, or several of them; there is one token.
function feePerToken() {
  const one = z.tuple([z.unknown(), integer()]).transform(([, fee]) => fee);
  return z.union([one, z.array(one).transform((fees) => fees.at(-1) ?? 0n)]);
}
