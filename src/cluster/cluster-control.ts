import { refuse } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import type { ClusterControl } from '../platform/cluster-control'
import type { Nats } from './nats/connect-nats'
import type { Cluster } from './node/cluster'
import type { Leases } from './ownership/leases'
import type { Owners } from './ownership/owners'

interface ControlOptions {
  nats: Nats
  node: Cluster
  leases: Leases
  owners: Owners
}

const moveMsMax = 180_000
const subjectOf = (node: string) => `recado.move.${node}`

/** What the screen Servidor and `recado move` see and ask of all nodes. */
export function createClusterControl({ nats, node, leases, owners }: ControlOptions): ClusterControl {
  const moving = new Map<CompanyId, string>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  leases.onChange(tell)
  owners.onChange(tell)
  nats.connection.subscribe(subjectOf(leases.node), {
    callback(_error, message) {
      const { company, target } = message.json<{ company: string; target: string }>()
      node.move(company, target).then(
        () => message.respond('moved'),
        (error: unknown) => message.respond(error instanceof Error ? error.message : String(error)),
      )
    },
  })

  async function move(company: string, from: string, target: string) {
    if (from === leases.node) return void (await node.move(company, target))
    const order = JSON.stringify({ company, target })
    const answer = await nats.connection.request(subjectOf(from), order, { timeout: moveMsMax })
    if (answer.string() !== 'moved') throw new Error(answer.string())
  }

  return {
    node: leases.node,
    state: () => ({
      hasMajority: leases.health() === 'held',
      nodes: leases
        .aliveNodes()
        .map(({ node: name, url, version, startedAtMs }) => ({ name, url, version, startedAtMs })),
      owners: new Map(owners.names().map((name) => [Number(name) as CompanyId, owners.ownerOf(name)?.node ?? ''])),
      moving,
    }),
    async move(companyId, target) {
      const alive = new Set(leases.aliveNodes().map((lease) => lease.node))
      const from = owners.ownerOf(String(companyId))?.node
      if (!alive.has(target)) refuse('ERR_NO_NODE')
      if (from === target) return
      if (from === undefined || !alive.has(from) || moving.has(companyId)) refuse('ERR_COMPANY_MOVING')
      moving.set(companyId, target)
      tell()
      try {
        await move(String(companyId), from, target)
      } finally {
        moving.delete(companyId)
        tell()
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
