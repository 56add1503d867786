/** A drill's node: kernel and catalog. Takes orders as JSON lines, answers when each is durable. `drill-node.ts NAME DATA_DIR NATS_URLS` */
import { createInterface } from 'node:readline'
import { eq } from 'drizzle-orm'
import { createCluster } from '../../cluster/node/cluster'
import { portsOf } from '../../cluster/node/node-ports'
import { connectNats } from '../../cluster/nats/connect-nats'
import { openStores } from '../../cluster/nats/stores'
import { createLeases } from '../../cluster/ownership/leases'
import { createOwners } from '../../cluster/ownership/owners'
import { compose, shutdown } from '../../compose'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { createLog } from '../../kernel/log'
import type { Platform } from '../../platform/platform'
import { tagTable } from '../../tag/tag.tables'
import type { DrillAnswer, DrillOrder } from './drill-orders'

const [name = '', dataDir = '', urls = ''] = process.argv.slice(2)

let platform: Platform | undefined
const log = createLog('error')
const nats = await connectNats({ urls: urls.split(','), name, log })
const stores = await openStores(nats)
const startedAtMs = Date.now()
const facts = () => ({ url: `http://${name}`, version: '0', startedAtMs, load: {} })
const owners = await createOwners({ nats, owners: stores.owners, log })
const leases = await createLeases({ nodes: stores.nodes, node: name, facts, log, beforeReturn: owners.refresh })
const files = () => {
  if (!platform) throw new Error('The node is starting')
  return platform.files
}
const cluster = createCluster({
  nats,
  stores,
  leases,
  owners,
  dataDir,
  log,
  // Every few hundred writes, so that drills take over in the middle of it.
  baseBytes: 400_000,
  host: {
    adopt: (company) => void files().use(Number(company)),
    async release(company) {
      files().close(Number(company))
    },
    drop: (company) => files().close(Number(company)),
    tapOf(company) {
      const handle = files().peek(Number(company))
      const tap = handle?.checkpoints.logTap
      return tap && { tap, path: handle.sqlite.filename }
    },
  },
})
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
const forward = () => Promise.reject(new Error('Drills forward nothing'))
platform = compose({
  config,
  log,
  node: { ...portsOf(cluster, leases), forward, isFromNode: () => false, settled: () => undefined },
})
// Its catalog knows no companies.
platform.catalog.db.$client.run('PRAGMA foreign_keys = OFF')
await cluster.start()

const say = (answer: DrillAnswer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
say({ id: 0 })

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as DrillOrder
  obey(order).then(
    (result) => say({ id: order.id, result }),
    (error: unknown) => say({ id: order.id, error: error instanceof Error ? error.message : String(error) }),
  )
}
await cluster.stop()
await leases.stop()
await shutdown(platform)
await nats.close()
process.exit()

async function obey(order: DrillOrder): Promise<unknown> {
  switch (order.kind) {
    case 'create':
      files().create(order.company)
      return files().use(order.company).gate?.durable()
    case 'write':
      return write(order)
    case 'forget':
      return forget(order)
    case 'take':
      return cluster.takeNow(String(order.company))
    case 'move':
      return cluster.move(String(order.company), order.target)
    case 'base':
      return cluster.renewBase(String(order.company))
    case 'follow':
      return cluster.follow()
    case 'copy':
      return cluster.copy(String(order.company), order.upTo)
    case 'settle':
      await files().use(order.company).gate?.durable()
      return cluster.sequenceOf(String(order.company))
    case 'state':
      return { owned: cluster.ownedNames(), health: leases.health() }
  }
}

async function forget({ company, keys }: Extract<DrillOrder, { kind: 'forget' }>) {
  const handle = files().use(company)
  const ctx = createContext(handle)
  ctx.transaction(() => {
    for (const key of keys) ctx.db.delete(tagTable).where(eq(tagTable.nameKey, key)).run()
  })
  await handle.gate?.durable()
}

/** As an inbound message is filed: what is known already changes nothing. Resolves after the gate. */
async function write({ company, key, bytes }: Extract<DrillOrder, { kind: 'write' }>) {
  const handle = files().use(company)
  if (handle.gate?.isReadOnly()) throw new Error('read only')
  const ctx = createContext(handle)
  ctx.transaction(() => {
    if (ctx.db.select().from(tagTable).where(eq(tagTable.nameKey, key)).get()) return
    const now = new Date()
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64')
    ctx.db
      .insert(tagTable)
      .values({ name: key, nameKey: key, color: '#336699', greetingMessageLane: text, createdAt: now, updatedAt: now })
      .run()
  })
  const committedAtMs = performance.now()
  await handle.gate?.durable()
  return performance.now() - committedAtMs
}
