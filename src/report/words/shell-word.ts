import type { RunHeader } from '../../model/run/run.ts';

/** A word of a command line, quoted where a shell would read more into it. */
export function shellWord(text: string): string {
  if (/\p{Cc}/u.test(text))
    return `$'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The command line that makes the same run again; for a run that code asked for, one with what it knows of it. */
export function repeatCommand({ job, scenario, seed, pace, command }: RunHeader): string {
  if (command !== undefined) return command;
  const rest = { simulate: `--pace ${pace}`, replay: `--pace ${pace} --sandbox`, load: '--sandbox' }[job];
  return `millrace ${job} ${shellWord(`scenarios/${scenario.name}.yaml`)} --seed ${shellWord(seed)} ${rest}`;
}
