import type { BoardLane, BoardTicket, TicketView } from '../../src/ticket/ticket.answers'
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

export function appendPage(lane: BoardLane, page: BoardLane): BoardLane {
  const known = new Set(lane.tickets.map(({ id }) => id))
  return { ...page, tickets: [...lane.tickets, ...page.tickets.filter(({ id }) => !known.has(id))] }
}
