import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { BoardLane, BoardTicket, TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import { statusesOnTab, type TicketStatus } from '../../src/ticket/ticket-status'

/** Null for tickets without a lane. */
export type LaneId = number | null

const shownStatuses: readonly TicketStatus[] = (['open', 'pending', 'group'] as const).flatMap(statusesOnTab)

/** Resolved tickets are not on the board. */
export function leavesBoard({ status }: Pick<TicketView, 'status'>) {
  return !shownStatuses.includes(status)
}

export function laneOf({ tags }: Pick<TicketView, 'tags'>): LaneId {
  return tags.find(({ kanban }) => kanban)?.id ?? null
}

export function findCard(lanes: readonly BoardLane[], ticketId: number) {
  for (const { tag, tickets } of lanes) {
    const card = tickets.find(({ id }) => id === ticketId)
    if (card) return { card, lane: tag?.id ?? null }
  }
  return undefined
}

/** Since when the card has been in its lane; without a lane, the time of its last change. */
export const sinceOf = ({ laneAt, updatedAt }: BoardTicket) => laneAt ?? updatedAt

/** Returns the lanes without the card; unchanged lanes stay the same objects. */
export function takeCard(lanes: readonly BoardLane[], ticketId: number): BoardLane[] {
  return lanes.map((lane) => {
    const card = lane.tickets.find(({ id }) => id === ticketId)
    if (!card) return lane
    const others = lane.tickets.filter((one) => one !== card)
    return withCards(lane, others, { count: -1, amount: -(card.amount ?? 0) })
  })
}

export function placeCard(lanes: readonly BoardLane[], card: BoardTicket, to: LaneId): BoardLane[] {
  return lanes.map((lane) =>
    (lane.tag?.id ?? null) === to
      ? withCards(lane, [...lane.tickets, card], { count: 1, amount: card.amount ?? 0 })
      : lane,
  )
}

export function updateCard(lanes: readonly BoardLane[], card: BoardTicket): BoardLane[] {
  return lanes.map((lane) => {
    const before = lane.tickets.find(({ id }) => id === card.id)
    if (!before) return lane
    const cards = lane.tickets.map((one) => (one === before ? card : one))
    return withCards(lane, cards, { count: 0, amount: (card.amount ?? 0) - (before.amount ?? 0) })
  })
}

function withCards(lane: BoardLane, cards: BoardTicket[], added: { count: number; amount: number }): BoardLane {
  return {
    ...lane,
    tickets: cards.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id),
    count: lane.count + added.count,
    amountTotal: lane.amountTotal + added.amount,
    oldestAt: oldestAmong(lane, cards),
  }
}

/** The age of a lane whose oldest card is not loaded stays, unless an older card comes. */
function oldestAmong({ oldestAt, tickets, nextCursor }: BoardLane, cards: readonly BoardTicket[]) {
  const isLoaded = nextCursor === null || tickets.some((card) => sinceOf(card) === oldestAt)
  const times = cards.map(sinceOf)
  if (!isLoaded && oldestAt !== null) times.push(oldestAt)
  return times.sort()[0] ?? null
}

/** Whether a lane lost its oldest card, while cards are missing of which one may be older than the others. */
export function isAgeGuessed(before: readonly BoardLane[], after: readonly BoardLane[]) {
  return after.some(
    ({ oldestAt, nextCursor }, index) => nextCursor !== null && (oldestAt ?? '') > (before[index]?.oldestAt ?? ''),
  )
}

/** Moves a loaded card to a lane, or updates it there, with a newer state of its ticket. */
export function moveCard(lanes: readonly BoardLane[], ticketId: number, to: LaneId, ticket?: TicketView) {
  const found = findCard(lanes, ticketId)
  if (!found) return lanes
  const card = { ...found.card, ...ticket }
  if (found.lane === to) return updateCard(lanes, card)
  const moved: BoardTicket = { ...card, laneAt: to === null ? null : new Date().toISOString() }
  return placeCard(takeCard(lanes, ticketId), moved, to)
}

function appendPage(lane: BoardLane, page: BoardLane): BoardLane {
  const known = new Set(lane.tickets.map(({ id }) => id))
  return { ...page, tickets: [...lane.tickets, ...page.tickets.filter(({ id }) => !known.has(id))] }
}

interface BoardLoadingOptions {
  api: ApiClient
  lanes: Signal<readonly BoardLane[]>
  filter: ReadonlySignal<BoardFilter>
  /** Called in the batch that shows the loaded lanes. */
  onLoaded: () => void
}

/** Combines changes of cards that are not loaded into one reload. */
const reloadPauseMs = 1500

