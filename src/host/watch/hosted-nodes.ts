import type { Platform } from '../../platform/platform'
import { listHostedCompanies } from '../../platform/company/company.queries'
import type { HostedNodes } from './host-watch.calls'

export function presentNodes(platform: Platform): HostedNodes | null {
  const { cluster } = platform
  if (!cluster) return null
  const { hasMajority, nodes, owners, moving } = cluster.state()
  const companies = listHostedCompanies(platform).map(({ id, name }) => ({
    id,
    name,
    node: owners.get(id) ?? null,
    movesTo: moving.get(id) ?? null,
  }))
  return {
    here: cluster.node,
    hasMajority,
    nodes: nodes.map(({ name, version, startedAtMs }) => ({
      name,
      version,
      startedAt: new Date(startedAtMs).toISOString(),
    })),
    companies,
  }
}
