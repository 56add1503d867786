import * as v from 'valibot'
import type { CompanyContext } from './company-context'
import { refuse } from './errors'
import type { CompanyId } from './ids'

/** An id in a path or a query string; anything else is bad input. */
export const IdText = v.pipe(
  v.string(),
  // Nothing else that a number can be made of: `0x1` and `1e0` would name a record by another name.
  v.digits(),
  v.toNumber(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)

export const IdParams = v.object({ id: IdText })

/** A record's number in a body. */
export const IdNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

const absent = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

/** A field that may be left empty, which says the same as leaving it out. */
export function orEmpty<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.optional(v.union([absent, schema]))
}

/** The page of a list, from 1; the first when it is left empty. */
export function pageNumberUpTo(most: number) {
  const first = v.transform((text: string) => text || '1')
  return v.optional(v.pipe(v.string(), first, v.toNumber(), v.integer(), v.minValue(1), v.maxValue(most)), '1')
}

export const PageNumber = pageNumberUpTo(100_000)

export const SearchParam = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')

/** The 30th of February would be read as the 2nd of March. */
function isDay(text: string) {
  const atMs = Date.parse(text)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** A day alone, or a moment as ISO 8601 writes it; nothing before or after. */
const dayOrMoment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** What is no moment stays as it is, so that the checks after it refuse it with their reason. */
function cutToDay(text: string) {
  return dayOrMoment.test(text) && !Number.isNaN(Date.parse(text)) ? text.slice(0, 10) : text
}

/** A calendar day (YYYY-MM-DD); a full time, as date pickers send it, is cut to its day. */
export const DayText = v.pipe(
  v.string(),
  v.transform(cutToDay),
  v.isoDate('date'),
  v.check(isDay, 'date'),
  // Beyond these the calendar's arithmetic would leave four digits, and nothing of ours is that old or far.
  v.check((text) => text >= '1900' && text < '3000', 'date'),
)

/** A list in a query string: JSON (`[1,2]`), commas (`1,2`) or repeated. */
export const TextList = v.pipe(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((given) => (Array.isArray(given) ? given.join(',') : String(given)).replace(/[[\]"\s]/g, '')),
  v.transform((text) => (text === '' ? [] : text.split(','))),
)

export const IdList = v.pipe(
  TextList,
  v.transform((texts) => texts.map(Number)),
  listUpTo(IdNumber, 500),
)

/** A switch in a query string; anything but yes is no. */
export const YesText = v.pipe(
  v.string(),
  v.transform((text) => text === 'true' || text === '1' || text === 'enabled'),
)

/**
 * A list that is not validated beyond its limit: ten thousand items that are all wrong would take as many notes of it.
 */
export function listUpTo<const Item extends v.GenericSchema>(item: Item, most: number, tooMany = 'tooMany') {
  const list = v.array(item, 'required')
  const bounded: typeof list = {
    ...list,
    '~run'(dataset, config) {
      const { value } = dataset
      if (Array.isArray(value) && value.length > most) dataset.value = value.slice(0, most + 1)
      return list['~run'](dataset, config)
    },
  }
  return v.pipe(bounded, v.maxLength(most, tooMany))
}

/** A list of which one may stand alone, as a multipart field does that is not repeated. */
export function oneOrSeveral<Item>(one: v.GenericSchema<unknown, Item>, most: number) {
  return v.pipe(
    v.unknown(),
    v.transform((given) => (Array.isArray(given) ? (given as unknown[]) : [given])),
    listUpTo(one, most),
  )
}

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
