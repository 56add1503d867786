import { afterCommit } from '../../kernel/company/company-context'
import { reaction } from '../../kernel/event/event-log'
import { endSession } from './end-session'
import '../connection.events'

export const whatsappSessionReactions = [
  reaction('connection.deleted', (ctx, { data }) => {
    afterCommit(ctx, () => void endSession(ctx, data.connectionId))
  }),
]
