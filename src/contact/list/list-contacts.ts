import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { type CompanyContext, withSnapshot } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { preparedStatement } from '../../kernel/database/prepared-statement'
import { refuse } from '../../kernel/errors'
import type { TagId } from '../../kernel/ids'
import { type JsonText, jsonWithList } from '../../kernel/http/json-text'
import { listOf } from '../../kernel/untyped-json.contract'
import { contactIdsOfTag } from '../../tag/tag-sql'
import { contactCache } from './contact-cache'
import { findContactRow } from '../contact.queries'
import type { ContactPage, ContactPick } from '../contact.answers'
import { type ContactFilter, contactPageSize, type ListContactsQuery } from '../contact.contract'
import { maskContact, maskText, mustMask } from '../number/mask-number'
import { presentContacts, presentContactTexts } from './present-contact'
import { contactCondition, indexQuery, searchContacts } from './search-contacts'

/** From this number of matches on, walking the name index finds a page sooner than sorting all matches. */
const manyMatches = 1000
/** Limit of cached counts per company. */
const countsMax = 500
const picksMax = 1000

type Value = string | number
interface Where {
  /** Contacts as `c`. */
  from: string
  texts: string[]
  values: Value[]
  /** Set if known without counting. */
  count?: number
}

interface PageKey {
  id: number
  searchText: string
}

/** GET /contacts: one page, by name, put together from cached JSON. */
export function listContacts(ctx: CompanyContext, query: ListContactsQuery): JsonText<ContactPage> {
  contactCache.start(ctx)
  return withSnapshot(ctx, () => {
    const { ids, ...page } = findPage(ctx, query)
    return jsonWithList<ContactPage, 'contacts'>('contacts', presentContactTexts(ctx, ids), page)
  })
}

