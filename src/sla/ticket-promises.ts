import * as v from 'valibot'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import type { TicketId } from '../kernel/ids'
import { minuteMs } from '../kernel/time/durations.contract'
import { slaKinds } from '../queue/sla/queue-sla.contract'
import { getTicket } from '../ticket/ticket.queries'
import { spentUntilNow } from './clock'
import { hoursOf } from './promises'
import { slaResultTable, ticketSlaTable } from './sla.tables'

const promiseStates = ['due', 'paused', 'kept', 'broken'] as const

export const PromiseView = v.object({
  kind: v.picklist(slaKinds),
  state: v.picklist(promiseStates),
  startedAt: v.string(),
  targetMinutes: v.number(),
  /** Null while the clock is stopped. */
  dueAt: v.nullable(v.string()),
  warnAt: v.nullable(v.string()),
  /** When it was kept, or kept too late. */
  endedAt: v.nullable(v.string()),
  /** Of the target, in the hours that count; below 0 for how long it is over. Null once it ended. */
  leftMinutes: v.nullable(v.number()),
})
export type PromiseView = v.InferOutput<typeof PromiseView>

export const ticketPromiseCalls = defineCalls({
  'GET /tickets/:id/promises': { params: IdParams, answer: v.array(PromiseView) },
})

const { ticketId, kind, startedAt } = slaResultTable

const ofTicket = statement((db, of: { ticketId: TicketId }) =>
  db
    .select({ ...getTableColumns(ticketSlaTable), kept: slaResultTable.kept, promisedAt: slaResultTable.dueAt })
    .from(ticketSlaTable)
    .leftJoin(
      slaResultTable,
      and(
        eq(ticketId, ticketSlaTable.ticketId),
        eq(kind, ticketSlaTable.kind),
        eq(startedAt, ticketSlaTable.startedAt),
      ),
    )
    .where(eq(ticketSlaTable.ticketId, of.ticketId)),
)

type PromiseRow = ReturnType<typeof ofTicket.all>[number]

/** Those that are open, and the last of each kind that was decided. @throws Refusal ERR_NO_TICKET_FOUND */
export function listTicketPromises(ctx: CompanyContext, id: TicketId): PromiseView[] {
  const ticket = getTicket(ctx, id)
  const hours = hoursOf(ctx, ticket)
  return ofTicket
    .all(ctx, { ticketId: ticket.id })
    .toSorted((a, b) => slaKinds.indexOf(a.kind) - slaKinds.indexOf(b.kind))
    .flatMap((row) => {
      const state = stateOf(row, ctx.now.getTime())
      if (state === undefined || row.targetMs === null) return []
      const dueAt = state === 'due' ? row.dueAt : (row.promisedAt ?? row.dueAt)
      return {
        kind: row.kind,
        state,
        startedAt: new Date(row.startedAt).toISOString(),
        targetMinutes: row.targetMs / minuteMs,
        dueAt: isoOrNull(state === 'paused' ? null : dueAt),
        warnAt: isoOrNull(state === 'due' ? row.warnAt : null),
        endedAt: isoOrNull(row.endedAt),
        leftMinutes:
          row.endedAt === null ? Math.ceil((row.targetMs - spentUntilNow(ctx, row, hours)) / minuteMs) : null,
      }
    })
}

/** Undefined for one that was dropped, and one without a target. */
function stateOf({ endedAt, breached, dueAt, runningSince, kept }: PromiseRow, nowMs: number) {
  if (endedAt !== null) return kept === null ? undefined : kept ? 'kept' : 'broken'
  if (breached || (dueAt !== null && dueAt <= nowMs)) return 'broken'
  return runningSince === null || dueAt === null ? 'paused' : 'due'
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
