import * as v from 'valibot'
import type { CompanyContext } from './company-context'
import { refuse } from './errors'
import type { CompanyId } from './ids'

/** An id in a path or a query string; anything else is bad input. */
export const IdText = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

export const IdParams = v.object({ id: IdText })

/** A record's number in a body. */
export const IdNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

export const PageNumber = v.optional(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  '1',
)

export const SearchParam = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')

/** A calendar day (YYYY-MM-DD) in a query; a full time, as date pickers send it, is cut to its day. */
export const DayText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 10)),
  v.isoDate('date'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'date'),
)

/** The company number that some calls carry for the sake of the interface; it can only be the caller's own. */
export const CompanyIdText = v.optional(IdText)

/** @throws Refusal ERR_NO_PERMISSION when a request names a company that is not its session's */
export function refuseOtherCompany(ctx: CompanyContext, given: CompanyId | null | undefined) {
  if (given !== undefined && given !== null && given !== ctx.company.id) refuse('ERR_NO_PERMISSION')
}

export const pageSize = 20

/** One page of a list that is short by nature (a company's users, its tags) and already in memory. */
export function pageOf<Row>(rows: readonly Row[], pageNumber: number) {
  const from = (pageNumber - 1) * pageSize
  return { rows: rows.slice(from, from + pageSize), hasMore: rows.length > from + pageSize, count: rows.length }
}
