import { createContext } from '../../kernel/company/company-context'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import { nextTurn } from '../../kernel/company/batches'
import { getCompany } from '../../platform/company/company.queries'
import { listConnectionCounts, listUncountedCompanies } from '../../platform/connection-index/connection-counts'
import type { Platform } from '../../platform/platform'
import type { CompanyConnection, ConnectionCountView, ConnectionView } from '../connection.calls'
import { countConnectionsOf } from './connection-counts'
import { listConnectionQueues } from '../save/connection-queues.view'
import { getConnection, listConnections } from '../connection.queries'
import { presentConnection } from '../save/present-connection'

export async function listConnectionCountsOfAll(platform: Platform): Promise<ConnectionCountView[]> {
  for (const companyId of listUncountedCompanies(platform.catalog)) {
    try {
      countConnectionsOf(platform, companyId)
    } catch (error) {
      platform.log.warn('The connections of a company cannot be counted', { company: companyId, error })
    }
    await nextTurn()
  }
  return listConnectionCounts(platform.catalog)
}

/** @throws Refusal ERR_NO_COMPANY_FOUND */
export function listConnectionsOfCompany(platform: Platform, companyId: CompanyId): CompanyConnection[] {
  getCompany(platform, companyId)
  return connectionsOf(platform, companyId)
}

function connectionsOf(platform: Platform, companyId: CompanyId) {
  const ctx = createContext(platform.files.use(companyId))
  const queues = listConnectionQueues(ctx)
  return listConnections(ctx).map((connection) =>
    withCompany(platform, companyId, presentConnection(ctx, connection, queues.get(connection.id))),
  )
}

export function getCompanyConnection(platform: Platform, companyId: CompanyId, id: ConnectionId): CompanyConnection {
  getCompany(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  const connection = getConnection(ctx, id)
  return withCompany(platform, companyId, presentConnection(ctx, connection, listConnectionQueues(ctx).get(id)))
}

function withCompany(platform: Platform, companyId: CompanyId, view: ConnectionView): CompanyConnection {
  const { qrcode, pairingCode, ...shown } = view
  const { id, name, status } = getCompany(platform, companyId).company
  // The file of a disabled company keeps the last status.
  return { ...shown, ...(status ? {} : { status: 'DISCONNECTED' }), company: { id, name } }
}
