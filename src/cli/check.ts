import { checkContract } from './check/check-contract.ts';
import { CHECK_OPTIONS } from './check/check-options.ts';
import { checkSequences } from './check/check-sequences.ts';
import { replayCases } from './check/replay-cases.ts';
import { declareCommand } from './command.ts';

/** `millrace check`: does a node do what the protocol says. */
export const checkCommand = declareCommand({
  name: 'check',
  says: 'generate API calls, run them against nodes, and shrink each mismatch to a minimal case',
  arguments: [
    {
      form: '[scenario]',
      says: 'check in the network of this file instead of in generated networks',
    },
  ],
  options: CHECK_OPTIONS,
  rules: [
    {
      oneOf: ['nodes', 'sandbox', 'simulated'],
      what: 'a check needs nodes to ask',
      hint: 'With --sandbox Millrace serves simulated nodes itself and asks those.',
    },
    {
      option: 'contract',
      excludes: ['simulated'],
      message: '--contract does not go with --simulated',
      hint: 'A contract is of requests and answers: ask --sandbox for them.',
    },
    {
      option: 'contract',
      excludes: ['replay', 'scenario'],
      message: '--contract takes no --replay and no scenario',
      hint: 'A contract checks one node, in the channels it has.',
    },
    {
      option: 'failFast',
      excludes: ['contract', 'replay'],
      message: '--fail-fast is for generated sequences',
      hint: 'A contract, and cases that are tried again, are judged one by one to the end.',
    },
    {
      option: 'node',
      needs: ['contract', 'nodes'],
      message: '--node goes with --contract and --nodes only',
      hint: 'Sequences use all nodes of the list.',
    },
  ],
  examples: {
    'millrace check --nodes nodes.yaml': 'a minute of calls to running nodes, in the channels they have',
    'millrace check --sandbox --time 30s': 'the same against simulated nodes, which should pass',
    'millrace check --nodes nodes.yaml --fail-fast': 'end at the first mismatch, once it is shrunk',
    'millrace check scenarios/hub-drain.yaml --sandbox': 'in the network of a scenario',
    'millrace check --replay --nodes nodes.yaml': 'all cases in cases/ once more: FIXED, FAILED or ERROR',
    'millrace check --contract --sandbox': 'every case of the contract, against simulated nodes',
    'millrace check --contract --nodes nodes.yaml --only pay,getChannel': 'two operations of it',
    'millrace check --contract --nodes nodes.yaml --node bob': 'another node than the first',
  },
  async run(context, options, scenario) {
    const { contract, replay } = options;
    if (contract) context.conclude(await checkContract(context, options));
    else if (replay !== undefined)
      context.conclude(await replayCases(context, options, replay === true ? options.caseFolder : replay));
    else {
      const cases = options.failFast ? 1 : options.cases;
      context.conclude(await checkSequences(context, { ...options, cases, scenario }));
    }
  },
});
