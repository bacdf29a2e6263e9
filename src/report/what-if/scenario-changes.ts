import { toJson } from '../../model/json.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { joined, type Sides } from './sides.ts';

/** A setting that is not the same in both runs: its value as text; `null` where a run has none. */
export interface ScenarioChange extends Sides<string | null> {
  /** As the scenario is kept in `run.json`: `networks[0].capacity.amount`. */
  readonly path: string;
}

// What a scenario is called and asks, and what it expects, changes nothing that happens.
const WORDS = ['name', 'question', 'description', 'expect', 'load'];

/** What was changed between two runs: every setting of their scenarios that differs, then how they were run. */
export function scenarioChanges(headers: Sides<RunHeader>): readonly ScenarioChange[] {
  return joined({ a: settingsOf(headers.a), b: settingsOf(headers.b) }, null)
    .filter(([, { a, b }]) => a !== b)
    .map(([path, sides]) => ({ path, ...sides }));
}

function settingsOf({ scenario, pace, versions }: RunHeader): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const plain = JSON.parse(toJson(scenario)) as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(plain)) if (!WORDS.includes(name)) add(settings, name, value);
  settings.set('pace', pace);
  settings.set('version of millrace', versions.millrace);
  return settings;
}

function add(settings: Map<string, string>, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    settings.set(path, String(value));
    return;
  }
  const isList = Array.isArray(value);
  if (isList && value.every((item) => typeof item !== 'object')) {
    settings.set(path, value.join(', '));
    return;
  }
  for (const [name, item] of Object.entries(value))
    add(settings, isList ? `${path}[${name}]` : `${path}.${name}`, item);
}
