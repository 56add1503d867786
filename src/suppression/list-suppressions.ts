import { and, asc, count, gt, or, eq, sql } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { pageSize } from '../kernel/http/request-parts'
import { assertMayManageSuppressions, findSuppression, presentSuppression } from './suppress'
import type { ListSuppressionsQuery } from './suppression.contract'
import { suppressionTable } from './suppression.tables'

/** Returns suppressed contacts by name. A page starts after the one in `after`, else at its number. */
export function listSuppressions(ctx: CompanyContext, { searchParam, pageNumber, after }: ListSuppressionsQuery) {
  assertMayManageSuppressions(ctx)
  const { id, searchText } = suppressionTable
  const found = or(
    ...readContactSearch(searchParam).map((words) =>
      and(...words.map((word) => sql`instr(${searchText}, ${word}) > 0`)),
    ),
  )
  const last = after === undefined ? undefined : findSuppression(ctx, after)
  const follows = last && or(gt(searchText, last.searchText), and(eq(searchText, last.searchText), gt(id, last.id)))
  const rows = ctx.db
    .select()
    .from(suppressionTable)
    .where(and(found, follows))
    .orderBy(asc(searchText), asc(id))
    .limit(pageSize + 1)
    .offset(last ? 0 : (pageNumber - 1) * pageSize)
    .all()
  const [all] = ctx.db.select({ n: count() }).from(suppressionTable).where(found).all()
  return {
    records: rows.slice(0, pageSize).map(presentSuppression),
    hasMore: rows.length > pageSize,
    count: all?.n ?? 0,
  }
}