export function createBoardLoading({ api, lanes, filter, onLoaded }: BoardLoadingOptions) {
  const failed = signal<unknown>(undefined)
  const loading = signal<LaneId | undefined>(undefined)
  const pages = createLanePages(api, filter)
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  let requested = 0

  const reloadSoon = () => void (timer ??= setTimeout(() => void reload(), reloadPauseMs))

  async function reload() {
    clearTimeout(timer)
    timer = undefined
    const [turn, since] = [++requested, changes]
    try {
      const answer = await api.get('/tickets/kanban', { query: queryOf(filter.peek()) })
      const fresh = await Promise.all(answer.lanes.map((lane) => pages.fetchAgain(lane, () => turn === requested)))
      if (turn !== requested) return
      batch(() => {
        failed.value = undefined
        lanes.value = fresh
        onLoaded()
      })
      // Changed during the request, so the answer may be outdated.
      if (since !== changes) reloadSoon()
    } catch (cause) {
      if (turn === requested) failed.value = cause
    }
  }

  async function loadMore(lane: LaneId) {
    const shown = lanes.peek().find(({ tag }) => (tag?.id ?? null) === lane)
    if (!shown?.nextCursor || loading.peek() !== undefined) return
    const turn = requested
    loading.value = lane
    try {
      const page = await pages.fetchNext(shown, shown.nextCursor)
      // A reload meanwhile has replaced the page before this one.
      if (turn !== requested) return reloadSoon()
      if (page) lanes.value = withPage(lanes.peek(), page)
    } catch (cause) {
      failed.value = cause
    } finally {
      loading.value = undefined
    }
  }

  return {
    failed,
    loading,
    reload,
    reloadSoon,
    loadMore,
    /** The next reload loads the first pages only. */
    forgetPages: pages.forget,
    /** Call it at each change of the cards, so that a reload under way is repeated. */
    noteChange: () => void changes++,
    dispose: () => clearTimeout(timer),
  }
}

const withPage = (lanes: readonly BoardLane[], page: BoardLane) =>
  lanes.map((lane) => (lane.tag?.id === page.tag?.id ? appendPage(lane, page) : lane))

/** Fetches pages of lanes, and remembers how many the user loaded. */
function createLanePages(api: ApiClient, filter: ReadonlySignal<BoardFilter>) {
  /** Pages after the first that the user loaded, by lane. */
  const loaded = new Map<LaneId, number>()

  async function fetchPage(lane: BoardLane, cursor: string): Promise<BoardLane | undefined> {
    const query = { ...queryOf(filter.peek()), lane: lane.tag?.id ?? ('none' as const), cursor }
    return (await api.get('/tickets/kanban', { query })).lanes[0]
  }

  return {
    async fetchNext(lane: BoardLane, cursor: string) {
      const page = await fetchPage(lane, cursor)
      const id = lane.tag?.id ?? null
      loaded.set(id, (loaded.get(id) ?? 0) + 1)
      return page
    },
    /** Fetches as many pages as before, so that a reload does not remove visible cards. */
    async fetchAgain(first: BoardLane, isWanted: () => boolean): Promise<BoardLane> {
      let lane = first
      for (let left = loaded.get(first.tag?.id ?? null) ?? 0; left > 0 && lane.nextCursor && isWanted(); left--) {
        const page = await fetchPage(lane, lane.nextCursor)
        if (!page) break
        lane = appendPage(lane, page)
      }
      return lane
    },
    forget: () => loaded.clear(),
  }
}

/** Which tickets the board shows; dates are YYYY-MM-DD or empty. */
export interface BoardFilter {
  search: string
  queueId: number | null
  users: readonly number[]
  tags: readonly number[]
  dateFrom: string
  dateTo: string
}

export const noFilters = { users: [], tags: [], dateFrom: '', dateTo: '' } as const

export function countFilters({ users, tags, dateFrom, dateTo }: BoardFilter) {
  return [users.length > 0, tags.length > 0, dateFrom !== '', dateTo !== ''].filter(Boolean).length
}

export function isFiltered(filter: BoardFilter) {
  return filter.search !== '' || filter.queueId !== null || countFilters(filter) > 0
}

function queryOf({ search, queueId, users, tags, dateFrom, dateTo }: BoardFilter) {
  return {
    searchParam: search,
    ...(queueId === null ? {} : { queueIds: `[${queueId}]` }),
    ...(users.length > 0 && { users: JSON.stringify(users) }),
    ...(tags.length > 0 && { tags: JSON.stringify(tags) }),
    ...(dateFrom !== '' && { dateFrom }),
    ...(dateTo !== '' && { dateTo }),
  }
}
