import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFrom } from '../../../src/model/network/address.ts';
import type { SuggestedPartner, SuggestedPath } from '../../../src/model/run/answer.ts';
import {
  wirePaths,
  wirePathsRequest,
  wireSuggestedPartners,
} from '../../../src/rest/path-finding/path-finding-endpoints.ts';
import { wirePathFindingInfo } from '../../../src/rest/path-finding/path-finding-info.ts';
import { writeJson } from '../../../src/runtime/read-json.ts';
import { address, amount, anyInteger, count, survives } from '../wire-values.ts';

const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const partner: fc.Arbitrary<SuggestedPartner> = fc.record({
  address,
  score: double,
  centrality: double,
  uptime: double,
  capacity: amount,
});
const path: fc.Arbitrary<SuggestedPath> = fc.record({ path: fc.array(address), estimatedFee: anyInteger });

describe('what a path-finding service sends arrives', () => {
  it('suggested partners', () => survives(wireSuggestedPartners, fc.array(partner)));
  it('paths', () => survives(wirePaths, fc.array(path)));
  it('what the service is', () =>
    survives(
      wirePathFindingInfo,
      fc.record({ version: fc.string(), confirmedBlock: count, message: fc.string(), price: amount }),
    ));
  it('a path request, however wrong', () =>
    survives(
      wirePathsRequest,
      fc.record(
        { from: address, to: address, value: anyInteger, maxPaths: count },
        { requiredKeys: ['from', 'to', 'value'] },
      ),
    ));

  it('its numbers as numbers, as a node writes them: a strict service takes nothing else', () => {
    const asked = { from: addressFrom('alice'), to: addressFrom('bob'), value: 2n ** 64n, maxPaths: 3 };
    const text = writeJson(wirePathsRequest.encode(asked));
    expect(text).toContain('"value":18446744073709551616,"max_paths":3');
  });
});
