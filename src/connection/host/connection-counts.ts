import { createContext } from '../../kernel/company/company-context'
import { type Reaction, reaction } from '../../kernel/event/event-log'
import type { CompanyId } from '../../kernel/ids'
import { publishToHost } from '../../platform/company/company.live'
import { listConnectionCounts, saveConnectionCount } from '../../platform/connection-index/connection-counts'
import type { Platform } from '../../platform/platform'
import { connectionTable } from '../connection.tables'

const changedBy = ['connection.created', 'connection.deleted', 'connection.statusChanged'] as const

/** After the transaction, which may roll back; opening a file counts again. */
export function createConnectionCounts(platformOf: () => Platform): { reactions: Reaction[] } {
  const waiting = new Set<CompanyId>()

  function count(companyId: CompanyId) {
    waiting.delete(companyId)
    const platform = platformOf()
    try {
      if (!platform.files.isOpen(companyId)) return
      if (countConnectionsOf(platform, companyId)) publishConnectionCount(platform, companyId)
    } catch (error) {
      platform.log.error('The connections of a company could not be counted', { company: companyId, error })
    }
  }

  function note(companyId: CompanyId) {
    if (waiting.has(companyId)) return
    waiting.add(companyId)
    queueMicrotask(() => count(companyId))
  }

  return { reactions: changedBy.map((type) => reaction(type, ({ company }) => note(company.id))) }
}

export function countConnectionsOf(platform: Platform, companyId: CompanyId) {
  const { db } = createContext(platform.files.use(companyId))
  const rows = db.select({ status: connectionTable.status }).from(connectionTable).all()
  const connected = rows.filter(({ status }) => status === 'CONNECTED').length
  return saveConnectionCount(platform, companyId, { total: rows.length, connected })
}

function publishConnectionCount(platform: Platform, companyId: CompanyId) {
  const [connectionCount] = listConnectionCounts(platform.catalog, companyId)
  if (connectionCount)
    publishToHost(platform, { event: 'connectionCount', data: { action: 'update', connectionCount } })
}
