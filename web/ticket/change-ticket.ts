import type { TicketAssignment } from '../../src/ticket/ticket.policy'
import type { TicketView, UpdatedTicket } from '../../src/ticket/ticket.answers'
import type { UpdateTicketBody } from '../../src/ticket/ticket.contract'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** The contact's active ticket on that connection, if it is not the user's. */
export interface AlreadyAssigned {
  kind: 'alreadyAssigned'
  uuid: string | undefined
  user: string
  queue: string
  assignment: TicketAssignment
}

/** The result of a change: the ticket as requested, another ticket of the user, or somebody else's. */
export type ChangeOutcome = { kind: 'changed'; ticket: UpdatedTicket } | { kind: 'own'; uuid: string } | AlreadyAssigned

export interface ChangeRequest {
  body: Partial<UpdateTicketBody>
  /** Set if the ticket will belong to the user. */
  takes: boolean
  done: string
}

/** Sends the change. `me` is the ticket's new owner; undefined if the change does not set one. */
export async function changeTicket(
  api: ApiClient,
  ticket: Pick<TicketView, 'id'>,
  body: Partial<UpdateTicketBody>,
  me: number | undefined,
): Promise<ChangeOutcome> {
  const answer = await api.put('/tickets/:id', { params: { id: ticket.id }, body })
  const other = answer.id !== ticket.id || (me !== undefined && answer.userId !== me)
  if (!other) return { kind: 'changed', ticket: answer }
  return outcomeOf(answer, me)
}

export function isAttendedBy(userId: number, ticket: Pick<TicketView, 'status' | 'userId'>) {
  return (ticket.status === 'open' || ticket.status === 'group') && ticket.userId === userId
}

type OtherTicket = Partial<Pick<TicketView, 'uuid' | 'status' | 'userId'>> & {
  user?: { name: string } | null
  queue?: { id: number; name: string } | null
}

export async function openTicket(
  api: ApiClient,
  body: { contactId: number; userId: number; queueId: number | null; status: 'open'; whatsappId?: number | null },
): Promise<ChangeOutcome> {
  try {
    return { kind: 'changed', ticket: await api.post('/tickets', { body }) }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'ERR_OTHER_OPEN_TICKET') throw cause
    return outcomeOf(cause.body as OtherTicket, body.userId)
  }
}

function outcomeOf({ uuid, userId, user, queue, status }: OtherTicket, me: number | undefined): ChangeOutcome {
  if (uuid && userId === me && me !== undefined) return { kind: 'own', uuid }
  const assignment = { status: status ?? 'open', userId: userId ?? null, queueId: queue?.id ?? null }
  return { kind: 'alreadyAssigned', user: user?.name ?? '', queue: queue?.name ?? '', uuid, assignment }
}
