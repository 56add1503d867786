import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import type { TicketRow } from './ticket.queries'

const attendance = perCompany(({ sqlite }) =>
  sqlite.prepare<{ userName: string | null; queueName: string | null }, [number]>(
    `SELECT u.name AS userName, q.name AS queueName FROM ticket t LEFT JOIN user u ON u.id = t.user_id
     LEFT JOIN queue q ON q.id = t.queue_id WHERE t.id = ?`,
  ),
)

/** @throws Refusal ERR_OTHER_OPEN_TICKET with the ticket that is active instead and who has it */
export function refuseOther(ctx: CompanyContext, other: TicketRow): never {
  const names = attendance(ctx.company).get(other.id)
  refuse('ERR_OTHER_OPEN_TICKET', {
    body: {
      ...{ id: other.id, uuid: other.uuid, status: other.status, userId: other.userId },
      user: names?.userName ? { name: names.userName } : null,
      queue: other.queueId !== null ? { id: other.queueId, name: names?.queueName ?? '' } : null,
    },
  })
}
