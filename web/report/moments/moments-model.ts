import { batch, computed, signal } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import { isInBranch, ticketScope } from '../../../src/ticket/list/ticket-scope'
import { countedStatuses, statusesOnTab, type TicketStatus } from '../../../src/ticket/ticket-status'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiClient } from '../../api/api-client'
import { createTouchLog } from '../../live/touch-log'
import { fetchAgents, fetchMoments, type MomentsAgent, type MomentsData } from './load-moments'

/** The server's limit of tickets. */
export const momentsMax = 400

const shownStatuses: readonly TicketStatus[] = (['open', 'pending', 'group'] as const).flatMap((tab) =>
  statusesOnTab(tab),
)

export interface MomentsCard {
  /** Tickets without an agent, or the agent's id. */
  key: 'pending' | 'groups' | number
  agent: MomentsAgent | undefined
  tickets: readonly TicketView[]
}

export type MomentsModel = ReturnType<typeof createMoments>

export function createMoments(api: ApiClient, data: MomentsData, actor: () => UserActor) {
  const tickets = signal<ReadonlyMap<number, TicketView>>(byId(data.tickets))
  const { agents, ...agentChanges } = createAgents(data.users)
  const failed = signal<unknown>(undefined)
  const touches = createTouchLog<number>()

  function place(ticket: TicketView) {
    touches.touch(ticket.id)
    if (belongs(ticket)) tickets.value = new Map(tickets.value).set(ticket.id, ticket)
    else remove(ticket.id)
  }

  function belongs(ticket: TicketView) {
    if (!shownStatuses.includes(ticket.status)) return false
    const me = actor()
    const branches = ticketScope(me, { tab: 'search', showAll: true, queueIds: undefined })
    return branches.some((branch) => isInBranch(branch, me.userId, ticket))
  }

  function remove(id: number) {
    touches.touch(id)
    const left = new Map(tickets.value)
    if (left.delete(id)) tickets.value = left
  }

  function update(id: number, change: (ticket: TicketView) => TicketView) {
    const ticket = tickets.value.get(id)
    if (ticket) place(change(ticket))
  }

  async function reload() {
    const since = touches.begin()
    try {
      const [newest, users] = await Promise.all([fetchMoments(api), fetchAgents(api)])
      const live = [...tickets.value.values()].filter(({ id }) => touches.touched(id, since))
      batch(() => {
        tickets.value = byId([...newest.filter(({ id }) => !touches.touched(id, since)), ...live])
        agents.value = byId(users)
        failed.value = undefined
      })
    } catch (cause) {
      failed.value = cause
    } finally {
      touches.end()
    }
  }

  return {
    tickets,
    agents,
    /** Why the last reload failed; the present rows stay. */
    failed,
    cards: computed(() => cardsOf([...tickets.value.values()], [...agents.value.values()])),
    figures: computed(() => figuresOf([...tickets.value.values()])),
    place,
    remove,
    update,
    reload,
    ...agentChanges,
  }
}

function createAgents(first: readonly MomentsAgent[]) {
  const agents = signal<ReadonlyMap<number, MomentsAgent>>(byId(first))
  return {
    agents,
    placeAgent(agent: Partial<MomentsAgent> & { id: number }) {
      const known = agents.value.get(agent.id)
      if (!known && agent.name === undefined) return
      agents.value = new Map(agents.value).set(agent.id, { ...noAgent, ...known, ...agent })
    },
    removeAgent(id: number) {
      const left = new Map(agents.value)
      if (left.delete(id)) agents.value = left
    },
  }
}

const noAgent = { name: '', profile: 'user' as const, profileImage: '', queues: [], online: false }

function byId<Item extends { id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]))
}

/** Without an agent first, then groups, agents online first. The longest waiting first. */
function cardsOf(tickets: readonly TicketView[], agents: readonly MomentsAgent[]): MomentsCard[] {
  const waiting = [...tickets].sort((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id)
  const sorted = [...agents].sort(
    (a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name) || a.id - b.id,
  )
  const known = new Set(agents.map(({ id }) => id))
  const unowned = waiting.filter(({ userId }) => userId === null || !known.has(userId))
  const isGroup = ({ status }: TicketView) => status === 'group'
  const groups = unowned.filter(isGroup)
  return [
    { key: 'pending', agent: undefined, tickets: unowned.filter((ticket) => !isGroup(ticket)) },
    ...(groups.length > 0 ? [{ key: 'groups' as const, agent: undefined, tickets: groups }] : []),
    ...sorted.map((agent) => ({
      key: agent.id,
      agent,
      tickets: waiting.filter(({ userId }) => userId === agent.id),
    })),
  ]
}

function figuresOf(tickets: readonly TicketView[]) {
  return (['pending', 'open', 'group'] as const).map((status) => {
    const statuses = countedStatuses(status)
    return { status, count: tickets.filter((ticket) => statuses.includes(ticket.status)).length }
  })
}
