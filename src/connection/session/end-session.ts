import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { connectionControl } from '../running/connection-control'

/** Unpairs a connection that is being deleted. It receives nothing from now on; the rest ends in the background. */
export function endSession(ctx: CompanyContext, connectionId: ConnectionId) {
  const { id: company, services } = ctx.company
  connectionControl(ctx)
    .remove(company, connectionId)
    .catch((error: unknown) => {
      services.log.error('A deleted connection could not be ended', { company, error })
    })
}
