import { type ContactRow, getContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import type { ConnectionId, TicketId, UserId } from '../kernel/ids'
import { insertTicket } from './insert-ticket'
import { getRequiredQueue, getChosenUser, isGroupAsTicket } from './ticket-assignment'
import type { CreateTicketBody } from './ticket.contract'
import { findActiveTicket, type TicketRow } from './ticket.queries'
import { type ChannelName, channelRules } from '../channel/channel-rules.contract'

interface UsedConnection {
  id: ConnectionId
  channel: ChannelName
}

const columns = 'SELECT c.id, c.channel FROM connection c'
const statements = perCompany(({ sqlite }) => ({
  byId: sqlite.prepare<UsedConnection, [number]>(`${columns} WHERE c.id = ?`),
  ofUser: sqlite.prepare<UsedConnection, [number, string]>(
    `${columns} JOIN user u ON u.connection_id = c.id WHERE u.id = ? AND c.channel = ?`,
  ),
  byDefault: sqlite.prepare<UsedConnection, [string]>(
    `${columns} WHERE c.channel = ? ORDER BY c.is_default DESC, c.status = 'CONNECTED' DESC, c.id LIMIT 1`,
  ),
  owner: sqlite.prepare<{ userName: string | null; queueName: string | null }, [number]>(
    `SELECT u.name AS userName, q.name AS queueName FROM ticket t LEFT JOIN user u ON u.id = t.user_id
     LEFT JOIN queue q ON q.id = t.queue_id WHERE t.id = ?`,
  ),
}))

/**
 * Starts a conversation with a contact on behalf of the acting user.
 * @throws Refusal ERR_OTHER_OPEN_TICKET with the ticket that is active on that connection and who has it
 */
export function createTicket(ctx: CompanyContext, body: CreateTicketBody): TicketRow {
  return ctx.transaction(() => {
    const contact = getContactRow(ctx, body.contactId)
    const connection = getConnection(ctx, contact, body.whatsappId ?? undefined)
    refuseOther(ctx, findActiveTicket(ctx, contact.id, connection.id))
    const queueId = getRequiredQueue(ctx, body.queueId, null)
    const userId = body.status === 'pending' ? null : getChosenUser(ctx, body.userId)
    return insertTicket(ctx, {
      ...{ contactId: contact.id, connectionId: connection.id, channel: connection.channel },
      ...{ isGroup: contact.isGroup, queueId, userId, startedByUs: true },
      status: statusOf(ctx, contact, connection, userId),
    })
  })
}

/** The requested connection, else the user's own, else the company's default for the contact's channel. */
function getConnection(ctx: CompanyContext, contact: ContactRow, asked: ConnectionId | undefined): UsedConnection {
  const { byId, ofUser, byDefault } = statements(ctx.company)
  if (asked !== undefined) return byId.get(asked) ?? refuse('ERR_NO_WAPP_FOUND')
  const own = ctx.actor.kind === 'user' ? ofUser.get(ctx.actor.userId, contact.channel) : undefined
  return own ?? byDefault.get(contact.channel) ?? refuse('ERR_NO_DEF_WAPP_FOUND')
}

function statusOf(ctx: CompanyContext, contact: ContactRow, connection: UsedConnection, userId: UserId | null) {
  if (contact.isGroup && channelRules[connection.channel].groups) {
    if (userId !== null || !isGroupAsTicket(ctx, connection.id)) return 'group'
  }
  return userId === null ? 'pending' : 'open'
}

function refuseOther(ctx: CompanyContext, other: TicketRow | undefined) {
  if (!other) return
  const names = statements(ctx.company).owner.get(other.id as TicketId)
  refuse('ERR_OTHER_OPEN_TICKET', {
    body: {
      ...{ id: other.id, uuid: other.uuid, status: other.status, userId: other.userId },
      user: names?.userName ? { name: names.userName } : null,
      queue: other.queueId !== null ? { id: other.queueId, name: names?.queueName ?? '' } : null,
    },
  })
}
