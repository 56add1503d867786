import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Board, BoardLane, BoardTicket, TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import { findCard, placeCard, takeCard, takenOff, updateCard, type LaneId } from './board-lanes'

export interface BoardFilter {
  search: string
  queueId: number | null
}

export interface BoardModel {
  readonly lanes: ReadonlySignal<readonly BoardLane[]>
  readonly filter: ReadonlySignal<BoardFilter>
  /** Why the last reload failed; what is shown stays. */
  readonly failed: ReadonlySignal<unknown>
  /** The lane whose next page is on its way. */
  readonly loading: ReadonlySignal<LaneId | undefined>
  setFilter(change: Partial<BoardFilter>): void
  reload(): Promise<void>
  loadMore(lane: LaneId): Promise<void>
  /** At once here, then on the server. @throws ApiError after putting it back when it is refused */
  move(ticketId: number, to: LaneId): Promise<void>
  /** A ticket as a live event tells it. */
  tell(ticket: TicketView): void
  remove(ticketId: number): void
  read(ticketId: number): void
  dispose(): void
}

/** Several changes of cards that are not loaded make one reload. */
const reloadPauseMs = 1500

export function createBoard(api: ApiClient, first: Board): BoardModel {
  const lanes = signal<readonly BoardLane[]>(first.lanes)
  const filter = signal<BoardFilter>({ search: '', queueId: null })
  const failed = signal<unknown>(undefined)
  const loading = signal<LaneId | undefined>(undefined)
  /** Where cards are being moved to; until that is answered no news puts them elsewhere. */
  const moving = new Map<number, { to: LaneId; news?: TicketView }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  let asked = 0

  function reloadSoon() {
    timer ??= setTimeout(() => void reload(), reloadPauseMs)
  }

  async function reload() {
    clearTimeout(timer)
    timer = undefined
    const [turn, since] = [++asked, changes]
    try {
      const answer = await api.get('/tickets/kanban', { query: queryOf(filter.peek()) })
      if (turn !== asked) return
      batch(() => {
        failed.value = undefined
        lanes.value = answer.lanes
        for (const [id, { to }] of moving) shift(id, to)
      })
      // Something changed while the answer was on its way: it may not hold it.
      if (since !== changes) reloadSoon()
    } catch (cause) {
      if (turn === asked) failed.value = cause
    }
  }

  function shift(ticketId: number, to: LaneId, ticket?: TicketView) {
    const found = findCard(lanes.peek(), ticketId)
    if (!found) return
    const card = { ...found.card, ...ticket }
    if (found.lane === to) return void (lanes.value = updateCard(lanes.peek(), card))
    const moved: BoardTicket = { ...card, laneAt: to === null ? null : new Date().toISOString() }
    lanes.value = placeCard(takeCard(lanes.peek(), ticketId), moved, to)
  }

  function tell(ticket: TicketView) {
    changes++
    const inFlight = moving.get(ticket.id)
    if (inFlight) inFlight.news = ticket
    if (takenOff(ticket)) return remove(ticket.id)
    if (!findCard(lanes.peek(), ticket.id)) return reloadSoon()
    shift(ticket.id, inFlight ? inFlight.to : laneOf(ticket), ticket)
  }

  function remove(ticketId: number) {
    changes++
    lanes.value = takeCard(lanes.peek(), ticketId)
  }

  return {
    ...{ lanes, filter, failed, loading, reload, tell, remove },
    setFilter(change) {
      filter.value = { ...filter.peek(), ...change }
      void reload()
    },
    async loadMore(lane) {
      const shown = lanes.peek().find(({ tag }) => (tag?.id ?? null) === lane)
      if (!shown?.nextCursor || loading.peek() !== undefined) return
      const turn = asked
      loading.value = lane
      try {
        const query = { ...queryOf(filter.peek()), lane: lane ?? ('none' as const), cursor: shown.nextCursor }
        const [page] = (await api.get('/tickets/kanban', { query })).lanes
        if (page && turn === asked)
          lanes.value = lanes.peek().map((one) => (one.tag?.id === page.tag?.id ? grown(one, page) : one))
      } catch (cause) {
        failed.value = cause
      } finally {
        loading.value = undefined
      }
    },
    async move(ticketId, to) {
      const from = findCard(lanes.peek(), ticketId)
      if (!from || from.lane === to || moving.has(ticketId)) return
      changes++
      const own: { to: LaneId; news?: TicketView } = { to }
      moving.set(ticketId, own)
      shift(ticketId, to)
      try {
        if (to === null) await api.delete('/ticket-tags/:ticketId', { params: { ticketId } })
        else await api.put('/ticket-tags/:ticketId/:tagId', { params: { ticketId, tagId: to } })
        moving.delete(ticketId)
        if (own.news) tell(own.news)
      } catch (cause) {
        moving.delete(ticketId)
        lanes.value = placeCard(takeCard(lanes.peek(), ticketId), from.card, from.lane)
        reloadSoon()
        throw cause
      }
    },
    read: (ticketId) => {
      const found = findCard(lanes.peek(), ticketId)
      if (found) lanes.value = updateCard(lanes.peek(), { ...found.card, unreadMessages: 0 })
    },
    dispose: () => clearTimeout(timer),
  }
}

/** The lane that a ticket lies in as its tags tell it. */
function laneOf({ tags }: TicketView): LaneId {
  return tags.find(({ kanban }) => kanban)?.id ?? null
}

function grown(lane: BoardLane, page: BoardLane): BoardLane {
  const known = new Set(lane.tickets.map(({ id }) => id))
  return { ...page, tickets: [...lane.tickets, ...page.tickets.filter(({ id }) => !known.has(id))] }
}

function queryOf({ search, queueId }: BoardFilter) {
  return { searchParam: search, ...(queueId === null ? {} : { queueIds: `[${queueId}]` }) }
}
