import { InputError } from '../../errors.ts';
import { convertedText, inPlayerFile } from '../../scenario/player/converted-text.ts';
import type { PlayerSource } from '../../scenario/player/player-scenario.ts';
import { parseScenario, readPlayer } from '../parse-scenario.ts';
import { withoutSleeps } from './without-sleeps.ts';

/** A scenario-player file as one of ours. Throws InputError for what ours cannot say. */
export async function convertPlayer(source: Omit<PlayerSource, 'protocol'>): Promise<string> {
  const read = readPlayer(source);
  try {
    parseScenario({ file: source.file, text: convertedText(read), readFile: () => '' });
  } catch (error) {
    throw error instanceof InputError ? inPlayerFile(error, read, source.file) : error;
  }
  return convertedText({ ...read, tree: await withoutSleeps(read) });
}
