import { and, eq } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { assertMayReport } from './list-attendances'
import type { ReportView } from './report.calls'
import { type ReportViewBody, reportViewsMax } from './report.contract'
import { reportViewTable } from './report.tables'

/** Saved views belong to the user who saved them. */
function ownerOf(ctx: CompanyContext) {
  assertMayReport(ctx)
  return actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
}

const columns = { id: reportViewTable.id, name: reportViewTable.name, query: reportViewTable.query }
const ownView = (userId: number, id: number) => and(eq(reportViewTable.userId, userId), eq(reportViewTable.id, id))

export function listReportViews(ctx: CompanyContext): ReportView[] {
  const views = ctx.db
    .select(columns)
    .from(reportViewTable)
    .where(eq(reportViewTable.userId, ownerOf(ctx)))
    .all()
  return views.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}

/** @throws Refusal ERR_INVALID_INPUT when the user has too many */
export function createReportView(ctx: CompanyContext, body: ReportViewBody): ReportView {
  const userId = ownerOf(ctx)
  return ctx.transaction(() => {
    if (listReportViews(ctx).length >= reportViewsMax) refuse('ERR_INVALID_INPUT', { fields: { name: 'tooMany' } })
    const values = { ...body, userId, createdAt: ctx.now, updatedAt: ctx.now }
    return ctx.db.insert(reportViewTable).values(values).returning(columns).get()
  })
}

export function updateReportView(ctx: CompanyContext, id: number, change: Partial<ReportViewBody>): ReportView {
  const userId = ownerOf(ctx)
  const changed = ctx.transaction(() =>
    ctx.db
      .update(reportViewTable)
      .set({ ...change, updatedAt: ctx.now })
      .where(ownView(userId, id))
      .returning(columns)
      .get(),
  )
  return required(changed, 'ERR_NOT_FOUND')
}

export function deleteReportView(ctx: CompanyContext, id: number) {
  const userId = ownerOf(ctx)
  const deleted = ctx.transaction(() =>
    ctx.db.delete(reportViewTable).where(ownView(userId, id)).returning({ id: reportViewTable.id }).get(),
  )
  required(deleted, 'ERR_NOT_FOUND')
  return { ok: true as const }
}
