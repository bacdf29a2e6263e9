// Runs TypeScript sources as they are, one file of them with one line that reads otherwise.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

let mutant;

export function initialize(given) {
  mutant = given;
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return await next(url, context);
  const file = fileURLToPath(url);
  const source = mutated(readFileSync(file, 'utf8'), file);
  return { format: 'module', source: transformSync(file, source).code, shortCircuit: true };
}

function mutated(source, file) {
  if (mutant === undefined || !file.endsWith(`/src/${mutant.file}.ts`)) return source;
  const [before, after, ...others] = source.split(mutant.from);
  if (after === undefined || others.length > 0)
    throw new Error(`${mutant.name}: expected once in ${mutant.file}: ${mutant.from}`);
  return `${before}${mutant.to}${after}`;
}
