import { type Document, type ErrorCode, isNode, isScalar, visit } from 'yaml';
import { describeFault, type InputFault } from '../../errors.ts';

/** A fault of a YAML text, at an offset into it. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Everything that keeps a parsed document from being read as plain values. */
export function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  const syntax = [...document.errors, ...document.warnings].map(
    ({ code, message, pos: [offset] }): YamlFault => ({ offset, ...inOurWords(code, message) }),
  );
  return syntax.length > 0 ? syntax : nodeFaults(document);
}

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'indent with spaces',
  MULTIPLE_DOCS: 'a scenario file holds one document',
  TAG_RESOLVE_FAILED: 'tags are not used here; quote the text if no tag is meant',
};

function inOurWords(code: ErrorCode, message: string): Omit<YamlFault, 'offset'> {
  // The parser recurses, so hostile nesting exhausts the stack.
  if (message.includes('call stack')) return { message: 'nested too deeply' };
  // After the semicolon it goes on about its own functions.
  return { message: message.split(';')[0] ?? message, hint: HINTS[code] };
}

const DUPLICATE = { message: 'Map keys must be unique', hint: 'remove one of the two, or merge them' };

// JavaScript's own word: validation passes it over, so it would be neither read nor refused.
const RESERVED_KEY = '__proto__';

function nodeFaults(document: Document.Parsed): readonly YamlFault[] {
  const aliases: YamlFault[] = [];
  const keys: YamlFault[] = [];
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const offset = offsetOf(alias);
      const target = alias.resolve(document);
      if (target === undefined)
        aliases.push({
          offset,
          message: `*${alias.source} stands for nothing: no &${alias.source} before it`,
          hint: 'quote the text if no alias is meant',
        });
      else if (ancestors.includes(target))
        aliases.push({ offset, message: `*${alias.source} contains itself` });
    },
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) keys.push({ offset: offsetOf(key), ...DUPLICATE });
        seen.add(name);
      }
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && key.value === RESERVED_KEY)
        keys.push({
          offset: offsetOf(key),
          message: `a key cannot be named ${RESERVED_KEY}`,
          hint: 'choose another name',
        });
    },
  });
  return [...aliases, ...keys];
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

// More than a screen of faults hides the first ones; most of the others follow from them.
const MOST_SHOWN = 20;

/** The first twenty faults, each once, then how many more there are. */
export function limitFaults(faults: readonly InputFault[]): readonly InputFault[] {
  const different = [...new Map(faults.map((fault) => [describeFault(fault), fault])).values()];
  const rest = different.length - MOST_SHOWN;
  if (rest <= 0) return different;
  return [
    ...different.slice(0, MOST_SHOWN),
    { message: `and ${rest} more ${rest === 1 ? 'fault' : 'faults'}` },
  ];
}
