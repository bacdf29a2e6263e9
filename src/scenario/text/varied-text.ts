import { isCollection, isNode, parseDocument } from 'yaml';
import { InputError } from '../../errors.ts';
import type { ScenarioText } from '../parse-scenario.ts';

/** A field path and what it is set to, as it would stand in the file. */
export interface Setting {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The text of a scenario with fields set to other values, comments and order kept. Throws InputError for a path that
 * leads through something that is neither mapping nor list.
 */
export function variedText(
  { file, text }: Pick<ScenarioText, 'file' | 'text'>,
  settings: readonly Setting[],
): string {
  if (settings.length === 0) return text;
  const document = parseDocument(text, { intAsBigInt: true, logLevel: 'error' });
  for (const { path, value } of settings) {
    const steps = pathSteps(path);
    requireWay(document, { file, path, steps });
    document.setIn(steps, document.createNode(value));
  }
  return String(document);
}

/** `traffic[0].amounts.sigma` as keys and indices. */
export function pathSteps(path: string): readonly (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function requireWay(
  document: ReturnType<typeof parseDocument>,
  {
    file,
    path,
    steps,
  }: { readonly file: string; readonly path: string; readonly steps: readonly (string | number)[] },
): void {
  for (let length = 1; length < steps.length; length += 1) {
    const node = document.getIn(steps.slice(0, length), true);
    if (node === undefined || isCollection(node)) continue;
    // An empty value becomes a mapping.
    if (isNode(node) && node.toJS(document) === null) continue;
    const found = steps.slice(0, length).join('.');
    throw new InputError({
      place: { file },
      message: `plan.vary: ${path} leads through ${found}, which is a single value`,
      hint: `Vary ${found} itself, or write it as a mapping in the scenario.`,
    });
  }
}
