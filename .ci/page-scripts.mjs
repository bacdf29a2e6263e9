// The commands of the GitHub and the GitLab file in a Markdown page, a file each with a line a command.
// Usage: node .ci/page-scripts.mjs PAGE FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const [page, folder] = process.argv.slice(2);
const files = [...readFileSync(page, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) =>
  parse(text),
);
const jobs = files.flatMap((file) => [
  ...Object.values(file.jobs ?? {}).map(({ steps }) => ['github', steps.flatMap(({ run }) => run ?? [])]),
  ...(file.millrace?.script === undefined ? [] : [['gitlab', file.millrace.script]]),
]);
if (jobs.length !== 2)
  throw new Error(`${page}: ${jobs.length} scripts, expected one for GitHub and one for GitLab`);
for (const [name, lines] of jobs) {
  // GitHub puts values in before a shell sees the line.
  const filled = lines.map((line) => line.replaceAll('${{ github.run_number }}', '7'));
  writeFileSync(join(folder, `${name}.sh.lines`), `${filled.join('\n')}\n`);
}
