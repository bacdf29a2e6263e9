import { describe, expect, it } from 'vitest';
import { listening } from '../../src/cli/serve.ts';
import { raiden } from '../../src/rest/raiden/dialect.ts';
import { elsewhere } from '../fixtures/elsewhere-dialect.ts';
import { lineNetwork } from '../rest/simulated-line.ts';

describe('what serve says once the nodes listen', () => {
  it('is a request that the nodes answer in their dialect', () => {
    const sandbox = {
      targets: { alice: 'http://127.0.0.1:5001' },
      pathFindingUrl: 'http://127.0.0.1:6000',
      network: lineNetwork(),
    };
    expect(listening(sandbox, raiden)).toContain('Try: curl http://127.0.0.1:5001/api/v1/channels\n');
    expect(listening(sandbox, elsewhere)).toContain('Try: curl http://127.0.0.1:5001/v2/channels\n');
  });
});
