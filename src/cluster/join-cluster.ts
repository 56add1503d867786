import type { ClusterConfig } from '../kernel/config/cluster-config'
import type { Config } from '../kernel/config/config'
import type { NodePorts } from '../kernel/company/node-ports'
import { replicatedRows } from '../kernel/database/replicated-rows'
import { openHostKey } from '../kernel/config/host-key'
import type { CompanyId } from '../kernel/ids'
import type { Log } from '../kernel/log'
import { StartFailure } from '../kernel/start-failure'
import { systemClock } from '../kernel/time/clock'
import type { Platform } from '../platform/platform'
import { beginOwning, loseOwnership, stopOwning } from '../platform/company/change-owner'
import { firstCompanyId } from '../platform/company/company.queries'
import { version } from '../version'
import { createClusterControl } from './cluster-control'
import { createForwarding } from './forward'
import { connectNats } from './nats/connect-nats'
import { retried } from './nats/retried'
import { openStores } from './nats/stores'
import { createCluster } from './node/cluster'
import { portsOf } from './node/node-ports'
import { createLeases, type Leases } from './ownership/leases'
import { createOwners } from './ownership/owners'
import { createCatalogRows, sharedTables } from './rows/catalog-rows'
import { createOwnerCalls } from './rows/owner-calls'
import { createSharedNames } from './rows/shared-names'
import type { KV } from '@nats-io/kv'

export interface JoinedNode {
  ports: NodePorts
  /** Fills the catalog with what the nodes share. Returns whether this node is the host's first, which creates company 1. */
  attach(platform: Platform): Promise<{ isFirst: boolean }>
  /** Takes over what this node owns, and what others leave. */
  start(): Promise<void>
  /** Others take over what it owns. Call it before the platform is shut down. */
  stop(): Promise<void>
}

const settleMs = 500
const settleMsMax = 2_000
const hostName = String(firstCompanyId)

/** Waits until NATS answers. @throws StartFailure when the nodes have another HOST_KEY */
export async function joinCluster(config: Config, cluster: ClusterConfig, log: Log): Promise<JoinedNode> {
  const { node: name, url, servers } = cluster
  log.warn('Several nodes have not been tried on real machines yet: see docs/cluster.md')
  const nats = await connectNats({ urls: servers, name, log })
  const stores = await openStores(nats)
  const hostKey = openHostKey(config.dataDir, config.hostKey)
  await requireSameHost(stores.names, hostKey.hostId)
  const startedAtMs = Date.now()
  const owners = await createOwners({ nats, owners: stores.owners, log })
  const companies = () => owners.names().filter((company) => owners.ownerOf(company)?.node === name).length
  const facts = () => ({ url, version, startedAtMs, load: { companies: companies() } })
  let platform: Platform | undefined
  const composed = () => {
    if (!platform) throw new Error('The node is starting')
    return platform
  }
  const idOf = (company: string) => Number(company) as CompanyId
  const resumes = new Map<string, () => void>()
  const calls = createOwnerCalls(nats.connection)
  let rows: ReturnType<typeof createCatalogRows> | undefined

  const leases = await createLeases({ nodes: stores.nodes, node: name, facts, beforeReturn: owners.refresh, log })
  const node = createCluster({
    nats,
    stores,
    leases,
    owners,
    dataDir: config.dataDir,
    log,
    host: {
      adopt(company) {
        resumes.get(company)?.()
        resumes.delete(company)
        if (company === hostName) void rows?.own()
        beginOwning(composed(), idOf(company)).catch((error: unknown) =>
          log.error('A company that was taken over could not be started', { company: idOf(company), error }),
        )
      },
      async release(company, next) {
        if (company === hostName) {
          await rows?.settled()
          rows?.disown()
        }
        resumes.set(company, await stopOwning(composed(), idOf(company), next))
      },
      released(company) {
        resumes.get(company)?.()
        resumes.delete(company)
      },
      drop(company) {
        if (company === hostName) rows?.disown()
        return loseOwnership(composed(), idOf(company), owners.ownerOf(company)?.node)
      },
      tapOf(company) {
        const handle = composed().files.peek(idOf(company))
        const tap = handle?.checkpoints.logTap
        return tap && { tap, path: handle.sqlite.filename }
      },
    },
  })
  const ports: NodePorts = {
    ...portsOf(node, leases),
    ...createForwarding({
      node: name,
      secret: hostKey.linkSecret,
      clock: systemClock,
      ownerOf(company) {
        const owner = owners.ownerOf(String(company))?.node
        return owner === name ? undefined : leases.aliveNodes().find((lease) => lease.node === owner)
      },
    }),
    settled: () => rows?.settled(),
  }
  let settling: Timer | undefined

  return {
    ports,
    async attach(given) {
      platform = given
      const replicated = replicatedRows(given.catalog.sqlite, sharedTables)
      const shared = createCatalogRows({ nats, calls, bucket: stores.rows, rows: replicated })
      rows = shared
      given.business = { ...given.business, isOwner: shared.isOwner }
      given.names = createSharedNames({ local: given.names, rows: shared, calls })
      given.cluster = createClusterControl({ nats, node, leases, owners })
      const isFirst = await foundHost({ names: stores.names, node: name, leases, join: shared.join, log })
      if (isFirst) await shared.own()
      // What the background writes.
      settling = setInterval(() => void shared.settled(), settleMs)
      return { isFirst }
    },
    start: () => node.start(),
    async stop() {
      await node.stop()
      clearInterval(settling)
      // Nobody takes it when the last nodes stop together.
      await Promise.race([rows?.settled(), Bun.sleep(settleMsMax)])
      rows?.stop()
      owners.stop()
      await leases.stop()
      await nats.close()
    },
  }
}

/** @throws StartFailure */
async function requireSameHost(names: Awaited<ReturnType<typeof openStores>>['names'], hostId: string) {
  const known = await retried(async () => {
    await names.create('host', hostId).catch(() => {})
    const found = await names.get('host')
    if (!found) throw new Error('NATS has not kept which host it serves')
    return found.string()
  })
  if (known !== hostId) throw new StartFailure('The other nodes have another HOST_KEY. Every node needs the same.')
}

interface FoundingOptions {
  names: KV
  node: string
  leases: Leases
  /** Returns whether the nodes share a catalog. */
  join(): Promise<boolean>
  log: Log
}

const key = 'first'
const lookMs = 500

/** The first node creates the host's first company and the shared catalog; the others wait. Returns whether this one is the first. */
async function foundHost({ names, node, leases, join, log }: FoundingOptions): Promise<boolean> {
  if (await join()) return false
  for (let hasSaid = false; ; hasSaid = true) {
    const first = await retried(() => claim(names, node))
    if (first === node) return true
    if (!hasSaid) log.info(`Waiting for ${first}, the first node of this host`)
    await Bun.sleep(lookMs)
    if (await join()) return false
    // It may have ended before it was done.
    if (await leases.isGone(first)) await retried(() => names.delete(key))
  }
}

async function claim(names: KV, node: string) {
  await names.create(key, node).catch(() => {})
  const found = await names.get(key)
  if (found?.operation !== 'PUT') throw new Error('NATS has not kept which node is the first')
  return found.string()
}
