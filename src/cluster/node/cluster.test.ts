import { expect } from 'bun:test'
import { runFenceRounds } from '../../testing/cluster/drill-rounds'
import { natsTest } from '../../testing/cluster/nats-test'

natsTest(
  'a company that is taken over from a killed, stopped or writing node has every acknowledged write once, and its file is that of the standby',
  async () => {
    const { gateMs, takeMs, kinds, bases, ...report } = await runFenceRounds(8, 20_261_130)
    expect(report).toEqual({ rounds: 8, lost: 0, doubled: 0, different: 0, acknowledged: gateMs.length })
    expect(takeMs).toHaveLength(8)
    expect(bases).toBeGreaterThan(0)
    expect(Object.keys(kinds).length).toBeGreaterThan(1)
  },
  120_000,
)
