import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../kernel/log'
import { type ClusterNode, startNode } from '../../testing/cluster/cluster-node'
import { partOf } from '../../testing/cluster/log-parts'
import { natsServerPath, type NatsServers, startNatsServers } from '../../testing/cluster/nats-servers'
import { natsTest, until } from '../../testing/cluster/nats-test'
import { storeBase } from '../copy/bases'
import { logBegin } from '../log/log-rule'
import { createCluster } from './cluster'

let servers: NatsServers
let node: ClusterNode
const dataDir = mkdtempSync(join(tmpdir(), 'recado-failing-'))

beforeAll(async () => {
  if (!natsServerPath) return
  servers = await startNatsServers(1)
  node = await startNode('n1', servers.urls)
}, 60_000)

afterAll(async () => {
  if (natsServerPath) {
    await node.stop()
    await servers.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
})

natsTest(
  'a company whose copy is damaged keeps no other from being served, and is tried again, ever less often',
  async () => {
    const { nats, stores, leases, owners } = node
    const names = ['21', '22', '23']
    for (const name of names) expect(await owners.claim(name, 'n1', 0)).toBe(true)
    const packed = join(dataDir, 'packed')
    await Bun.write(packed, Bun.zstdCompressSync(Buffer.from('no database')))
    const base = { id: 'bad', sha256: 'another', cursor: logBegin, position: partOf('22', 1).position, atMs: 0 }
    await storeBase(nats, stores, '22', packed, base)

    const adopted: string[] = []
    const failed: unknown[] = []
    const log = { ...createLog('silent'), error: (_message: string, facts?: object) => void failed.push(facts) }
    const host = {
      adopt: (name: string) => void adopted.push(name),
      async release() {},
      drop() {},
      tapOf: () => undefined,
    }
    const cluster = createCluster({ nats, stores, leases, owners, dataDir, host, log })
    await cluster.start()
    expect(adopted.toSorted()).toEqual(['21', '23'])
    await until(() => failed.length === 4, 20_000)
    expect(failed.map((facts) => (facts as { company: number }).company)).toEqual([22, 22, 22, 22])
    expect(String((failed[0] as { error: Error }).error)).toContain('is damaged')
    // At 0, 0.5, 1.5 and 3.5 s, with a look every half second.
    const epoch = () => owners.ownerOf('22')?.epoch ?? 0
    expect(epoch()).toBe(5)

    await nats.jsm.streams.purge('KV_recado-base', { filter: '$KV.recado-base.22.*' })
    await until(() => adopted.includes('22'), 20_000)
    expect(cluster.ownedNames().toSorted()).toEqual(names)
    await cluster.stop()
  },
)
