import { and, gte, lt, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import { withSnapshot, type CompanyContext, requirePlan } from '../../kernel/company/company-context'
import { inList } from '../../kernel/database/expressions'
import type { TagId } from '../../kernel/ids'
import { boundsOfDay, timeZoneOf } from '../../kernel/time/time-zone'
import { listTags, type Tag } from '../../tag/tag.queries'
import { presentTag } from '../../tag/tag.record'
import { listLane, type LanePosition, sumLanes } from './board.view'
import { afterCursor, ticketsInScope } from '../list/list-tickets'
import { presentTickets } from '../list/present-ticket.view'
import type { Board, BoardLane } from '../ticket.answers'
import type { BoardQuery } from '../ticket.contract'
import { ticketFilter, ticketSearch } from '../list/ticket-filter'
import { ticketScope } from '../list/ticket-scope'
import { statusesOnTab } from '../ticket-status'
import { ticketTable } from '../ticket.tables'

type Query = v.InferOutput<typeof BoardQuery>

/** Limit of cards in one answer for all lanes; the rest is loaded per lane. */
const cardsMax = 400
const shownStatuses = (['open', 'pending', 'group'] as const).flatMap(statusesOnTab)

/** Active ones, by lane, those without one first. */
export function listBoard(ctx: CompanyContext, query: Query): Board {
  requirePlan(ctx, 'useKanban')
  const search = ticketSearch(ctx, { searchParam: query.searchParam, searchOnMessages: false })
  return withSnapshot(ctx, () => {
    const found = and(shownTickets(ctx, query), search?.isMatch)
    const lanes = listTags(ctx, { kanban: true })
    const requested = query.lane === undefined ? [undefined, ...lanes] : requestedLane(lanes, query.lane)
    const sums = new Map(sumLanes(ctx, found).map((sum) => [sum.tagId, sum]))
    const perLane = Math.max(1, Math.min(query.perLane, Math.floor(cardsMax / Math.max(1, requested.length))))
    const pages = requested.map((tag) => ({ tag, ...laneKeys(ctx, tag, { found, perLane, cursor: query.cursor }) }))
    const shown = new Map(
      presentPositions(
        ctx,
        pages.flatMap(({ positions }) => positions),
      ).map((one) => [one.id, one]),
    )
    return {
      lanes: pages.map(({ tag, positions, nextCursor }): BoardLane => {
        const sum = sums.get(tag?.id ?? null)
        const tickets = positions.flatMap(({ id }) => shown.get(id) ?? [])
        const counted = { count: sum?.tickets ?? 0, amountTotal: sum?.amount ?? 0, oldestAt: isoOf(sum?.oldestAt) }
        return { tag: tag ? presentTag(ctx, tag) : null, ...counted, tickets, nextCursor }
      }),
    }
  })
}

function requestedLane(lanes: readonly Tag[], lane: TagId | 'none') {
  return lane === 'none' ? [undefined] : lanes.filter(({ id }) => id === lane)
}

function shownTickets(ctx: CompanyContext, query: Query) {
  const { queueIds, users, tags, dateFrom, dateTo } = query
  const scope = ticketScope(ctx.actor, { tab: 'search', showAll: true, queueIds })
  const zone = timeZoneOf(ctx)
  return and(
    ticketsInScope(ctx, scope),
    // Most tickets are closed.
    inList(ticketTable.status, shownStatuses),
    dateFrom ? gte(ticketTable.createdAt, new Date(boundsOfDay(dateFrom, zone).startMs)) : undefined,
    dateTo ? lt(ticketTable.createdAt, new Date(boundsOfDay(dateTo, zone).endMs)) : undefined,
    ticketFilter(ctx, { users, tags, whatsapps: [], statusFilter: [] }),
  )
}

interface LanePage {
  found: SQL | undefined
  perLane: number
  cursor: string | undefined
}

function laneKeys(ctx: CompanyContext, tag: Tag | undefined, { found, perLane, cursor }: LanePage) {
  const where = cursor === undefined ? found : and(found, afterCursor(cursor))
  const read = listLane(ctx, tag?.id ?? null, where, perLane + 1)
  const positions = read.slice(0, perLane)
  const last = positions.at(-1)
  return { positions, nextCursor: read.length > perLane && last ? `${last.updatedAt}-${last.id}` : null }
}

/** Joins per lane cost as many times as much. */
function presentPositions(ctx: CompanyContext, positions: readonly LanePosition[]) {
  const enteredAt = new Map(positions.map((position) => [position.id, position.enteredAt]))
  const tickets = presentTickets(
    ctx,
    positions.map(({ id }) => id),
  )
  return tickets.map((ticket) => ({ ...ticket, laneAt: isoOf(enteredAt.get(ticket.id)) }))
}

const isoOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
