import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { CHOICES } from '../../src/jobs/assemble.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';

const QUESTION = 'question: Who pays?\nseed: 1\n';
const LINE = `${QUESTION}network: {topology: {line: {nodes: 3}}}\n`;
const TRAFFIC = `${LINE}traffic:\n  - arrivals: {poisson: {perSecond: 1}}\n    count: 5\n    amounts: 1\n`;
const AMOUNTS =
  'an amount: an integer from 0 to 2^256-1, or a mapping with the key fixed or uniform or lognormal or pareto or csv';
const KEYS =
  'question, seed, description, tokens, network, networks, nodes, protocol, traffic, steps, expect, churn, griefing, messages, load, case, plan';
const METRIC = 'a known metric, a relation and a number, such as success_rate >= 95%';

const topology = (spec: string) => `${QUESTION}network: {topology: ${spec}}\n`;
const network = (settings: string) => `${QUESTION}network: {topology: {line: {nodes: 3}}, ${settings}}\n`;
const steps = (spec: string) => `${LINE}steps: [${spec}]\n`;

// What a person may write, and everything they are told about it.
const FAULTS: Readonly<Record<string, readonly [text: string, told: string]>> = {
  'an empty file': ['', 's.yaml:1:1: found nothing (null), expected a mapping'],
  'a file that is a list': ['[]', 's.yaml:1:1: found an empty list, expected a mapping'],
  'an open quote': ['question: "a', 's.yaml:1:13: not valid YAML: Missing closing "quote'],
  'a key twice': [
    `${LINE}seed: 2\n`,
    's.yaml:4:1: not valid YAML: Map keys must be unique\n  remove one of the two, or merge them',
  ],
  'a tab': [
    `${LINE}nodes:\n\tn1: {}`,
    's.yaml:5:1: not valid YAML: Tabs are not allowed as indentation\n  indent with spaces',
  ],
  'an alias without an anchor': [
    `${LINE}nodes: *all\n`,
    's.yaml:4:8: not valid YAML: *all stands for nothing: no &all before it\n  quote the text if no alias is meant',
  ],
  'an alias of itself': [
    `${LINE}nodes: &all {n1: *all}\n`,
    's.yaml:4:18: not valid YAML: *all contains itself',
  ],
  'a tag': [
    `${LINE}nodes: !all {}\n`,
    's.yaml:4:8: not valid YAML: Unresolved tag: !all\n  tags are not used here; quote the text if no tag is meant',
  ],
  'two documents': [
    `${LINE}---\n${LINE}`,
    's.yaml:4:1: not valid YAML: Source contains multiple documents\n  a scenario file holds one document',
  ],
  'no question': [
    'seed: 1\nnetwork: {topology: {line: {nodes: 3}}}',
    's.yaml:1:1: question: nothing here, expected some text',
  ],
  'no seed': [
    'question: Who pays?\nnetwork: {topology: {line: {nodes: 3}}}',
    's.yaml:1:1: seed: nothing here, expected a seed: an integer, or 1 to 64 letters, digits, dots, dashes or underscores',
  ],
  'a fractional seed': [
    'question: Who pays?\nseed: 1.5\nnetwork: {topology: {line: {nodes: 3}}}',
    's.yaml:2:7: seed: found 1.5, expected a seed: an integer, or 1 to 64 letters, digits, dots, dashes or underscores',
  ],
  'a seed that can name no folder': [
    'question: Who pays?\nseed: ../up\nnetwork: {topology: {line: {nodes: 3}}}',
    's.yaml:2:7: seed: found "../up", expected a seed: an integer, or 1 to 64 letters, digits, dots, dashes or underscores',
  ],
  'a merge of nothing': [
    '%YAML 1.1\n---\n<<:',
    's.yaml:1:1: not valid YAML: `<<` merges something that is no mapping',
  ],
  'a key that JavaScript keeps for itself': [
    `${QUESTION}nodes: {__proto__: null, alice: {}}`,
    's.yaml:3:9: not valid YAML: a key cannot be named __proto__\n  choose another name',
  ],
  'no network and no nodes': [QUESTION, 's.yaml:1:1: no nodes, expected `network`, `networks` or `nodes`'],
  'an unknown key': [
    `${LINE}trafic: []\n`,
    `s.yaml:4:1: trafic: unknown key "trafic", expected one of ${KEYS}\n  did you mean traffic?`,
  ],
  'a key like no other': [
    `${LINE}weather: fine\n`,
    `s.yaml:4:1: weather: unknown key "weather", expected one of ${KEYS}`,
  ],
  'an unknown topology': [
    topology('{stra: {spokes: 3}}'),
    's.yaml:3:22: network.topology.stra: unknown key "stra", expected one of line, ring, star, complete, grid, random, scale-free, small-world, random-regular, core-periphery, channels, snapshot\n  did you mean star?',
  ],
  'a misspelt key that is required': [
    `${QUESTION}network: {topolgy: {line: {nodes: 3}}}`,
    's.yaml:3:11: network.topolgy: unknown key "topolgy", expected one of token, topology, capacity, split, totalDeposit, fees, settleTimeout, revealTimeout\n  did you mean topology?',
  ],
  'a threshold with a slip in a list of them': [
    `${LINE}load: {thresholds: {payment_duration: ['p(95)<500', {threshold: 'avg<1', delayAbortEval: soon}]}}\n`,
    's.yaml:4:90: load.thresholds.payment_duration[1].delayAbortEval: found "soon", expected a duration such as 500ms, 2s, 5m or 1h',
  ],
  'a threshold that is a number': [
    `${LINE}load: {thresholds: {payment_duration: [5]}}\n`,
    's.yaml:4:40: load.thresholds.payment_duration[0]: found 5, expected some text, or a mapping',
  ],
  'a topology without settings': [
    topology('line'),
    's.yaml:3:21: network.topology: found "line", expected a mapping with the key line or ring or star or complete or grid or random or scale-free or small-world or random-regular or core-periphery or channels or snapshot\n  it needs settings: {line: {...}}',
  ],
  'two topologies': [
    topology('{line: {nodes: 3}, ring: {nodes: 3}}'),
    's.yaml:3:46: network.topology.ring: found a mapping with nodes, expected only one of line, ring here',
  ],
  'a line of one': [
    topology('{line: {nodes: 1}}'),
    's.yaml:3:36: network.topology.line.nodes: found 1, expected an integer from 2 to 100000',
  ],
  'half a node': [
    topology('{ring: {nodes: 3.5}}'),
    's.yaml:3:36: network.topology.ring.nodes: found 3.5, expected an integer from 3 to 100000',
  ],
  'an odd sum of degrees': [
    topology('{random-regular: {nodes: 5, degree: 3}}'),
    's.yaml:3:57: network.topology.random-regular.degree: found 3, expected nodes x degree to be even, not 5 x 3\n  every channel has two ends, so the ends add up to an even number',
  ],
  'more neighbours than nodes': [
    topology('{random-regular: {nodes: 4, degree: 4}}'),
    's.yaml:3:57: network.topology.random-regular.degree: found 4, expected fewer than the number of nodes (4)',
  ],
  'an odd number of neighbours': [
    topology('{small-world: {nodes: 10, neighbours: 3, rewiring: 0.1}}'),
    's.yaml:3:59: network.topology.small-world.neighbours: found 3, expected an even number of neighbours\n  half of the neighbours sit on each side',
  ],
  'a probability above 1': [
    topology('{random: {nodes: 10, probability: 1.5}}'),
    's.yaml:3:55: network.topology.random.probability: found 1.5, expected a number from 0 to 1',
  ],
  'more links than core nodes': [
    topology('{core-periphery: {core: 2, periphery: 5, links: 3}}'),
    's.yaml:3:69: network.topology.core-periphery.links: found 3, expected at most as many links as core nodes (2)',
  ],
  'a channel with oneself': [
    topology('{channels: [{between: [a, a], deposits: [1, 2]}]}'),
    's.yaml:3:47: network.topology.channels[0].between[1]: found "a", expected two different nodes',
  ],
  'a second channel between the same two': [
    topology('{channels: [{between: [a, b], deposits: [1, 2]}, {between: [b, a], deposits: [1, 2]}]}'),
    's.yaml:3:80: network.topology.channels[1].between: found ["b", "a"], expected a pair that has no channel above',
  ],
  'a channel of one': [
    topology('{channels: [{between: [a], deposits: [1, 2]}]}'),
    's.yaml:3:43: network.topology.channels[0].between: found ["a"], expected a list of at least 2',
  ],
  'a snapshot that is not there': [
    topology('{snapshot: {file: data/gone.edgelist}}'),
    's.yaml:3:39: network.topology.snapshot.file: cannot read "data/gone.edgelist": there is no such file\n  paths are relative to the scenario file',
  ],
  'a reveal timeout above half the settle timeout': [
    network('revealTimeout: 251'),
    's.yaml:3:56: network.revealTimeout: found 251, expected at most half the settle timeout of 500 blocks',
  ],
  "a node's reveal timeout above half its own settle timeout": [
    `${LINE}nodes:\n  n1: {settleTimeout: 60, revealTimeout: 31}\n`,
    's.yaml:5:42: nodes.n1.revealTimeout: found 31, expected at most half the settle timeout of 60 blocks of this node',
  ],
  "a node's reveal timeout above half the network's settle timeout": [
    `${network('settleTimeout: 100')}nodes:\n  n1: {settleTimeout: 500, revealTimeout: 51}\n`,
    's.yaml:5:43: nodes.n1.revealTimeout: found 51, expected at most half the settle timeout of 100 blocks of the network',
  ],
  "a node's reveal timeout above half the settle timeout of a second network": [
    `${QUESTION}networks:\n  - {token: A, topology: {line: {nodes: 2}}}\n  - {token: B, topology: {line: {nodes: 2}}, settleTimeout: 200}\nnodes: {n1: {revealTimeout: 101}}\n`,
    's.yaml:6:29: nodes.n1.revealTimeout: found 101, expected at most half the settle timeout of 200 blocks of the network of B',
  ],
  "a node's settle timeout below twice the network's reveal timeout": [
    `${LINE}nodes: {n1: {settleTimeout: 99}}\n`,
    's.yaml:4:29: nodes.n1.settleTimeout: found 99, expected at least twice the reveal timeout of 50 blocks of the network\n  give this node a shorter `revealTimeout` too',
  ],
  'time-outs of a node beside a fault elsewhere': [
    `${LINE}nodes: {n1: {revealTimeout: 251}}\ntrafic: []\n`,
    `s.yaml:4:29: nodes.n1.revealTimeout: found 251, expected at most half the settle timeout of 500 blocks of the network\ns.yaml:5:1: trafic: unknown key "trafic", expected one of ${KEYS}\n  did you mean traffic?`,
  ],
  'a negative amount': [
    network('capacity: -3'),
    `s.yaml:3:51: network.capacity: found -3, expected ${AMOUNTS}\n  amounts are never negative`,
  ],
  'a fractional amount': [
    network('capacity: 1.5'),
    `s.yaml:3:51: network.capacity: found 1.5, expected ${AMOUNTS}\n  amounts count the token's smallest unit, so they are whole numbers`,
  ],
  'an amount with an exponent': [
    network('capacity: 1e30'),
    `s.yaml:3:51: network.capacity: found 1e+30, expected ${AMOUNTS}\n  write it with all its digits; _ may group them, as in 1_000_000`,
  ],
  'an amount of 2^256': [
    network(`capacity: ${2n ** 256n}`),
    `s.yaml:3:51: network.capacity: found 115792089237316195423570985008687907853269984665640564039457..., expected ${AMOUNTS}\n  2^256-1 is the most a token contract can hold`,
  ],
  'an amount that is not written': [
    `${QUESTION}network:\n  topology: {line: {nodes: 3}}\n  capacity:\n`,
    `s.yaml:5:3: network.capacity: found nothing (null), expected ${AMOUNTS}`,
  ],
  'an unknown split': [
    network('split: eqal'),
    's.yaml:3:48: network.split: found "eqal", expected one of equal, one-sided, uniform, or a mapping with the key beta\n  did you mean equal?',
  ],
  'an unknown router': [
    `${LINE}protocol: {router: raidn}\n`,
    `s.yaml:4:20: protocol.router: found "raidn", expected one of ${CHOICES.routers.map(({ name }) => name).join(', ')}\n  did you mean raiden?`,
  ],
  'a duration without unit': [
    `${LINE}protocol: {blockTime: 15}\n`,
    's.yaml:4:23: protocol.blockTime: found 15, expected a duration above 0 such as 500ms, 2s, 5m or 1h\n  a duration needs its unit: 15s or 15ms',
  ],
  'a duration that is too long': [
    `${LINE}protocol: {viewDelay: 9000h}\n`,
    's.yaml:4:23: protocol.viewDelay: found "9000h", expected a duration such as 500ms, 2s, 5m or 1h\n  the longest duration is 366 days (8784h)',
  ],
  'no time between blocks': [
    `${LINE}protocol: {blockTime: 0s}\n`,
    's.yaml:4:23: protocol.blockTime: found "0s", expected a duration above 0 such as 500ms, 2s, 5m or 1h',
  ],
  'a range upside down': [
    `${LINE}protocol: {hopLatency: {uniform: {min: 5s, max: 1s}}}\n`,
    's.yaml:4:49: protocol.hopLatency.uniform.max: found "1s", expected max to be at least min',
  ],
  yes: [
    `${LINE}nodes: {n1: {online: yes}}\n`,
    's.yaml:4:22: nodes.n1.online: found "yes", expected true or false\n  YAML 1.2 knows only true and false; "yes" is a text',
  ],
  'a node that nothing speaks of': [
    `${QUESTION}network: {topology: {star: {spokes: 2}}}\nnodes: {hbu: {}}\n`,
    's.yaml:4:14: nodes.hbu: node "hbu" has no channel and no part in any step\n  nodes are hub, spoke1, spoke2',
  ],
  'nodes without channels that a step does not know': [
    `${QUESTION}network: {topology: {channels: []}}\nnodes: {alice: {}}\nsteps: [{stop: bob}]\n`,
    's.yaml:5:16: steps[0].stop: found "bob", expected a node of this scenario\n  nodes are alice',
  ],
  'a node with an unusable name': [
    `${LINE}nodes: {a b: {}}\n`,
    's.yaml:4:14: nodes.a b: found an empty mapping, expected a node with a usable name\n  names have letters, digits, _, -, . and @, at most 100, beginning with a letter, a digit or _',
  ],
  'traffic without end': [
    `${LINE}traffic: [{arrivals: {poisson: {perSecond: 1}}, amounts: 1}]\n`,
    's.yaml:4:11: traffic[0]: found a mapping with arrivals, amounts, expected `duration` or `count`\n  without either the traffic would never end',
  ],
  'an unknown node in traffic': [
    `${TRAFFIC}    pairs: {list: [[n1, n8]]}\n`,
    's.yaml:8:25: traffic[0].pairs.list[0][1]: found "n8", expected a node of this scenario\n  nodes are n1, n2, n3',
  ],
  'a pair of one node': [
    `${TRAFFIC}    pairs: {list: [[n1, n1]]}\n`,
    's.yaml:8:25: traffic[0].pairs.list[0][1]: found "n1", expected two different nodes',
  ],
  'pairs without their settings': [
    `${TRAFFIC}    pairs: hot-spots\n`,
    's.yaml:8:12: traffic[0].pairs: found "hot-spots", expected one of uniform, by-capacity, or a mapping with the key uniform or hot-spots or list\n  it needs settings: {hot-spots: {...}}',
  ],
  'an unknown token': [
    `${TRAFFIC}    token: DAI\n`,
    's.yaml:8:12: traffic[0].token: found "DAI", expected one of the tokens TOK',
  ],
  'traffic among nobody': [
    `${QUESTION}tokens: [{name: A}, {name: B}]\nnetwork: {token: A, topology: {line: {nodes: 3}}}\ntraffic: [{token: B, arrivals: {poisson: {perSecond: 1}}, count: 5, amounts: 1}]\n`,
    's.yaml:5:11: traffic[0]: token B has no network whose nodes could pay\n  name the `pairs:` in a list',
  ],
  'a CSV that is not there': [
    `${LINE}traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 5, amounts: {csv: gone.csv}}]\n`,
    's.yaml:4:74: traffic[0].amounts.csv: cannot read "gone.csv": there is no such file\n  paths are relative to the scenario file',
  ],
  'a CSV with a bad value': [
    `${LINE}traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 5, amounts: {csv: {file: bad.csv, column: sats}}}]\n`,
    'bad.csv:3:4: found "12.5", expected an amount: an integer from 0 to 2^256-1',
  ],
  'a CSV without the column': [
    `${LINE}traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 5, amounts: {csv: {file: bad.csv, column: stas}}}]\n`,
    'bad.csv:1:1: no column "stas", the header has id, sats\n  did you mean sats?',
  ],
  'a payment to oneself': [
    steps('{pay: {from: n1, to: n1, amount: 1}}'),
    's.yaml:4:30: steps[0].pay.to: found "n1", expected a node other than `from`',
  ],
  'a payment of nothing': [
    steps('{pay: {from: n1, to: n3}}'),
    's.yaml:4:15: steps[0].pay.amount: nothing here, expected an amount: an integer from 1 to 2^256-1',
  ],
  'an identifier of 2^64': [
    steps('{pay: {from: n1, to: n3, amount: 1, identifier: 18446744073709551616}}'),
    's.yaml:4:57: steps[0].pay.identifier: found 18446744073709551616, expected a payment identifier: an integer from 1 to 2^64-1',
  ],
  'two actions in one step': [
    steps('{stop: n1, start: n2}'),
    's.yaml:4:27: steps[0].start: found "n2", expected only one of stop, start here',
  ],
  'an unknown action': [
    steps('{payy: {}}'),
    's.yaml:4:10: steps[0].payy: unknown key "payy", expected one of pay, open, deposit, withdraw, close, leave, stop, start, slow, wait, expect, at, beside, outcome\n  did you mean pay?',
  ],
  'an unknown node in a step': [
    `${QUESTION}network: {topology: {star: {spokes: 2}}}\nsteps: [{pay: {from: spokes1, to: hub, amount: 1}}]\n`,
    's.yaml:4:22: steps[0].pay.from: found "spokes1", expected a node of this scenario\n  did you mean spoke1?',
  ],
  'an unknown node that leaves': [
    steps('{leave: bob}'),
    's.yaml:4:17: steps[0].leave: found "bob", expected a node of this scenario\n  nodes are n1, n2, n3',
  ],
  'an expectation of nothing': [
    steps('{expect: {from: n1, to: n2}}'),
    's.yaml:4:18: steps[0].expect: found a mapping with from, to, expected at least one of balance, totalDeposit, totalWithdraw, state',
  ],
  'an unknown outcome': [
    steps('{stop: n1, outcome: fails}'),
    's.yaml:4:29: steps[0].outcome: found "fails", expected one of succeeded, failed, or a mapping with the key failed\n  did you mean failed?',
  ],
  'an unknown metric': [
    `${LINE}expect: [succes_rate > 1]\n`,
    `s.yaml:4:10: expect[0]: found "succes_rate > 1", expected ${METRIC}\n  there is no metric succes_rate; did you mean success_rate?`,
  ],
  'an unknown reason': [
    `${LINE}expect: [failures.no-rute == 0]\n`,
    `s.yaml:4:10: expect[0]: found "failures.no-rute == 0", expected ${METRIC}\n  there is no metric failures.no-rute; did you mean failures.no-route?`,
  ],
  'a forgotten percent sign': [
    `${LINE}expect: [success_rate >= 95]\n`,
    `s.yaml:4:10: expect[0]: found "success_rate >= 95", expected ${METRIC}\n  success_rate lies between 0 and 1: write 95% or 0.95`,
  ],
  'a metric without a relation': [
    `${LINE}expect: [success_rate]\n`,
    `s.yaml:4:10: expect[0]: found "success_rate", expected ${METRIC}\n  relations are <, <=, >, >=, == and !=; a % sign divides by 100`,
  ],
  'a token twice': [
    `${QUESTION}tokens: [{name: A}, {name: A}]\nnetwork: {topology: {line: {nodes: 3}}}\n`,
    's.yaml:3:28: tokens[1].name: found "A", expected a name no other token has',
  ],
  'a network of which token': [
    `${QUESTION}tokens: [{name: A}, {name: B}]\nnetwork: {topology: {line: {nodes: 3}}}\n`,
    's.yaml:4:10: network: which token? expected `token:` with one of A, B',
  ],
  'two networks of one token': [
    `${QUESTION}networks: [{topology: {line: {nodes: 3}}}, {topology: {ring: {nodes: 3}}}]\n`,
    's.yaml:3:44: networks[1]: a second network of token TOK, expected one per token',
  ],
};

