import { createContext } from '../kernel/company-context'
import type { CompanyId, ConnectionId } from '../kernel/ids'
import { nextTurn } from '../kernel/batches'
import { getCompany } from '../platform/company.queries'
import { listConnectionCounts, listUncountedCompanies } from '../platform/connection-counts'
import type { Platform } from '../platform/platform'
import type { CompanyConnection, ConnectionCountView, ConnectionView } from './connection.calls'
import { countConnectionsOf } from './connection-counts'
import { listConnectionQueues } from './connection-queues.view'
import { getConnection, listConnections } from './connection.queries'
import { presentConnection } from './present-connection'

/**
 * How many connections each company has. Only companies that were never counted, such as those of an earlier release, have
 * their file opened, once.
 */
export async function listConnectionCountsOfAll(platform: Platform): Promise<ConnectionCountView[]> {
  for (const companyId of listUncountedCompanies(platform.catalog)) {
    try {
      countConnectionsOf(platform, companyId)
    } catch (error) {
      // One damaged or vanishing company must not hide the others.
      platform.log.warn('The connections of a company cannot be counted', { company: companyId, error })
    }
    await nextTurn()
  }
  return listConnectionCounts(platform.catalog)
}

/** The connections of one company, for the super user. @throws Refusal ERR_NO_COMPANY_FOUND */
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

/** One connection of any company. @throws Refusal ERR_NO_COMPANY_FOUND, ERR_NO_WAPP_FOUND */
export function getCompanyConnection(platform: Platform, companyId: CompanyId, id: ConnectionId): CompanyConnection {
  getCompany(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  const connection = getConnection(ctx, id)
  return withCompany(platform, companyId, presentConnection(ctx, connection, listConnectionQueues(ctx).get(id)))
}

/** Without what pairs a phone: the host looks on, the company connects. */
function withCompany(platform: Platform, companyId: CompanyId, view: ConnectionView): CompanyConnection {
  const { qrcode, pairingCode, ...shown } = view
  const { id, name, status } = getCompany(platform, companyId).company
  // A company that is switched off keeps in its file how its connections stood.
  return { ...shown, ...(status ? {} : { status: 'DISCONNECTED' }), company: { id, name } }
}
