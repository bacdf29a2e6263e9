import { isAddress } from '../../model/network/address.ts';
import { z } from 'zod';
import { InputError, type InputFault, type Place } from '../../errors.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import { DEFAULT_TIMEOUTS, type NodeName } from '../../model/network/network.ts';
import type { NodeSpec, ProtocolSpec, Scenario, Step } from '../../model/scenario/scenario.ts';
import { FaultList } from '../text/fault-list.ts';
import { suggestion } from '../text/suggestion.ts';
import { readYaml, type YamlDocument } from '../text/yaml-document.ts';
import { mapping, scalar } from '../text/schema.ts';
import { CurrentOptions, type NodeOptions, nodeSpec, options } from './node-options.ts';
import { renderTemplate } from './render-template.ts';
import type { Rendered } from './template-lines.ts';
import { count, flag, integer, type NodeReference } from './task-values.ts';
import type { StepMember } from '../step-order.ts';
import { type Leaf, type PlayerTask, readTask, type TaskLeaf, taskSteps, taskTree } from './task-tree.ts';

/** A scenario-player file with what it is rendered with. */
export interface PlayerSource {
  readonly file: string;
  readonly text: string;
  /** By name; integers as bigint. */
  readonly environment: Readonly<Record<string, unknown>>;
  /** Checks no more than the original does: options that it does not know, and arguments of events. */
  readonly asWritten: boolean;
  /** The rules payments run by, where the file says nothing of them. */
  readonly protocol: ProtocolSpec;
}

/** A scenario-player file as it was read. */
export interface ReadPlayerFile {
  readonly scenario: Scenario;
  /** Its steps in their groups. */
  readonly tree: StepMember<TaskLeaf>;
  /** The steps of such a tree. */
  readonly stepsOf: (tree: StepMember<TaskLeaf>) => readonly Step[];
  /** Where in the file the key at a path stands. */
  readonly placeOf: YamlDocument['placeOfKey'];
}

/** True for a file of scenario-player: it has a tree of tasks where ours has a question. */
export function isPlayerFile(text: string): boolean {
  return /^scenario\s*:/m.test(text) && /^nodes\s*:/m.test(text) && !/^question\s*:/m.test(text);
}

const MOST_NODES = 10_000;

