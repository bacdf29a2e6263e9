import { describe, expect, it } from 'vitest';
import { mutatedText, mutationsOf } from './mutations.ts';
import { failedLines, playerRun, TEAM_FILES } from './player-run.ts';

describe.each([...TEAM_FILES])("the Raiden team's %s", (_name, text) => {
  it.each(mutationsOf(text).map((mutation) => [mutation.mutated.trim(), mutation] as const))(
    'fails at that line alone with %s',
    async (_line, mutation) => {
      const run = await playerRun(mutatedText(text, [mutation]));
      expect(failedLines(run)).toEqual([mutation.taskLine]);
    },
  );
});
