import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findQueue } from '../../queue/queue.queries'
import { findUserFacts } from '../../user/user.queries'
import type { TicketRow } from '../ticket.queries'

/** @throws Refusal ERR_OTHER_OPEN_TICKET with the active one and who has it */
export function refuseOther(ctx: CompanyContext, other: TicketRow): never {
  const userName = other.userId === null ? undefined : findUserFacts(ctx, other.userId)?.name
  const queueName = other.queueId === null ? undefined : findQueue(ctx, other.queueId)?.name
  refuse('ERR_OTHER_OPEN_TICKET', {
    body: {
      id: other.id,
      uuid: other.uuid,
      status: other.status,
      userId: other.userId,
      user: userName ? { name: userName } : null,
      queue: other.queueId !== null ? { id: other.queueId, name: queueName ?? '' } : null,
    },
  })
}
