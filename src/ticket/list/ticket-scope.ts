import { type Actor, isAdmin, type UserActor } from '../../kernel/company/actor'
import type { QueueId, UserId } from '../../kernel/ids'
import { canShowAllTickets } from '../ticket.policy'
import { statusesOnTab, type TicketStatus, ticketStatuses } from '../ticket-status'

/** `none`: with tickets without a queue. */
export type QueueSet =
  { kind: 'except'; ids: readonly QueueId[]; none: boolean } | { kind: 'only'; ids: readonly QueueId[]; none: boolean }

export interface ScopeBranch {
  statuses: readonly TicketStatus[]
  owner: 'me' | 'nobody' | 'notMe' | 'any'
  queues: QueueSet
  /** By default both. */
  snoozed?: 'without' | 'only'
}

interface ScopeQuery {
  /** `search` and empty: every status. */
  tab: TicketStatus | 'snoozed' | 'search' | ''
  showAll: boolean
  queueIds: readonly QueueId[] | undefined
}

const everywhere: QueueSet = { kind: 'except', ids: [], none: true }

/** Applies `canSeeTicket` to the tab and the selected queues. */
export function ticketScope(actor: Actor, query: ScopeQuery): ScopeBranch[] {
  const { tab } = query
  if (tab === 'snoozed') {
    return snoozableTabs.flatMap((status) => snoozeScope(actor, { ...query, tab: status }, 'only'))
  }
  if (tab === 'open' || tab === 'pending') return snoozeScope(actor, { ...query, tab }, 'without')
  return scopeOf(actor, { ...query, tab })
}

const snoozableTabs = ['open', 'pending'] as const

function snoozeScope(actor: Actor, query: StatusQuery, snoozed: ScopeBranch['snoozed']) {
  return scopeOf(actor, query).map((branch) => ({ ...branch, snoozed }))
}

type StatusQuery = ScopeQuery & { tab: Exclude<ScopeQuery['tab'], 'snoozed'> }

function scopeOf(actor: Actor, query: StatusQuery): ScopeBranch[] {
  const { tab } = query
  const statuses = tab === 'search' || tab === '' ? ticketStatuses : statusesOnTab(tab)
  const showAll = query.showAll && canShowAllTickets(actor)
  if (isAdmin(actor)) return adminScope(statuses, query, showAll)
  return personScope(actor, statuses, query, showAll)
}

function adminScope(statuses: readonly TicketStatus[], { tab, queueIds }: ScopeQuery, showAll: boolean) {
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
  { tab, queueIds }: ScopeQuery,
  showAll: boolean,
): ScopeBranch[] {
  const chosen = queueIds ? person.queueIds.filter((id) => queueIds.includes(id)) : person.queueIds
  const unchosen = person.queueIds.filter((id) => !chosen.includes(id))
  const everyQueue = showAll && person.allHistoric
  const inQueues = (none: boolean): QueueSet =>
    everyQueue ? { kind: 'except', ids: [], none } : { kind: 'only', ids: chosen, none }
  // Own tickets stay visible in queues that cannot be selected.
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
