import { createLeases } from '../../cluster/ownership/leases'
import { createOwners } from '../../cluster/ownership/owners'
import { connectNats } from '../../cluster/nats/connect-nats'
import { openStores } from '../../cluster/nats/stores'
import { createLog } from '../../kernel/log'

export type ClusterNode = Awaited<ReturnType<typeof startNode>>

/** What a node keeps in NATS, without companies. */
export async function startNode(node: string, urls: readonly string[]) {
  const log = createLog('silent')
  const nats = await connectNats({ urls, name: node, log })
  const stores = await openStores(nats)
  const facts = () => ({ url: `http://${node}`, version: '1.0.0', startedAtMs: 0, load: {} })
  const owners = await createOwners({ nats, owners: stores.owners, log })
  const leases = await createLeases({ nodes: stores.nodes, node, facts, beforeReturn: owners.refresh, log })
  return {
    node,
    nats,
    stores,
    leases,
    owners,
    /** As if the process had been killed. */
    async vanish() {
      owners.stop()
      const stopped = leases.stop.bind(leases)
      await nats.close()
      await stopped()
    },
    async stop() {
      owners.stop()
      await leases.stop()
      await nats.close()
    },
  }
}
