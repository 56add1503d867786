import * as v from 'valibot'
import type { CompanyContext } from '../company/company-context'
import { refuse } from '../errors'
import type { CompanyId } from '../ids'
import { searchLengthMax } from '../text/search-words.contract'

export const IdText = v.pipe(
  v.string(),
  // `0x1` and `1e0` would be other names for the same record.
  v.digits(),
  v.toNumber(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)

export const IdParams = v.object({ id: IdText })

export const IdNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

const absent = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

/** An empty value means the same as none. */
export function orEmpty<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.optional(v.union([absent, schema]))
}

export function pageNumberUpTo(limit: number) {
  const first = v.transform((text: string) => text || '1')
  return v.optional(v.pipe(v.string(), first, v.toNumber(), v.integer(), v.minValue(1), v.maxValue(limit)), '1')
}

export const PageNumber = pageNumberUpTo(100_000)

export const SearchParam = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(searchLengthMax, 'tooLong')), '')

export const ListQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })

/** `Date` would read 30 February as 2 March. */
function isDay(text: string) {
  const atMs = Date.parse(text)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

const dayOrMoment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Leaves anything else for later checks. */
function cutToDay(text: string) {
  return dayOrMoment.test(text) && !Number.isNaN(Date.parse(text)) ? text.slice(0, 10) : text
}

/** Cuts timestamps of date pickers to the day. */
export const DayText = v.pipe(
  v.string(),
  v.transform(cutToDay),
  v.isoDate('date'),
  v.check(isDay, 'date'),
  // Date arithmetic could leave four-digit years.
  v.check((text) => text >= '1900' && text < '3000', 'date'),
)

export const TextList = v.pipe(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((given) => (Array.isArray(given) ? given.join(',') : String(given)).replace(/[[\]"\s]/g, '')),
  v.transform((text) => (text === '' ? [] : text.split(','))),
)

export function numberListUpTo(one: v.GenericSchema<number, number>, limit: number) {
  return v.pipe(
    TextList,
    v.transform((texts) => texts.map(Number)),
    listUpTo(one, limit),
  )
}

export const IdList = numberListUpTo(IdNumber, 500)

export const YesText = v.pipe(
  v.string(),
  v.transform((text) => text === 'true' || text === '1' || text === 'enabled'),
)

/** Refused by length first: thousands of wrong items would make as many issues. */
export function listUpTo<const Item extends v.GenericSchema>(item: Item, limit: number, tooMany = 'tooMany') {
  const list = v.array(item, 'required')
  const bounded: typeof list = {
    ...list,
    '~run'(dataset, config) {
      const { value } = dataset
      if (Array.isArray(value)) dataset.value = value.slice(0, limit + 1)
      return list['~run'](dataset, config)
    },
  }
  return v.pipe(bounded, v.maxLength(limit, tooMany))
}

/** An unrepeated multipart field is a single item. */
export function oneOrSeveral<Item>(one: v.GenericSchema<unknown, Item>, limit: number) {
  return v.pipe(
    v.unknown(),
    v.transform((given) => (Array.isArray(given) ? (given as unknown[]) : [given])),
    listUpTo(one, limit),
  )
}

export const CompanyIdText = v.optional(IdText)

/** @throws Refusal ERR_NO_PERMISSION for another company than the session's */
export function refuseOtherCompany(ctx: CompanyContext, given: CompanyId | null | undefined) {
  if (given !== undefined && given !== null && given !== ctx.company.id) refuse('ERR_NO_PERMISSION')
}

export const pageSize = 20

export function pageOf<Row>(rows: readonly Row[], pageNumber: number) {
  const from = (pageNumber - 1) * pageSize
  return { rows: rows.slice(from, from + pageSize), hasMore: rows.length > from + pageSize, count: rows.length }
}
