// The public API. Everything here follows semantic versioning; everything else may change.

// The words.
export type { Address } from './model/address.ts';
export type { Amount } from './model/amount.ts';
export type {
  Answer,
  ChannelView,
  Connection,
  NodeStatus,
  PaymentEvent,
  PaymentReceipt,
  PendingTransfer,
  SuggestedPartner,
  SuggestedPath,
} from './model/answer.ts';
export { fromHdr, toHdr } from './model/hdr-encoding.ts';
export { LatencyHistogram } from './model/latency-histogram.ts';
export { LoadAggregate } from './model/load-aggregate.ts';
export type { LoadResult, LoadRun } from './model/load-result.ts';
export type { LoadSpec } from './model/load-spec.ts';
export { InputError, InvariantError, UnreachableError } from './model/errors.ts';
export type { Comparison, Finding, JudgedOperation, Verdict } from './model/finding.ts';
export { METRICS, type MetricName } from './model/metric-names.ts';
export type { ChannelAttributes, Network, NodeAttributes, NodeName, TokenName } from './model/network.ts';
export { addChannel, createNetwork, nodeAddress, tokenNetwork } from './model/network.ts';
export { networkFromJson, networkToJson, type NetworkJson } from './model/network-json.ts';
export type { Operation, OperationKind } from './model/operation.ts';
export type { OperationRecord, Outcome } from './model/outcome.ts';
export type { Reading } from './model/reading.ts';
export type { ReasonClass } from './model/reason.ts';
export type { Exchange, Pace, Run, RunHeader } from './model/run.ts';
export type { Scenario } from './model/scenario.ts';
export type { Trace } from './model/trace.ts';

// The sockets.
export type * from './ports.ts';

// From a scenario to a run.
export { parseScenario } from './scenario/parse-scenario.ts';
export { assembleNetwork, assembleOperations, assembleSimulation } from './jobs/assemble.ts';
export { simulate, type SimulateOptions } from './jobs/simulate.ts';
export { startSandbox, type Sandbox } from './jobs/sandbox.ts';
export { replay } from './jobs/replay.ts';
export { load, type LoadOptions } from './jobs/load.ts';
export { readTraces, type TraceFile } from './jobs/read-traces.ts';

// Nodes behind HTTP, on either side.
export { serveNodes, type ServedNodes } from './rest/serve-nodes.ts';
export { connectNode, type ConnectedNode } from './rest/connect-node.ts';
export { connectPathFinding } from './rest/connect-path-finding.ts';
export { openApiDocument } from './rest/openapi.ts';

// Time and chance.
export { createRandomSource } from './runtime/random-source.ts';
export { PacedClock } from './runtime/paced-clock.ts';
export { RealClock } from './runtime/real-clock.ts';
export { VirtualClock } from './runtime/virtual-clock.ts';

// From a run to a judgement and a page.
export { compareRuns } from './checks/compare-runs.ts';
export { htmlReport } from './report/html.ts';
export { junitXml } from './report/junit.ts';
export { metricsOf } from './report/metrics.ts';
export { summaryOf, type Summary } from './report/summary.ts';
export { textSummary } from './report/text.ts';
export { exportNetwork } from './topology/export-network.ts';