/** A scenario-player v2 file beside its tasks (docs/scenario-player.md); what starts and funds real nodes is left aside. */
const playerFile = z.lazy(() =>
  mapping({
    version: scalar({
      expected: '2, the version of the format that is read',
      read: (value) => (value === 2 ? (2 as const) : undefined),
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
type PlayerFile = z.output<typeof playerFile>;

/** The only token of a scenario-player file. */
const TOKEN = 'TKN';
// The original gives each node so much (docs/scenario-player.md).
const DEFAULT_BALANCE = 50_000n;
const DEFAULT_USER_DEPOSIT = 5_000n;

/** Reads a scenario-player v2 file. Throws InputError with everything that is wrong, by the lines of the template. */
export function readPlayerFile(source: PlayerSource): ReadPlayerFile {
  const rendered = renderTemplate(source, source.environment);
  const document = readRendered(source.file, rendered);
  const faults = new FaultList(document);
  const read = playerFile.safeParse(document.value);
  if (!read.success) faults.addIssues(read.error.issues);
  const { asWritten } = source;
  const written = (document.value as { readonly scenario?: unknown } | null)?.scenario;
  const root = readTask(written, ['scenario'], { faults, asWritten });
  if (!read.success || root === undefined || !faults.isEmpty) throw faults.toError();
  const names = nodeNames(read.data, root, { document, faults });
  checkStored(root, faults);
  if (!faults.isEmpty) throw faults.toError();
  const scenario = scenarioOf(read.data, source, names);
  const placeOf = (path: Parameters<YamlDocument['placeOf']>[0]): string =>
    `${source.file}:${document.placeOfKey(path).line ?? 1}`;
  const { nodes, settings } = read.data;
  const current = new CurrentOptions((index) => optionsOf(nodes, index), {
    userDeposit: userDepositIn(settings),
  });
  const context = { options: current, placeOf, token: TOKEN, nodeOf, nodes: names.own, asWritten };
  const tree = taskTree(root, context);
  const stepsOf: ReadPlayerFile['stepsOf'] = (members) => taskSteps(members, faults);
  const steps = stepsOf(tree);
  if (!faults.isEmpty) throw faults.toError();
  return { scenario: { ...scenario, steps }, tree, stepsOf, placeOf: (path) => document.placeOfKey(path) };
}

// Faults and places by the lines that a person sees.
function readRendered(file: string, { text, sourceLine }: Rendered): YamlDocument {
  const inSource = <P extends Place>(place: P): P =>
    place.line === undefined ? place : { ...place, line: sourceLine(place.line) };
  try {
    const document = readYaml({ file, text });
    return {
      value: document.value,
      placeOf: (path) => inSource(document.placeOf(path)),
      placeOfKey: (path) => inSource(document.placeOfKey(path)),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const faults = error.faults.map(
      (fault): InputFault => (fault.place === undefined ? fault : { ...fault, place: inSource(fault.place) }),
    );
    throw new InputError(faults);
  }
}

interface NodeNames {
  /** Nodes of the file, by index. */
  readonly own: readonly NodeName[];
  /** Addresses that tasks name beside them: nobody runs there. */
  readonly strangers: readonly NodeName[];
}

/** The name of a node by its index; an address stands for itself. */
function nodeOf(reference: NodeReference): NodeName {
  return typeof reference === 'number' ? `node${reference}` : reference;
}

function nodeNames(
  { nodes }: PlayerFile,
  root: PlayerTask,
  { document, faults }: { readonly document: YamlDocument; readonly faults: FaultList },
): NodeNames {
  const strangers = new Set<NodeName>();
  for (const { path, reference } of referencesIn(root)) {
    if (typeof reference === 'string') strangers.add(reference);
    else if (reference >= nodes.count)
      faults.at(
        path,
        `found node ${reference}, expected an index below the ${nodes.count} of nodes.count in line ${document.placeOf(['nodes', 'count']).line ?? 1}`,
      );
  }
  return { own: Array.from({ length: nodes.count }, (_, at) => nodeOf(at)), strangers: [...strangers] };
}

// A key that nothing stores is looked up in vain, whenever that is.
function checkStored(root: PlayerTask, faults: FaultList): void {
  const tasks = leavesIn(root).map((task) => ({ ...task, options: Object(task.options) as StoredOptions }));
  const stored = new Set(
    tasks.flatMap(({ kind, options: { key } }) =>
      kind === 'store_channel_info' && key !== undefined ? [key] : [],
    ),
  );
  for (const {
    path,
    options: { channel_info_key: key },
  } of tasks) {
    if (key === undefined || stored.has(key)) continue;
    const expected = 'a key that a `store_channel_info` task stores';
    faults.unexpected([...path, 'channel_info_key'], expected, suggestion(key, stored));
  }
}

interface StoredOptions {
  readonly key?: string;
  readonly channel_info_key?: string;
}

function leavesIn(task: PlayerTask): readonly Leaf[] {
  return 'tasks' in task ? task.tasks.flatMap(leavesIn) : [task];
}

const NAMING_OPTIONS = ['from', 'to', 'source', 'target', 'initiator', 'partner', 'node', 'expected_routes'];

function referencesIn(
  task: PlayerTask,
): readonly { readonly path: PlayerTask['path']; readonly reference: NodeReference }[] {
  if ('tasks' in task) return task.tasks.flatMap(referencesIn);
  const given = Object(task.options) as Readonly<Record<string, NodeReference | readonly NodeReference[][]>>;
  return NAMING_OPTIONS.flatMap((name) =>
    [given[name] ?? []].flat(2).map((reference) => ({ path: [...task.path, name], reference })),
  );
}

function scenarioOf(
  { nodes, token, settings }: PlayerFile,
  { file, environment, protocol }: PlayerSource,
  names: NodeNames,
): Scenario {
  const userDeposit = userDepositIn(settings);
  const specs = names.own.map((name, index): [NodeName, NodeSpec] => [
    name,
    nodeSpec(optionsOf(nodes, index), { userDeposit }),
  ]);
  const absent = names.strangers.map((name): [NodeName, NodeSpec] => [
    name,
    { online: false, ...(isAddress(name) ? {} : { misspelled: true as const }) },
  ]);
  const price = priceOf(settings, environment);
  return {
    name: (file.split(/[/\\]/).at(-1) ?? file).replace(/\.(ya?ml|json)$/i, '') || 'scenario',
    question: 'Does every task end as the file says?',
    seed: '1',
    tokens: [
      { name: TOKEN, decimals: token?.decimals ?? 0, balancePerNode: token?.balance_fund ?? DEFAULT_BALANCE },
    ],
    networks: [
      {
        token: TOKEN,
        topology: { kind: 'channels', channels: [] },
        capacity: { kind: 'fixed', amount: 0n },
        split: { kind: 'equal' },
        fees: NO_FEES,
        ...DEFAULT_TIMEOUTS,
      },
    ],
    nodes: Object.fromEntries([...specs, ...absent]),
    protocol: {
      ...protocol,
      ...(price === 0n ? {} : { pathFindingPrice: price }),
    },
    traffic: [],
    steps: [],
    expect: [],
  };
}

function optionsOf({ default_options, node_options }: PlayerFile['nodes'], index: number): NodeOptions {
  return { ...default_options, ...node_options?.[index] };
}

function userDepositIn(settings: PlayerFile['settings']): bigint {
  const udc = settings?.services?.udc;
  if (udc?.enable !== true || udc.token?.deposit !== true) return 0n;
  return udc.token.balance_per_node ?? DEFAULT_USER_DEPOSIT;
}

// The file names a service by its URL; which one takes money the environment says.
function priceOf(settings: PlayerFile['settings'], environment: PlayerSource['environment']): bigint {
  const url = settings?.services?.pfs?.url;
  const { pfs_with_fee: dear, pfs_fee: price } = environment;
  return url !== undefined && url !== null && url === dear && typeof price === 'bigint' ? price : 0n;
}
