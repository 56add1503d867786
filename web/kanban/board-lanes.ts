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

/** Returns the lanes without the card; unchanged lanes stay the same objects. */
export function takeCard(lanes: readonly BoardLane[], ticketId: number): BoardLane[] {
  return lanes.map((lane) => {
    const card = lane.tickets.find(({ id }) => id === ticketId)
    if (!card) return lane
    const tickets = lane.tickets.filter((one) => one !== card)
    return { ...lane, tickets, count: lane.count - 1, amountTotal: lane.amountTotal - (card.amount ?? 0) }
  })
}

/** Inserts the card in order of its last change. */
export function placeCard(lanes: readonly BoardLane[], card: BoardTicket, to: LaneId): BoardLane[] {
  return lanes.map((lane) => {
    if ((lane.tag?.id ?? null) !== to) return lane
    const tickets = inOrder([...lane.tickets, card])
    return { ...lane, tickets, count: lane.count + 1, amountTotal: lane.amountTotal + (card.amount ?? 0) }
  })
}

export function updateCard(lanes: readonly BoardLane[], card: BoardTicket): BoardLane[] {
  return lanes.map((lane) => {
    const before = lane.tickets.find(({ id }) => id === card.id)
    if (!before) return lane
    const tickets = inOrder(lane.tickets.map((one) => (one === before ? card : one)))
    return { ...lane, tickets, amountTotal: lane.amountTotal + (card.amount ?? 0) - (before.amount ?? 0) }
  })
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

/** Returns the lane with the cards of its next page. */
export function appendPage(lane: BoardLane, page: BoardLane): BoardLane {
  const known = new Set(lane.tickets.map(({ id }) => id))
  return { ...page, tickets: [...lane.tickets, ...page.tickets.filter(({ id }) => !known.has(id))] }
}

function inOrder(cards: BoardTicket[]) {
  return cards.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id)
}
