import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FirstCases } from '../../jobs/check/first-sequences.ts';
import { readSequence, type Sequence } from '../../jobs/check/sequence.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Contract } from '../../rest/contract/contract-case.ts';
import { parseContract } from '../../rest/contract/contract-file.ts';
import { readYaml } from '../../scenario/text/yaml-document.ts';
import { readInputFile } from '../files/input-file.ts';

function folderOf(name: string): string {
  return fileURLToPath(new URL(`../../../src/cli/check/${name}/`, import.meta.url));
}

/** The case files of the package with which a check begins. */
export function readFirstCases(): FirstCases {
  return { rare: () => sequencesIn('rare'), turns: () => sequencesIn('turns') };
}

function sequencesIn(name: string): readonly Sequence[] {
  const folder = folderOf(`sequences/${name}`);
  return readdirSync(folder)
    .toSorted()
    .map((file) => readSequence(readFileSync(join(folder, file), 'utf8')));
}

const contracts = new Map<string, Contract>();

/** The contract of a dialect, from the file of its name in the package. */
export function readContract(dialect: string): Contract {
  return madeOnce(contracts, dialect, () => {
    const file = `${folderOf('contracts')}${dialect}.yaml`;
    const { value } = readYaml({ file, text: readInputFile(file, 'a contract in YAML') });
    return parseContract({ file, value, contractOf: readContract });
  });
}
