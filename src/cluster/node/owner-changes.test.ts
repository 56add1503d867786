import { afterAll, beforeAll, expect } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../kernel/log'
import { type ClusterNode, startNode } from '../../testing/cluster/cluster-node'
import { natsServerPath, type NatsServers, startNatsServers } from '../../testing/cluster/nats-servers'
import { natsTest, until } from '../../testing/cluster/nats-test'
import { createFileCopy } from '../copy/file-copy'
import { logBegin } from '../log/log-rule'
import type { CompanyHost } from './company-host'
import { createCluster } from './cluster'

let servers: NatsServers
let node: ClusterNode
const dataDir = mkdtempSync(join(tmpdir(), 'recado-owner-changes-'))

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

async function claimNext(name: string, owner: string) {
  expect(await node.owners.claim(name, owner, node.owners.ownerOf(name)?.epoch ?? 0)).toBe(true)
}

async function started(name: string, given: Partial<CompanyHost>) {
  const { nats, stores, leases, owners } = node
  await claimNext(name, 'n1')
  const adopted: string[] = []
  const host = {
    adopt: (one: string) => void adopted.push(one),
    async release() {},
    drop() {},
    tapOf: () => undefined,
    ...given,
  }
  const cluster = createCluster({ nats, stores, leases, owners, dataDir, host, log: createLog('silent') })
  await cluster.start()
  expect(adopted).toContain(name)
  return { cluster, adopted }
}

natsTest('a company that another node claims while this one still takes it is not served here', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { cluster, adopted } = await started('31', { drop: () => closed })
  // The other node, back here, and the other again, while the file is still being closed here.
  await claimNext('31', 'n2')
  await claimNext('31', 'n1')
  await claimNext('31', 'n2')
  close()
  await cluster.stop()
  expect(adopted).toEqual(['31'])
})

natsTest('a company that could not be released for a move stays, and can leave and come back later', async () => {
  const { cluster, adopted } = await started('32', {
    release: () => Promise.reject(new Error('does not close')),
  })
  const n2 = node.nats.connection.subscribe('recado.node.n2', {
    callback: (_error, message) => void message.respond(JSON.stringify({ done: true })),
  })
  await expect(cluster.move('32', 'n2')).rejects.toThrow('does not close')
  n2.unsubscribe()
  expect(cluster.ownedNames()).toEqual(['32'])
  await claimNext('32', 'n2')
  await claimNext('32', 'n1')
  await until(() => adopted.length === 2, 5_000)
  await claimNext('32', 'n2')
  await cluster.stop()
})

natsTest('a copy that is put in place while it is followed is left alone afterwards', async () => {
  const [folder, placed] = [join(dataDir, 'standby/33'), join(dataDir, 'companies/33/company.sqlite')]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'copy.sqlite'), 'content')
  const position = { chain: 'chain', run: 0, salts: '', frame: 0, checksum: '' }
  writeFileSync(join(folder, 'copy.json'), JSON.stringify({ cursor: logBegin, position }))
  const copy = createFileCopy({ nats: node.nats, name: '33', folder })
  const [before, , after] = await Promise.all([copy.follow(), copy.placeAt(placed), copy.follow()])
  expect([before?.position, after]).toEqual([position, undefined])
  expect(readFileSync(placed, 'utf8')).toBe('content')
  expect(existsSync(folder)).toBe(false)
})
