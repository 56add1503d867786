import type { CompanyContext } from '../../kernel/company/company-context'
import { canSeeTicket } from '../../ticket/ticket.policy'
import { getTicket, type TicketRow } from '../../ticket/ticket.queries'
import { findActor } from '../../user/actor.queries'
import { listUserNames } from '../../user/user.queries'
import type { MessageData, TicketColleague } from '../message.answers'
import { findMentions } from './mentions.contract'

export function mentionsIn(
  ctx: CompanyContext,
  ticket: TicketRow,
  text: string,
  picked: readonly number[] = [],
): MessageData['mentions'] {
  if (!text.includes('@')) return undefined
  const found = findMentions(text, listUserNames(ctx), picked)
    .filter(({ person }) => sees(ctx, person.id, ticket))
    .map(({ person, name }) => ({ id: person.id, name }))
  return found.length > 0 ? found : undefined
}

export function listColleagues(ctx: CompanyContext, ticketId: TicketRow['id']): TicketColleague[] {
  const ticket = getTicket(ctx, ticketId)
  return listUserNames(ctx).map(({ id, name, email, profileImage }) => ({
    id,
    email,
    name,
    profileImage,
    canSee: sees(ctx, id, ticket),
  }))
}

function sees(ctx: CompanyContext, userId: number, ticket: TicketRow) {
  const actor = findActor(ctx, userId)
  return actor !== undefined && canSeeTicket(actor, ticket)
}
