// Runs TypeScript sources as they are. What is imported with `?mutant`, and all that it imports, is a second copy of
// them, in which one line of one file reads otherwise.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const MUTANT = '?mutant';
let mutant;

export function initialize(given) {
  mutant = given;
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const isCopied = context.parentURL?.endsWith(MUTANT) === true && resolved.url.endsWith('.ts');
  return isCopied ? { ...resolved, url: `${resolved.url}${MUTANT}` } : resolved;
}

export async function load(url, context, next) {
  const isMutant = url.endsWith(MUTANT);
  const sourceUrl = isMutant ? url.slice(0, -MUTANT.length) : url;
  if (!sourceUrl.endsWith('.ts')) return await next(url, context);
  const file = fileURLToPath(sourceUrl);
  const text = readFileSync(file, 'utf8');
  const source = isMutant ? mutated(text, file) : text;
  return { format: 'module', source: transformSync(file, source).code, shortCircuit: true };
}

function mutated(source, file) {
  if (mutant === undefined || !file.endsWith(`/src/${mutant.file}.ts`)) return source;
  const [before, after, ...others] = source.split(mutant.from);
  if (after === undefined || others.length > 0)
    throw new Error(`${mutant.name}: expected once in ${mutant.file}: ${mutant.from}`);
  return `${before}${mutant.to}${after}`;
}
