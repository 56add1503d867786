import { and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { type CompanyContext, withSnapshot } from '../../kernel/company/company-context'
import { withoutIndex } from '../../kernel/database/expressions'
import { queryRows, statement, statementOfForm } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { TagId } from '../../kernel/ids'
import { type JsonText, jsonWithList } from '../../kernel/http/json-text'
import { listOf } from '../../kernel/untyped-json.contract'
import { hasContactTag } from '../../tag/tag-links'
import { contactCache } from './joined-contact.view'
import { type ContactRow, findContactRow } from '../contact.queries'
import { contactSearchTable, contactTable } from '../contact.tables'
import type { ContactPage, ContactPick } from '../contact.answers'
import { type ContactFilter, contactPageSize, type ListContactsQuery } from '../contact.contract'
import { maskContact, maskText } from '../number/mask-number'
import { readContactSearch } from './contact-search.contract'
import { presentContacts, presentContactTexts } from './present-contact'
import { contactCondition, contactsFound, indexQuery, isIndexedFor, matchesIndex } from './search-contacts'
import { mustMask } from '../../setting/setting.queries'

/** From this number of matches on, walking the name index finds a page sooner than sorting all matches. */
const manyMatches = 1000
const countsMax = 500
const picksMax = 1000

interface Search {
  condition?: SQL | undefined
  /** Few matches, by trigrams. */
  query?: string
  count?: number
}

type PageKey = Pick<ContactRow, 'id' | 'searchText'>

const { id, name, number, email, channel, isGroup, active, connectionId, searchText } = contactTable

/** One page by name, put together from cached JSON. */
export function listContacts(ctx: CompanyContext, query: ListContactsQuery): JsonText<ContactPage> {
  contactCache.start(ctx)
  return withSnapshot(ctx, () => {
    const { ids, ...page } = findPage(ctx, query)
    return jsonWithList<ContactPage, 'contacts'>('contacts', presentContactTexts(ctx, ids), page)
  })
}

function findPage(ctx: CompanyContext, query: ListContactsQuery) {
  const search = filterOf(ctx, query)
  const page = query.cursor === undefined ? query.pageNumber : 1
  const size = query.pageSize
  const after = query.cursor === undefined ? undefined : decodeCursor(ctx, query.cursor)
  const found = findPageKeys(ctx, after, search, page * size + 1)
  const keys = found.slice((page - 1) * size, page * size)
  const hasMore = found.length > page * size
  const last = keys.at(-1)
  return {
    ids: keys.map(({ id }) => id),
    hasMore,
    count: search.count ?? countMatches(ctx, query, search),
    nextCursor: hasMore && last ? encodeCursor(last, mustMask(ctx)) : null,
  }
}

export const everyContact: ContactFilter = {
  searchParam: '',
  contactTag: [],
  tagMatch: 'all',
  channel: '',
  isGroup: '',
  active: '',
}

export function* walkContacts(ctx: CompanyContext, filter: ContactFilter, batchSize: number) {
  const search = filterOf(ctx, filter)
  for (let after: PageKey | undefined; ;) {
    const keys = findPageKeys(ctx, after, search, batchSize)
    if (keys.length > 0) yield keys.map(({ id }) => id)
    if (keys.length < batchSize) return
    after = keys.at(-1)
  }
}

export function countFiltered(ctx: CompanyContext, filter: ContactFilter) {
  const search = filterOf(ctx, filter)
  return search.count ?? countMatches(ctx, filter, search)
}

export function listContactsOfTag(ctx: CompanyContext, tagId: TagId, pageNumber: number) {
  const query = { ...everyContact, pageNumber, pageSize: contactPageSize, contactTag: [tagId] }
  const { ids, hasMore } = findPage(ctx, query)
  return { contacts: presentContacts(ctx, ids), hasMore }
}

function filterOf(ctx: CompanyContext, filter: ContactFilter): Search {
  const { searchParam, contactTag, tagMatch, whatsappId } = filter
  const { condition, query, count } = searchOf(ctx, searchParam)
  // Few matches are checked for the tag, not all of the tag.
  const tags = contactTag.map((tagId) => hasContactTag(query === undefined ? id : withoutIndex(id), tagId))
  const filtered = and(
    filter.channel === '' ? undefined : eq(channel, filter.channel),
    filter.isGroup === '' ? undefined : eq(isGroup, filter.isGroup === 'true'),
    filter.active === '' ? undefined : eq(active, filter.active === 'true'),
    whatsappId === undefined ? undefined : eq(withoutIndex(connectionId), whatsappId),
    tagMatch === 'all' ? and(...tags) : or(...tags),
  )
  if (filtered) return { condition: and(filtered, condition), query }
  return { condition, query, count: searchParam === '' ? countContacts(ctx) : count }
}

/** Few matches are sorted; for many, walking the name index finds a page. */
function searchOf(ctx: CompanyContext, typed: string): Search {
  if (typed === '') return {}
  if (mustMask(ctx)) {
    const found = contactsFound(ctx, typed)
    return { condition: found && sql`${id} IN (${found})` }
  }
  const terms = readContactSearch(typed)
  const index = indexQuery(terms)
  const count = index ? countMatching(ctx, index.query) : manyMatches
  if (!index || count >= manyMatches) return { condition: contactCondition(terms) }
  const { query, isWhole } = index
  return isWhole ? { query, count } : { query, condition: contactCondition(terms) }
}

const matching = statement((db, { query }: { query: string }) => {
  const some = db
    .select({ id: contactSearchTable.rowid })
    .from(contactSearchTable)
    .where(matchesIndex(query))
    .limit(manyMatches)
  return db.select({ n: count() }).from(some.as('some'))
})

const conditionOf = ({ condition, query }: Search) =>
  and(query === undefined ? undefined : isIndexedFor(query), condition)

/** The index of names does not help to find few. */
const orderOf = ({ query }: Search) => (query === undefined ? searchText : withoutIndex(searchText))

type Place = PageKey & { max: number; filter: SQL }
type Form = Search & { after?: PageKey | undefined }

const isFiltered = ({ condition, query }: Search) => Boolean(condition ?? query)

const listing = statementOfForm(
  (form: Form) => `${isFiltered(form)} ${form.query !== undefined} ${form.after !== undefined}`,
  (db, v: Place, form) => {
    const order = orderOf(form)
    const isNext = form.after && sql`(${order}, ${id}) > (${v.searchText}, ${v.id})`
    return db
      .select({ id, searchText })
      .from(contactTable)
      .where(and(isFiltered(form) ? v.filter : undefined, isNext))
      .orderBy(order, id)
      .limit(v.max)
  },
)

function findPageKeys(ctx: CompanyContext, after: PageKey | undefined, search: Search, max: number): PageKey[] {
  const filter = conditionOf(search) ?? sql`1`
  return listing({ ...search, after }).all(ctx, { id: 0, searchText: '', ...after, max, filter })
}

const counts = cachedPerCompany(() => new Map<string, number>())

function keptCount(ctx: CompanyContext, key: string, read: () => { n: number } | undefined) {
  const kept = counts.get(ctx)
  const known = kept.get(key)
  if (known !== undefined) return known
  const count = read()?.n ?? 0
  if (kept.size >= countsMax) kept.clear()
  kept.set(key, count)
  return count
}

function countMatches(ctx: CompanyContext, filter: ContactFilter, search: Search) {
  const { searchParam, contactTag, tagMatch, channel, isGroup, active, whatsappId } = filter
  const key = [mustMask(ctx), searchParam, contactTag, tagMatch, channel, isGroup, active, whatsappId]
  return keptCount(ctx, JSON.stringify(key), () => {
    const matches = ctx.db.select({ n: count() }).from(contactTable).where(conditionOf(search))
    return queryRows(ctx, matches)[0]
  })
}

function countMatching(ctx: CompanyContext, query: string) {
  return keptCount(ctx, query, () => matching.get(ctx, { query }))
}

export const forgetContactCounts = counts.forget

function countContacts(ctx: CompanyContext) {
  return keptCount(ctx, 'all', () => ctx.db.select({ n: count() }).from(contactTable).get())
}

/** The position contains the contact's number, so users who may not see numbers get a cursor with the contact's id. */
function encodeCursor({ id, searchText }: PageKey, isHidden: boolean) {
  return Buffer.from(JSON.stringify([isHidden ? null : searchText, id])).toString('base64url')
}

function decodeCursor(ctx: CompanyContext, cursor: string): PageKey {
  try {
    const [searchText, id] = listOf(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (typeof searchText === 'string' && typeof id === 'number') return { searchText, id }
    const contact = typeof id === 'number' ? findContactRow(ctx, id) : undefined
    if (contact) return { searchText: contact.searchText, id: contact.id }
  } catch {
    // Refused below.
  }
  return refuse('ERR_INVALID_INPUT', { fields: { cursor: 'cursor' } })
}

/** GET /contacts/list: contacts for pickers, by name; longer lists must be searched. */
export function pickContacts(ctx: CompanyContext, searchParam: string): ContactPick[] {
  const search = searchOf(ctx, searchParam)
  const picks = ctx.db
    .select({ id, name, number, email, channel, isGroup })
    .from(contactTable)
    .where(conditionOf(search))
    .orderBy(orderOf(search), id)
    .limit(picksMax)
  const found = queryRows(ctx, picks)
  if (!mustMask(ctx)) return found
  return found.map((pick) => ({ ...maskContact(ctx, pick), email: maskText(ctx, pick.email) }))
}
