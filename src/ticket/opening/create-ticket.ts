import { channelRules } from '../../channel/channel-rules.contract'
import { type ChosenConnection, chooseConnection } from '../../connection/save/choose-connection'
import { type ContactRow, getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { actingUserId } from '../../kernel/company/actor'
import type { ConnectionId, UserId } from '../../kernel/ids'
import { findConnectionIdOfUser } from '../../user/user.queries'
import { insertTicket } from './insert-ticket'
import { refuseOther } from './refuse-other'
import { getRequiredQueue, getChosenUser, isGroupAsTicket } from '../assignment/assignment.queries'
import type { CreateTicketBody } from '../ticket.contract'
import { findActiveTicket, type TicketRow } from '../ticket.queries'

/** @throws Refusal ERR_OTHER_OPEN_TICKET with the active one and who has it */
export function createTicket(ctx: CompanyContext, body: CreateTicketBody): TicketRow {
  return ctx.transaction(() => {
    const contact = getContactRow(ctx, body.contactId)
    const connection = getConnection(ctx, contact, body.whatsappId ?? null)
    const active = findActiveTicket(ctx, contact.id, connection.id)
    if (active) refuseOther(ctx, active)
    const queueId = getRequiredQueue(ctx, body.queueId, null)
    const userId = body.status === 'pending' ? null : getChosenUser(ctx, body.userId)
    return insertTicket(ctx, {
      contactId: contact.id,
      connectionId: connection.id,
      channel: connection.channel,
      isGroup: contact.isGroup,
      queueId,
      userId,
      startedByUs: true,
      status: statusOf(ctx, contact, connection, userId),
    })
  })
}

function getConnection(ctx: CompanyContext, { channel }: ContactRow, requested: ConnectionId | null): ChosenConnection {
  const userId = actingUserId(ctx.actor)
  const ownId = userId === undefined ? null : findConnectionIdOfUser(ctx, userId)
  const chosen = chooseConnection(ctx, channel, { preferred: [requested], ownId }) ?? refuse('ERR_NO_DEF_WAPP_FOUND')
  return requested === null || chosen.id === requested ? chosen : refuse('ERR_NO_WAPP_FOUND')
}

function statusOf(ctx: CompanyContext, contact: ContactRow, connection: ChosenConnection, userId: UserId | null) {
  if (contact.isGroup && channelRules[connection.channel].groups) {
    if (userId !== null || !isGroupAsTicket(ctx, connection.id)) return 'group'
  }
  return userId === null ? 'pending' : 'open'
}