describe('a person who writes this is told what is wrong, where, and what to do', () => {
  it.each(Object.entries(FAULTS))('%s', (_name, [text, told]) => {
    expect(toldAbout(text)).toBe(told);
  });

  it('speaks of JSON where a file is called so', () => {
    const read = () => parseScenario({ file: 's.json', text: '{"question": "q"', readFile });
    expect(read).toThrow(/^s\.json:1:\d+: not valid JSON: /);
  });

  it('says everything at once, in the order of the file', () => {
    const text = `question: 5\nseed: []\nnetwork:\n  topology: {line: {nodes: 3}}\n  capacity: x\nsteps:\n  - stop: n9\n  - wait: 5\n`;
    expect(
      toldAbout(text)
        .split('\n')
        .filter((line) => line.startsWith('s.yaml'))
        .map((line) => line.split(' ')[1]),
    ).toEqual(['question:', 'seed:', 'network.capacity:', 'steps[1].wait:']);
  });

  it('checks names although other parts are malformed, when those name no nodes', () => {
    expect(toldAbout(`${LINE}protocol: 5\nsteps: [{stop: n9}]\n`).split('\n')).toEqual([
      's.yaml:4:11: protocol: found 5, expected a mapping',
      's.yaml:5:16: steps[0].stop: found "n9", expected a node of this scenario',
      '  nodes are n1, n2, n3',
    ]);
  });

  it('shows twenty faults and counts the others', () => {
    const lines = toldAbout(steps(Array.from({ length: 25 }, () => '{wait: -1s}').join(', '))).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('and 5 more faults');
  });
});

function toldAbout(text: string): string {
  try {
    parseScenario({ file: 's.yaml', text, readFile });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'nothing';
}

function readFile(path: string): string {
  if (path === 'bad.csv') return 'id,sats\n1,5\n22,12.5\n';
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '/somewhere/${path}'`), {
    code: 'ENOENT',
  });
}
