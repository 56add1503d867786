import { createContext } from '../kernel/company-context'
import type { CompanyId, ConnectionId } from '../kernel/ids'
import { getCompany, listCompanyIds } from '../platform/company.queries'
import type { Platform } from '../platform/platform'
import type { CompanyConnection, ConnectionView } from './connection.calls'
import { listConnectionQueues } from './connection-queues.view'
import { getConnection, listConnections } from './connection.queries'
import { presentConnection } from './present-connection'

/** Every company's connections, for the super user. Gives way between companies, as each may have to be opened. */
export async function listAllConnections(platform: Platform): Promise<CompanyConnection[]> {
  const all: CompanyConnection[] = []
  for (const companyId of listCompanyIds(platform)) {
    try {
      all.push(...connectionsOf(platform, companyId))
    } catch (error) {
      // One damaged or vanishing company must not hide the others.
      platform.log.warn('The connections of a company cannot be listed', { company: companyId, error })
    }
    await Bun.sleep(0)
  }
  return all
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