function findPage(ctx: CompanyContext, query: ListContactsQuery) {
  const where = filterOf(ctx, query)
  const page = query.cursor === undefined ? query.pageNumber : 1
  const size = query.pageSize
  const after = query.cursor === undefined ? undefined : decodeCursor(ctx, query.cursor)
  const found = findPageKeys(ctx, after, where, page * size + 1)
  const keys = found.slice((page - 1) * size, page * size)
  const hasMore = found.length > page * size
  const last = keys.at(-1)
  return {
    ids: keys.map(({ id }) => id),
    hasMore,
    count: where.count ?? countMatches(ctx, where),
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

/** Yields the filter's contact ids by name, in batches read on demand. */
export function* walkContacts(ctx: CompanyContext, filter: ContactFilter, batchSize: number) {
  const where = filterOf(ctx, filter)
  for (let after: PageKey | undefined; ;) {
    const keys = findPageKeys(ctx, after, where, batchSize)
    if (keys.length > 0) yield keys.map(({ id }) => id)
    if (keys.length < batchSize) return
    after = keys.at(-1)
  }
}

export function countFiltered(ctx: CompanyContext, filter: ContactFilter) {
  const where = filterOf(ctx, filter)
  return where.count ?? countMatches(ctx, where)
}

export function listContactsOfTag(ctx: CompanyContext, tagId: TagId, pageNumber: number) {
  const query = { ...everyContact, pageNumber, pageSize: contactPageSize, contactTag: [tagId] }
  const { ids, hasMore } = findPage(ctx, query)
  return { contacts: presentContacts(ctx, ids), hasMore }
}

function filterOf(ctx: CompanyContext, filter: ContactFilter): Where {
  const { searchParam, contactTag, tagMatch, channel, isGroup, active, whatsappId } = filter
  const where: Where = { from: 'contact c', texts: [], values: [] }
  const add = (text: string, value: Value) => {
    where.texts.push(text)
    where.values.push(value)
  }
  if (channel !== '') add('c.channel = ?', channel)
  if (isGroup !== '') add('c.is_group = ?', Number(isGroup === 'true'))
  if (active !== '') add('c.active = ?', Number(active === 'true'))
  if (whatsappId !== undefined) add('+c.connection_id = ?', whatsappId)
  if (tagMatch === 'all') {
    for (const tag of contactTag) add(`c.id IN ${contactIdsOfTag}`, tag)
  } else if (contactTag.length > 0) {
    where.texts.push(`(${contactTag.map(() => `c.id IN ${contactIdsOfTag}`).join(' OR ')})`)
    where.values.push(...contactTag)
  }
  if (searchParam !== '') addSearch(ctx, where, searchParam)
  else if (where.texts.length === 0) where.count = countContacts(ctx)
  return where
}

/**
 * The trigram index finds words of three or more letters and whether there are many matches. Few are sorted; for many,
 * walking the name index finds a page without sorting.
 */
function addSearch(ctx: CompanyContext, where: Where, typed: string) {
  if (mustMask(ctx)) {
    const found = searchContacts(ctx, typed)
    if (found) addCondition(where, { text: `c.id IN (${found.text})`, values: found.values })
    return
  }
  const isAlone = where.texts.length === 0
  const index = indexQuery(typed)
  const count = index && countMatching(ctx, index.query)
  if (index && count !== undefined && count < manyMatches) {
    where.from = 'contact_search CROSS JOIN contact c ON c.id = contact_search.rowid'
    addCondition(where, { text: 'contact_search MATCH ?', values: [index.query] })
    if (isAlone && index.isWhole) where.count = count
    if (index.isWhole) return
  }
  addCondition(where, contactCondition(typed))
}

function addCondition(where: Where, { text, values }: { text: string; values: readonly Value[] }) {
  if (text !== '') where.texts.push(text)
  where.values.push(...values)
}

const matches = perCompany(({ sqlite }) =>
  sqlite.prepare<{ n: number }, [string]>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM contact_search WHERE contact_search MATCH ? LIMIT ${manyMatches})`,
  ),
)

function findPageKeys(ctx: CompanyContext, after: PageKey | undefined, where: Where, limit: number) {
  const texts = [...where.texts]
  const values = [...where.values]
  if (after !== undefined) {
    texts.push('(c.search_text, c.id) > (?, ?)')
    values.push(after.searchText, after.id)
  }
  const text = `SELECT c.id, c.search_text AS searchText FROM ${where.from} ${whereText(texts)}
    ORDER BY c.search_text, c.id LIMIT ?`
  return preparedStatement<PageKey>(ctx, text).all(...values, limit)
}

const counts = cachedPerCompany(() => new Map<string, number>())

/** Counting takes milliseconds, so counts are cached until a contact changes. */
function keptCount(ctx: CompanyContext, key: string, read: () => { n: number } | null) {
  const kept = counts.get(ctx)
  const known = kept.get(key)
  if (known !== undefined) return known
  const count = read()?.n ?? 0
  if (kept.size >= countsMax) kept.clear()
  kept.set(key, count)
  return count
}

function countMatches(ctx: CompanyContext, { from, texts, values }: Where) {
  const text = `SELECT count(*) AS n FROM ${from} ${whereText(texts)}`
  return keptCount(ctx, JSON.stringify([texts, values]), () =>
    preparedStatement<{ n: number }>(ctx, text).get(...values),
  )
}

function countMatching(ctx: CompanyContext, query: string) {
  return keptCount(ctx, query, () => matches(ctx.company).get(query))
}

export const forgetContactCounts = counts.forget

const whereText = (texts: readonly string[]) => (texts.length === 0 ? '' : `WHERE ${texts.join(' AND ')}`)

const total = perCompany(({ sqlite }) => sqlite.prepare<{ n: number }, []>('SELECT count(*) AS n FROM contact'))

function countContacts(ctx: CompanyContext) {
  return keptCount(ctx, 'all', () => total(ctx.company).get())
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
    // Not a cursor of ours: refused below.
  }
  return refuse('ERR_INVALID_INPUT', { fields: { cursor: 'cursor' } })
}

interface PickRow extends Omit<ContactPick, 'isGroup'> {
  isGroup: number
}

/** GET /contacts/list: contacts for pickers, by name; longer lists must be searched. */
export function pickContacts(ctx: CompanyContext, searchParam: string): ContactPick[] {
  const where: Where = { from: 'contact c', texts: [], values: [] }
  if (searchParam !== '') addSearch(ctx, where, searchParam)
  const text = `SELECT c.id, c.name, c.number, c.email, c.channel, c.is_group AS isGroup FROM ${where.from}
    ${whereText(where.texts)} ORDER BY c.search_text, c.id LIMIT ?`
  const found = preparedStatement<PickRow>(ctx, text)
    .all(...where.values, picksMax)
    .map(toPick)
  if (!mustMask(ctx)) return found
  return found.map((pick) => ({ ...maskContact(ctx, pick), email: maskText(ctx, pick.email) }))
}

const toPick = (row: PickRow): ContactPick => ({ ...row, isGroup: row.isGroup === 1 })
