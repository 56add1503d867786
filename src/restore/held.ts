import { desc, eq } from 'drizzle-orm'
import { countHeldCampaigns, discardHeldCampaigns, releaseHeldCampaigns } from '../campaign/run/restore-campaigns'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { countHeldRows } from '../kernel/database/take-rows'
import { refuse } from '../kernel/errors'
import { discardJobs, releaseJobs } from '../kernel/job/held-jobs'
import { recordEvent } from '../kernel/event/event-log'
import {
  countHeldMessages,
  discardHeldChanges,
  discardHeldMessages,
  heldChanges,
  releaseHeldChanges,
  releaseHeldMessages,
} from '../message/outbox/restore-outbox'
import { countHeldSchedules, discardHeldSchedules, releaseHeldSchedules } from '../schedule/restore-schedules'
import { discardHeldDeliveries, heldDeliveries, releaseHeldDeliveries } from '../webhook/delivery/restore-deliveries'
import type { HeldAfterRestore } from './restore.calls'
import { type HeldKind, heldKinds } from './restore.contract'
import { restoreTable } from './restore.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'restore.heldSettled': { kind: HeldKind; count: number; released: boolean }
  }
}

interface Held {
  count(ctx: CompanyContext, restoredAt: Date, rows: Map<string, number>): number
  release(ctx: CompanyContext, restoredAt: Date): void
  discard(ctx: CompanyContext, restoredAt: Date): void
}

const held: Record<HeldKind, Held> = {
  message: {
    count: (ctx, _, rows) => countHeldMessages(ctx) + (rows.get(heldChanges) ?? 0),
    release(ctx) {
      releaseHeldMessages(ctx)
      releaseHeldChanges(ctx)
    },
    discard(ctx) {
      discardHeldMessages(ctx)
      discardHeldChanges(ctx)
    },
  },
  campaign: { count: countHeldCampaigns, release: releaseHeldCampaigns, discard: discardHeldCampaigns },
  schedule: { count: countHeldSchedules, release: releaseHeldSchedules, discard: discardHeldSchedules },
  webhook: {
    count: (_, __, rows) => rows.get(heldDeliveries) ?? 0,
    release: releaseHeldDeliveries,
    discard: discardHeldDeliveries,
  },
  mail: ofJobs('mail'),
  bot: ofJobs('bot'),
}

function ofJobs(kind: 'mail' | 'bot'): Held {
  return {
    count: (_, __, rows) => rows.get(kind) ?? 0,
    release: (ctx) => releaseJobs(ctx, kind),
    discard: (ctx) => discardJobs(ctx, kind),
  }
}

const findRestore = ({ db }: CompanyContext) =>
  db.select().from(restoreTable).orderBy(desc(restoreTable.id)).limit(1).get()

/** Asked with every session of an admin. */
export const hasHeld = (ctx: CompanyContext) => findRestore(ctx)?.isSettled === false

/** People may have settled the last of it one by one. @throws Refusal ERR_NO_PERMISSION */
export function getHeld(ctx: CompanyContext): HeldAfterRestore {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const restore = findRestore(ctx)
  if (!restore) return { restoredAt: null, stateOf: null, held: [] }
  const held = countHeld(ctx, restore.restoredAt)
  if (held.length === 0 && !restore.isSettled) ctx.transaction(() => endHolding(ctx, restore.id))
  return {
    restoredAt: restore.restoredAt.toISOString(),
    stateOf: restore.stateOf?.toISOString() ?? null,
    held,
  }
}

function endHolding(ctx: CompanyContext, id: number) {
  ctx.db.update(restoreTable).set({ isSettled: true }).where(eq(restoreTable.id, id)).run()
  const { dueDate } = ctx.company.services.about(ctx.company.id)
  // Open windows read their session again, which shows the line above every screen.
  recordEvent(ctx, 'subscription.changed', {}, { dueDate })
}

export function countHeld(ctx: CompanyContext, restoredAt: Date) {
  const rows = countHeldRows(ctx.company.sqlite)
  const counted = heldKinds.map((kind) => ({ kind, count: held[kind].count(ctx, restoredAt, rows) }))
  return counted.filter(({ count }) => count > 0)
}

/** Releases or discards everything of a kind. @throws Refusal ERR_NO_PERMISSION */
export function settleHeld(ctx: CompanyContext, kind: HeldKind, action: 'release' | 'discard') {
  const found = getHeld(ctx)
  const count = found.held.find((row) => row.kind === kind)?.count ?? 0
  const { restoredAt } = found
  if (count === 0 || restoredAt === null) return found
  ctx.transaction(() => {
    held[kind][action](ctx, new Date(restoredAt))
    recordEvent(ctx, 'restore.heldSettled', {}, { kind, count, released: action === 'release' })
  })
  return getHeld(ctx)
}
