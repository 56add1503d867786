import { type Actor, isAdmin, type UserActor } from '../../kernel/company/actor'
import type { QueueId, UserId } from '../../kernel/ids'
import { canShowAllTickets } from '../ticket.policy'
import { statusesOnTab, type TicketStatus, ticketStatuses } from '../ticket-status'

/** A set of queues, by exclusion or inclusion. `none`: whether it contains tickets without a queue. */
export type QueueSet =
  { kind: 'except'; ids: readonly QueueId[]; none: boolean } | { kind: 'only'; ids: readonly QueueId[]; none: boolean }

/** Tickets with these statuses, owner and queues. Branches of a scope are disjoint. */
export interface ScopeBranch {
  statuses: readonly TicketStatus[]
  owner: 'me' | 'nobody' | 'notMe' | 'any'
  queues: QueueSet
  /** By default both. */
  snoozed?: 'without' | 'only'
}

interface ScopeQuestion {
  /** A tab of the inbox; `search` and empty mean every status. */
  tab: TicketStatus | 'snoozed' | 'search' | ''
  showAll: boolean
  /** The inbox's queue selection; undefined when not sent. Restricted to the queues the user may choose. */
  queueIds: readonly QueueId[] | undefined
}

const everywhere: QueueSet = { kind: 'except', ids: [], none: true }

/** The tickets of a user's list: those the user may see (`canSeeTicket`), limited to the tab and the selected queues. */
export function ticketScope(actor: Actor, question: ScopeQuestion): ScopeBranch[] {
  const { tab } = question
  if (tab === 'snoozed') {
    return snoozableTabs.flatMap((status) => snoozeScope(actor, { ...question, tab: status }, 'only'))
  }
  if (tab === 'open' || tab === 'pending') return snoozeScope(actor, { ...question, tab }, 'without')
  return scopeOf(actor, { ...question, tab })
}

const snoozableTabs = ['open', 'pending'] as const

function snoozeScope(actor: Actor, question: StatusQuestion, snoozed: ScopeBranch['snoozed']) {
  return scopeOf(actor, question).map((branch) => ({ ...branch, snoozed }))
}

type StatusQuestion = ScopeQuestion & { tab: Exclude<ScopeQuestion['tab'], 'snoozed'> }

function scopeOf(actor: Actor, question: StatusQuestion): ScopeBranch[] {
  const { tab } = question
  const statuses = tab === 'search' || tab === '' ? ticketStatuses : statusesOnTab(tab)
  const showAll = question.showAll && canShowAllTickets(actor)
  if (isAdmin(actor)) return adminScope(statuses, question, showAll)
  return personScope(actor as UserActor, statuses, question, showAll)
}

function adminScope(statuses: readonly TicketStatus[], { tab, queueIds }: ScopeQuestion, showAll: boolean) {
  const queues: QueueSet = queueIds ? { kind: 'only', ids: queueIds, none: true } : everywhere
  if (!showAll && tab === 'open') return [{ statuses, owner: 'me' as const, queues }]
  if (!showAll && tab === 'pending') {
    return [
      { statuses, owner: 'me' as const, queues },
      { statuses, owner: 'nobody' as const, queues },
    ]
  }
  return [{ statuses, owner: 'any' as const, queues }]
}

function personScope(
  person: UserActor,
  statuses: readonly TicketStatus[],
  { tab, queueIds }: ScopeQuestion,
  showAll: boolean,
): ScopeBranch[] {
  const chosen = queueIds ? person.queueIds.filter((id) => queueIds.includes(id)) : person.queueIds
  const unchosen = person.queueIds.filter((id) => !chosen.includes(id))
  const everyQueue = showAll && person.allHistoric
  const inQueues = (none: boolean): QueueSet =>
    everyQueue ? { kind: 'except', ids: [], none } : { kind: 'only', ids: chosen, none }
  // The user's own tickets stay visible, even in queues that the user cannot select.
  const branches: ScopeBranch[] = [{ statuses, owner: 'me', queues: { kind: 'except', ids: unchosen, none: true } }]
  const ordinary = statuses.filter((status) => status !== 'group')
  const others = showAll ? 'notMe' : tab === 'open' ? undefined : 'nobody'
  if (ordinary.length > 0 && others) {
    branches.push({ statuses: ordinary, owner: others, queues: inQueues(person.allTicket) })
  }
  if (statuses.includes('group') && person.allowGroup) {
    branches.push({ statuses: ['group'], owner: 'notMe', queues: inQueues(true) })
  }
  return branches
}

export interface TicketTabFields {
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
  snoozedUntil?: string | Date | null
}

/** Whether a ticket belongs to a branch, without a query. */
export function isInBranch(branch: ScopeBranch, me: UserId | undefined, ticket: TicketTabFields) {
  const { owner, queues, snoozed } = branch
  if (snoozed && (snoozed === 'only') !== Boolean(ticket.snoozedUntil)) return false
  if (!branch.statuses.includes(ticket.status)) return false
  if (owner === 'me' && ticket.userId !== me) return false
  if (owner === 'notMe' && ticket.userId === me) return false
  if (owner === 'nobody' && ticket.userId !== null) return false
  if (ticket.queueId === null) return queues.none
  return queues.ids.includes(ticket.queueId) === (queues.kind === 'only')
}
