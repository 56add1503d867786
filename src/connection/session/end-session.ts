import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { connectionControl } from '../running/connection-control'

/** Unpairs a connection that is being deleted. It receives nothing afterwards. Failures are logged. */
export async function endSession(ctx: CompanyContext, connectionId: ConnectionId) {
  const { id: company, services } = ctx.company
  try {
    await connectionControl(ctx).remove(company, connectionId)
  } catch (error) {
    services.log.error('A deleted connection could not be ended', { company, error })
  }
}
