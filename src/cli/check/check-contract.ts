import { startContractSandbox } from '../../jobs/check/contract/contract-sandbox.ts';
import { type RunContract, runContract } from '../../jobs/check/contract/run-contract.ts';
import { type ContractReport, countCases } from '../../model/check/contract-report.ts';
import { contractDocument, contractJson } from '../../report/check/contract-document.ts';
import { contractSuites } from '../../report/check/check-suites.ts';
import { contractWord } from '../../report/check/check-verdict.ts';
import { junitDocument } from '../../report/ci/junit-document.ts';
import { counted } from '../../report/words/number-format.ts';
import { dialectNamed } from '../../rest/dialect-named.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { type CommandContext, EXIT, exitCodeFor, type ExitCode } from '../command.ts';
import type { CheckOptions } from './check-options.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { watchedCases } from './check-state.ts';
import { heardNodes, readNodeList } from '../nodes/node-list.ts';
import { whileShown } from '../live/while-shown.ts';
import { watching } from '../live/live.ts';
import { documentText, tellSummary } from './check-session.ts';
import { readContract } from './package-files.ts';

/** Asks the cases of a dialect's contract, and tells what came of them. */
export async function checkContract(context: CommandContext, options: CheckOptions): Promise<ExitCode> {
  const { junit, json, acceptUnknown } = options;
  const report = await askContract(context, options);
  const suites = contractSuites(report);
  const title = `Contract of ${report.dialect}`;
  if (junit !== undefined) writeWholeFile(junit, junitDocument(`contract.${report.dialect}`, suites));
  context.terminal.out(json ? `${contractJson(report)}\n` : documentText(contractDocument(report), context));
  const { differs, unknown, agrees, 'not-run': skipped } = countCases(report.cases);
  const word = contractWord(report);
  const sentence = `${counted(agrees, 'case')} agree, ${counted(differs, 'case')} differ, ${counted(unknown, 'case')} could not be judged, ${counted(skipped, 'case')} skipped.`;
  tellSummary({ title, word, sentence, suites }, context);
  if (report.partial) return EXIT.interrupted;
  return exitCodeFor(word, { acceptUnknown });
}

async function askContract(context: CommandContext, options: CheckOptions): Promise<ContractReport> {
  const { terminal, env } = context;
  const { nodes, node, dialect, only, allowChanges, deadline, progress } = options;
  const listed = nodes === undefined ? undefined : await heardNodes(readNodeList(nodes, env), { terminal });
  const served = listed ? undefined : await startContractSandbox(dialectNamed(dialect).name);
  const changes: RunContract['mayChange'] = allowChanges ? ['channel', 'account'] : [];
  const title = 'Does the node answer as its contract says?';
  const state = watchedCases({ title, what: 'A contract, case by case' }, new RealClock());
  const ask = async ({ signal }: { readonly signal: AbortSignal }) => {
    const result = await runContract({
      targets: (listed ?? served)?.targets ?? {},
      contractOf: readContract,
      node,
      dialect,
      mayChange: served ? ['channel', 'account', 'node'] : changes,
      only: only?.split(',').map((name) => name.trim()),
      deadlineMs: deadline === undefined ? undefined : deadline * 1000,
      signal,
      onCase(verdict, counts) {
        const isWrong = verdict.kind === 'differs';
        state.asked(
          counts,
          isWrong ? `Expected ${verdict.expected}; it answered ${verdict.observed}` : undefined,
        );
      },
    });
    return { result, document: contractDocument(result) };
  };
  const stopping = (): string => 'Stopping; the answers so far are reported.';
  const showing = { terminal, progress, watching: watching(options, context) };
  try {
    return await whileShown(showing, { label: 'asking', stopping, read: state.read }, ask);
  } finally {
    await served?.stop();
  }
}
