import type { NodeName } from '../../model/network/network.ts';
import { nodeLine } from '../../model/node-text.ts';
import { errorText } from '../../model/run/reason.ts';
import type { NodePlace } from '../../ports/node-api.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import { readErrors } from '../../rest/connect/read-answer.ts';
import { DIALECTS, dialectNamed } from '../../rest/dialect-named.ts';
import type { Target } from './target.ts';

/** Targets with the dialects that they speak by their own first answers. */
export interface HeardTargets {
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** The dialect that targets of which none is known were taken to speak; absent: they speak the Python node's. */
  readonly taken?: { readonly dialect: string; readonly by: NodeName };
  /** Targets that are said to speak another dialect than they answer in. */
  readonly mistaken: readonly {
    readonly node: NodeName;
    readonly said: string;
    readonly heard: string;
  }[];
}

// One node may be away; nodes of one list are mostly of one kind.
const MOST_ASKED = 3;
// A machine that is about to start a run may be busy for a second or two, and it does not wait for what it can do without.
const DEADLINE_MS = 3_000;

/** Asks the first targets which kind of node they are, by the endpoint that only some kinds have and by the words of a refusal. */
export async function hearDialects(targets: Readonly<Record<NodeName, Target>>): Promise<HeardTargets> {
  const first = Object.entries(targets).slice(0, MOST_ASKED);
  const heard = await Promise.all(
    first.map(async ([node, target]) => ({
      node,
      said: target.dialect,
      heard: heardOf(await dialectsOf(target), target.dialect),
    })),
  );
  const mistaken = heard.flatMap(({ node, said, heard: by }) =>
    said === undefined || by === undefined || said === by ? [] : [{ node, said, heard: by }],
  );
  const unsaid = heard.filter(({ said, heard: by }) => said === undefined && by !== undefined);
  const dialect = unsaid[0]?.heard;
  const isOne = unsaid.every(({ heard: by }) => by === dialect);
  if (dialect === undefined || !isOne || dialect === dialectNamed().name) return { targets, mistaken };
  const named = Object.entries(targets).map(([node, target]): [NodeName, Target] => [
    node,
    { dialect, ...target },
  ]);
  const by = unsaid.map(({ node }) => node).join(', ');
  return { targets: Object.fromEntries(named), taken: { dialect, by }, mistaken };
}

// A path parameter that is no address, which each kind of node refuses in its own words.
const NO_ADDRESS = '0xnothing';

// Some dialects refuse in the same words: then the node list decides, or else it is the Python node's.
function heardOf(fitting: readonly string[], said: string | undefined): string | undefined {
  return (
    [said, dialectNamed().name].find((name) => name !== undefined && fitting.includes(name)) ?? fitting[0]
  );
}

/** The dialects of a node that answers three reads as they do: address, settings, and one that is refused. */
async function dialectsOf({ baseUrl, headers }: NodePlace): Promise<readonly string[]> {
  const node = connectNode({ baseUrl, ...(headers && { headers }), deadlineMs: DEADLINE_MS });
  try {
    const [address, settings, refused] = await Promise.all([
      node.address(),
      node.settings(),
      node.tokenNetwork(NO_ADDRESS),
    ]);
    if (address.kind !== 'ok' || refused.kind !== 'refused') return [];
    const { root } = dialectNamed();
    const fitting = [...DIALECTS.values()].filter(({ endpoints, wording, ...dialect }) => {
      const { status, ...told } = wording.invalidAddress({ name: 'token_address', value: NO_ADDRESS });
      const words = 'text' in told ? told.text : JSON.stringify(told.body);
      const isWorded =
        refused.status === status && errorText(refused.errors) === errorText(readErrors(words));
      if (dialect.root !== root || !isWorded) return false;
      if (settings.kind === 'ok') return endpoints.settings !== undefined;
      const isUnknown = settings.kind === 'refused' && settings.status === wording.unknownPath.status;
      return endpoints.settings === undefined && isUnknown;
    });
    return fitting.map(({ name }) => name);
  } finally {
    await node.close();
  }
}

const LONGEST = 60;

/** The version that the first targets tell, `3.0.1`; those that differ parted by commas; absent: none tells one. */
export async function toldVersion(targets: Readonly<Record<NodeName, Target>>): Promise<string | undefined> {
  const first = Object.values(targets).slice(0, MOST_ASKED);
  const told = await Promise.all(first.map(versionOf));
  const versions = new Set(told.filter((version) => version !== undefined));
  return versions.size === 0 ? undefined : [...versions].sort().join(', ');
}

async function versionOf({ baseUrl, headers, dialect }: Target): Promise<string | undefined> {
  const speaks = { ...(headers && { headers }), ...(dialect !== undefined && { dialect }) };
  const node = connectNode({ baseUrl, deadlineMs: DEADLINE_MS, ...speaks });
  try {
    const answer = await node.version();
    return answer.kind === 'ok' && answer.value !== '' ? nodeLine(answer.value, LONGEST) : undefined;
  } finally {
    await node.close();
  }
}
