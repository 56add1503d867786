import type { CompanyGate, OutputGate } from '../../kernel/company/output-gate'
import type { NodePorts } from '../../kernel/company/node-ports'
import { Refusal } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { Fenced } from '../log/appender'
import type { Leases } from '../ownership/leases'
import type { Cluster } from './cluster'

/** What the kernel needs of several nodes, but for the forwarding of requests. */
export function portsOf(cluster: Cluster, leases: Leases): Omit<NodePorts, 'forward' | 'isFromNode' | 'settled'> {
  const gate: OutputGate = {
    open({ id, epoch, ship }): CompanyGate {
      return {
        durable: () => ship()?.catch(refuseUnconfirmed),
        isReadOnly: () => leases.health() !== 'held' || cluster.epochOf(String(id)) !== epoch,
      }
    },
  }
  const ownership = {
    epochOf: (id: CompanyId) => cluster.epochOf(String(id)),
    nodeOf: (id: CompanyId) => cluster.ownerOf(String(id)),
    begin: (id: CompanyId) => cluster.begin(String(id)),
  }
  return { gate, log: cluster.log, ownership }
}

function refuseUnconfirmed(error: unknown): never {
  throw error instanceof Fenced ? new Refusal('ERR_NOT_CONFIRMED') : error
}
