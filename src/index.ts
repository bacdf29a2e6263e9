// The public API. Everything here follows semantic versioning; everything else may change.

// The model.
export type { Address } from './model/network/address.ts';
export type { Amount } from './model/network/amount.ts';
export type * from './model/run/answer.ts';
export { LatencyHistogram } from './statistics/latency-histogram.ts';
export { LoadAggregate } from './model/load/load-aggregate.ts';
export type { LoadResult } from './model/load/load-result.ts';
export type { LoadSpec } from './model/scenario/load-spec.ts';
export { InputError, InvariantError, UnreachableError } from './errors.ts';
export type { Comparison, Finding, JudgedOperation, Verdict } from './model/run/finding.ts';
export { DISTURBANCE_METRICS, METRICS, type MetricName, type RunMetrics } from './model/run/metrics.ts';
export type {
  ChannelAttributes,
  Network,
  NodeAttributes,
  NodeName,
  TokenName,
} from './model/network/network.ts';
export { addChannel, createNetwork, nodeAddress, tokenNetwork } from './model/network/network.ts';
export { networkFromJson, networkToJson, type NetworkJson } from './model/network/network-json.ts';
export type { EndIndex, NodeIndex } from './model/network/indices.ts';
export type { Operation, OperationKind, OperationRecord, Outcome } from './model/run/operation.ts';
export type { Reading } from './model/run/reading.ts';
export type { ReasonClass } from './model/run/reason-class.ts';
export type { DisturbanceRecord, Disturbances } from './model/disturbances/disturbance.ts';
export type { Exchange, LoadRun, Pace, Run, RunHeader } from './model/run/run.ts';
export type { Scenario } from './model/scenario/scenario.ts';
export type { Trace } from './model/run/trace.ts';

// The ports.
export type * from './ports/clock.ts';
export type * from './ports/fee-policy.ts';
export type * from './ports/load-observer.ts';
export type * from './ports/node-api.ts';
export type * from './ports/operation-source.ts';
export type * from './ports/path-finding-api.ts';
export type * from './ports/protocol.ts';
export type * from './ports/random.ts';
export type * from './ports/router.ts';
export type * from './ports/simulation.ts';
export type * from './ports/topology.ts';
export type * from './ports/workload.ts';

// From a scenario to a run.
export { parseScenario } from './jobs/parse-scenario.ts';
export { assembleNetwork, assembleOperations, assembleSimulation } from './jobs/assemble.ts';
export { simulate, type SimulateOptions } from './jobs/simulate.ts';
export { type CheckNodes, checkNodes } from './jobs/check/check-nodes.ts';
export { sandboxBench } from './jobs/check/sandbox-bench.ts';
export { listedBench } from './jobs/check/listed/listed-bench.ts';
export { convertPlayer } from './jobs/convert/convert-player.ts';
export { graphScenario } from './jobs/convert/graph-scenario.ts';
export { joinExports } from './jobs/convert/join-exports.ts';
export { ownScenario } from './jobs/convert/own-scenario.ts';
export { readExport } from './jobs/convert/read-exports.ts';
export { createProber } from './jobs/load/capacity/probe-rate.ts';
export { findCapacity } from './jobs/load/capacity/find-capacity.ts';
export { type MadePlan, type PlanOptions, plan } from './jobs/plan/plan.ts';
export type { PlanQuestion } from './jobs/plan/questions.ts';
export type { PlanResult } from './model/plan/answers.ts';
export { type QueueOptions, queueRunner } from './jobs/plan/queue/queue-runner.ts';
export type { PlanSpec } from './model/plan/plan-spec.ts';
export type * from './ports/replication-runner.ts';
export { startSandbox, type Sandbox } from './jobs/sandbox.ts';
export { replay } from './jobs/replay/replay.ts';
export { load, type LoadOptions } from './jobs/load/load.ts';
export { readTraces, type TraceFile } from './jobs/load/load-plan.ts';

// Nodes behind HTTP, on either side.
export { serveNodes, type ServedNodes } from './rest/serve/serve-nodes.ts';
export { connectNode, type ConnectedNode } from './rest/connect/connect-node.ts';
export { connectPathFinding } from './rest/path-finding/connect-path-finding.ts';
export { openApiDocument } from './rest/serve/openapi.ts';

// Time and chance.
export { createRandomSource } from './runtime/random-source.ts';
export { PacedClock } from './runtime/paced-clock.ts';
export { RealClock } from './runtime/real-clock.ts';
export { VirtualClock } from './runtime/virtual-clock.ts';

// From a run to a judgement and a page.
export { compareRuns } from './verdict/compare-runs.ts';
export { htmlReport, textSummary } from './report/sections/run-document.ts';
export { junitXml } from './report/ci/junit.ts';
export { metricsOf } from './report/figures/metrics.ts';
export { summaryOf, type Summary } from './report/summary.ts';
export { whatIfOf, type WhatIf } from './report/what-if/what-if.ts';
export { exportNetwork } from './topology/formats/export-network.ts';
