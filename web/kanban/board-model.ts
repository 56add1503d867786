import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Board, BoardLane, BoardTicket, TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import { type BoardFilter, isFiltered, noFilters, queryOf } from './board-filter'
import { findCard, placeCard, takeCard, leavesBoard, updateCard, type LaneId } from './board-lanes'

export interface BoardModel {
  readonly lanes: ReadonlySignal<readonly BoardLane[]>
  readonly filter: ReadonlySignal<BoardFilter>
  /** Why the last reload failed; the present cards stay. */
  readonly failed: ReadonlySignal<unknown>
  /** The lane whose next page is loading. */
  readonly loading: ReadonlySignal<LaneId | undefined>
  setFilter(change: Partial<BoardFilter>): void
  reload(): Promise<void>
  /** Reloads once for several changes. */
  reloadSoon(): void
  loadMore(lane: LaneId): Promise<void>
  /**
   * Moves the card at once, then on the server. @throws ApiError after moving it back when refused, for example
   * because somebody else moved it
   */
  move(ticketId: number, to: LaneId): Promise<void>
  /** Applies a ticket from a live event. */
  apply(ticket: TicketView): void
  remove(ticketId: number): void
  read(ticketId: number): void
  dispose(): void
}

/** Combines changes of cards that are not loaded into one reload. */
const reloadPauseMs = 1500

export function createBoard(api: ApiClient, first: Board): BoardModel {
  const lanes = signal<readonly BoardLane[]>(first.lanes)
  const filter = signal<BoardFilter>({ search: '', queueId: null, ...noFilters })
  const failed = signal<unknown>(undefined)
  const loading = signal<LaneId | undefined>(undefined)
  /** Target lanes of moves in progress; live events do not move these cards until the answer. */
  const moving = new Map<number, { to: LaneId; latest?: TicketView }>()
  /** Pages after the first that the user loaded, by lane. */
  const morePages = new Map<LaneId, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  let requested = 0

  function reloadSoon() {
    timer ??= setTimeout(() => void reload(), reloadPauseMs)
  }

  async function reload() {
    clearTimeout(timer)
    timer = undefined
    const [turn, since] = [++requested, changes]
    try {
      const answer = await api.get('/tickets/kanban', { query: queryOf(filter.peek()) })
      const fresh = await Promise.all(answer.lanes.map((lane) => loadAgain(lane, () => turn === requested)))
      if (turn !== requested) return
      batch(() => {
        failed.value = undefined
        lanes.value = fresh
        for (const [id, { to }] of moving) shift(id, to)
      })
      // Changed during the request, so the answer may be outdated.
      if (since !== changes) reloadSoon()
    } catch (cause) {
      if (turn === requested) failed.value = cause
    }
  }

  async function loadPage(lane: BoardLane, cursor: string): Promise<BoardLane | undefined> {
    const query = { ...queryOf(filter.peek()), lane: lane.tag?.id ?? ('none' as const), cursor }
    return (await api.get('/tickets/kanban', { query })).lanes[0]
  }

  /** Loads as many pages as before, so that a reload does not remove visible cards. */
  async function loadAgain(first: BoardLane, isWanted: () => boolean): Promise<BoardLane> {
    let lane = first
    for (let left = morePages.get(first.tag?.id ?? null) ?? 0; left > 0 && lane.nextCursor && isWanted(); left--) {
      const page = await loadPage(lane, lane.nextCursor)
      if (!page) break
      lane = grown(lane, page)
    }
    return lane
  }

  function shift(ticketId: number, to: LaneId, ticket?: TicketView) {
    const found = findCard(lanes.peek(), ticketId)
    if (!found) return
    const card = { ...found.card, ...ticket }
    if (found.lane === to) return void (lanes.value = updateCard(lanes.peek(), card))
    const moved: BoardTicket = { ...card, laneAt: to === null ? null : new Date().toISOString() }
    lanes.value = placeCard(takeCard(lanes.peek(), ticketId), moved, to)
  }

  function apply(ticket: TicketView) {
    changes++
    const inFlight = moving.get(ticket.id)
    if (inFlight) inFlight.latest = ticket
    if (leavesBoard(ticket)) return remove(ticket.id)
    // The server knows whether a changed ticket still matches the filter.
    if (!findCard(lanes.peek(), ticket.id) || isFiltered(filter.peek())) reloadSoon()
    shift(ticket.id, inFlight ? inFlight.to : laneOf(ticket), ticket)
  }

  function remove(ticketId: number) {
    changes++
    lanes.value = takeCard(lanes.peek(), ticketId)
  }

  return {
    lanes,
    filter,
    failed,
    loading,
    reload,
    reloadSoon,
    apply,
    remove,
    setFilter(change) {
      filter.value = { ...filter.peek(), ...change }
      morePages.clear()
      void reload()
    },
    async loadMore(lane) {
      const shown = lanes.peek().find(({ tag }) => (tag?.id ?? null) === lane)
      if (!shown?.nextCursor || loading.peek() !== undefined) return
      const turn = requested
      loading.value = lane
      try {
        const page = await loadPage(shown, shown.nextCursor)
        morePages.set(lane, (morePages.get(lane) ?? 0) + 1)
        // A reload meanwhile has replaced the page before this one.
        if (turn !== requested) return reloadSoon()
        if (page) lanes.value = lanes.peek().map((one) => (one.tag?.id === page.tag?.id ? grown(one, page) : one))
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
      const own: { to: LaneId; latest?: TicketView } = { to }
      moving.set(ticketId, own)
      shift(ticketId, to)
      try {
        const query = { from: from.lane ?? ('none' as const) }
        if (to === null) await api.delete('/ticket-tags/:ticketId', { params: { ticketId }, query })
        else await api.put('/ticket-tags/:ticketId/:tagId', { params: { ticketId, tagId: to }, query })
        moving.delete(ticketId)
        if (own.latest) apply(own.latest)
      } catch (cause) {
        moving.delete(ticketId)
        lanes.value = placeCard(takeCard(lanes.peek(), ticketId), from.card, from.lane)
        if (own.latest) apply(own.latest)
        else reloadSoon()
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

function laneOf({ tags }: TicketView): LaneId {
  return tags.find(({ kanban }) => kanban)?.id ?? null
}

function grown(lane: BoardLane, page: BoardLane): BoardLane {
  const known = new Set(lane.tickets.map(({ id }) => id))
  return { ...page, tickets: [...lane.tickets, ...page.tickets.filter(({ id }) => !known.has(id))] }
}
