import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Board, BoardLane, TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import {
  createBoardLoading,
  type BoardFilter,
  isFiltered,
  noFilters,
  findCard,
  isAgeGuessed,
  laneOf,
  leavesBoard,
  moveCard,
  placeCard,
  takeCard,
  updateCard,
  type LaneId,
} from './board-loading'
import type { SessionUser } from '../../src/user/session/session.calls'
import { choiceOfPerson, ofPerson, rememberChoice } from '../session/remembered-choice'

export interface BoardModel {
  readonly lanes: ReadonlySignal<readonly BoardLane[]>
  readonly filter: ReadonlySignal<BoardFilter>
  /** Why the last reload failed; the present cards stay. */
  readonly failed: ReadonlySignal<unknown>
  readonly loading: ReadonlySignal<LaneId | undefined>
  readonly moved: ReadonlySignal<number | undefined>
  readonly folded: FoldedLanes
  setFilter(change: Partial<BoardFilter>): void
  reload(): Promise<void>
  reloadSoon(): void
  loadMore(lane: LaneId): Promise<void>
  /** At once, then on the server. @throws ApiError after moving it back */
  move(ticketId: number, to: LaneId): Promise<void>
  apply(ticket: TicketView): void
  remove(ticketId: number): void
  read(ticketId: number): void
  dispose(): void
}

/** A move that the server has not answered yet. */
interface OpenMove {
  to: LaneId
  /** The ticket of the newest live event since. */
  latest?: TicketView
}

export function createBoard(api: ApiClient, first: Board, folded = createFoldedLanes()): BoardModel {
  const lanes = signal<readonly BoardLane[]>(first.lanes)
  const filter = signal<BoardFilter>({ search: '', queueId: null, ...noFilters })
  const moved = signal<number | undefined>(undefined)
  /** By ticket. Live events and reloads leave these cards in their new lanes until the answer. */
  const moves = new Map<number, OpenMove>()
  const { failed, loading, reload, reloadSoon, loadMore, noteChange, forgetPages, dispose } = createBoardLoading({
    api,
    lanes,
    filter,
    onLoaded: () => moves.forEach(({ to }, ticketId) => shift(ticketId, to)),
  })

  function show(next: readonly BoardLane[]) {
    if (isAgeGuessed(lanes.peek(), next)) reloadSoon()
    lanes.value = next
  }

  const shift = (ticketId: number, to: LaneId, ticket?: TicketView) =>
    show(moveCard(lanes.peek(), ticketId, to, ticket))

  function remove(ticketId: number) {
    noteChange()
    show(takeCard(lanes.peek(), ticketId))
  }

  function apply(ticket: TicketView) {
    noteChange()
    const open = moves.get(ticket.id)
    if (open) open.latest = ticket
    if (leavesBoard(ticket)) return remove(ticket.id)
    // The server knows whether a changed ticket still matches the filter.
    if (!findCard(lanes.peek(), ticket.id) || isFiltered(filter.peek())) reloadSoon()
    shift(ticket.id, open ? open.to : laneOf(ticket), ticket)
  }

  async function move(ticketId: number, to: LaneId) {
    const from = findCard(lanes.peek(), ticketId)
    if (!from || from.lane === to || moves.has(ticketId)) return
    noteChange()
    const open: OpenMove = { to }
    moves.set(ticketId, open)
    batch(() => {
      moved.value = ticketId
      folded.set(to, false)
      shift(ticketId, to)
    })
    try {
      await saveMove(api, ticketId, from.lane, to)
      moves.delete(ticketId)
      if (open.latest) apply(open.latest)
    } catch (cause) {
      moves.delete(ticketId)
      lanes.value = placeCard(takeCard(lanes.peek(), ticketId), from.card, from.lane)
      if (open.latest) apply(open.latest)
      else reloadSoon()
      throw cause
    }
  }

  function setFilter(change: Partial<BoardFilter>) {
    filter.value = { ...filter.peek(), ...change }
    forgetPages()
    void reload()
  }

  const read = (ticketId: number) => void (lanes.value = withoutUnread(lanes.peek(), ticketId))

  const loaded = { lanes, filter, failed, loading, reload, reloadSoon, loadMore, setFilter }
  return { ...loaded, moved, folded, move, apply, remove, read, dispose }
}

function withoutUnread(lanes: readonly BoardLane[], ticketId: number) {
  const found = findCard(lanes, ticketId)
  return found ? updateCard(lanes, { ...found.card, unreadMessages: 0 }) : lanes
}

async function saveMove(api: ApiClient, ticketId: number, fromLane: LaneId, to: LaneId) {
  const query = { from: fromLane ?? ('none' as const) }
  if (to === null) await api.delete('/ticket-tags/:ticketId', { params: { ticketId }, query })
  else await api.put('/ticket-tags/:ticketId/:tagId', { params: { ticketId, tagId: to }, query })
}

interface FoldedLanes {
  readonly list: ReadonlySignal<readonly LaneId[]>
  set(lane: LaneId, isFolded: boolean): void
}

/** Stands for the tickets without a lane, as in the calls. */
const none = 'none'

export function createFoldedLanes(user?: SessionUser, remembered?: string): FoldedLanes {
  const stored = (user && choiceOfPerson(user, remembered))?.split('-') ?? []
  const list = signal<readonly LaneId[]>(stored.map((lane) => (lane === none ? null : Number(lane))))
  return {
    list,
    set(lane, isFolded) {
      if (list.peek().includes(lane) === isFolded) return
      list.value = isFolded ? [...list.peek(), lane] : list.peek().filter((other) => other !== lane)
      if (user)
        rememberChoice(
          'lanes',
          ofPerson(
            user,
            list
              .peek()
              .map((id) => id ?? none)
              .join('-'),
          ),
        )
    },
  }
}
