import { afterCommit } from '../../kernel/company/company-context'
import { reaction } from '../../kernel/event/event-log'
import '../running/connection-control'
import '../connection.events'

export const whatsappSessionReactions = [
  reaction('connection.deleted', (ctx, { data }) => {
    const { id, services } = ctx.company
    afterCommit(ctx, () => {
      services.ports.connections.remove(id, data.connectionId).catch((error: unknown) => {
        services.log.error('A deleted connection could not be ended', { company: id, error })
      })
    })
  }),
]
