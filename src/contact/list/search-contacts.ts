import { and, type AnyColumn, eq, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type ContactSearchTerms, readContactSearch } from './contact-search.contract'
import { findContactByNumber } from '../contact.queries'
import { contactSearchTable, contactTable } from '../contact.tables'
import { countGuess } from '../number/limit-guesses'
import { digitsOf } from '../../kernel/text/phone-number'
import { searchWords } from '../../kernel/text/search-words.contract'
import { mustMask } from '../../setting/setting.queries'

const indexedLettersMin = 3
const isIndexed = (word: string) => [...word].length >= indexedLettersMin
const phraseOf = (word: string) => `"${word.replaceAll('"', '""')}"`

const { id, number, searchText, username } = contactTable

export const matchesIndex = (query: string) => sql`${contactSearchTable} MATCH ${query}`

const indexedIds = (query: string) =>
  sql`SELECT ${contactSearchTable.rowid} FROM ${contactSearchTable} WHERE ${matchesIndex(query)}`

export const isIndexedFor = (query: string) => sql`${id} IN (${indexedIds(query)})`

const idsWhere = (...conditions: (SQL | undefined)[]) =>
  sql`SELECT ${id} FROM ${contactTable} WHERE ${and(...conditions)}`

export function contactsFound(ctx: CompanyContext, typed: string, terms = readContactSearch(typed)): SQL | undefined {
  if (mustMask(ctx)) return contactsNamed(ctx, typed)
  const index = indexQuery(terms)
  if (index?.isWhole) return indexedIds(index.query)
  const condition = contactCondition(terms)
  return condition && idsWhere(index && isIndexedFor(index.query), condition)
}

/** Undefined for users who may not see numbers: a complete number matches, too. */
export function isContactFound(
  ctx: CompanyContext,
  terms: ContactSearchTerms,
  contactId: AnyColumn | SQL,
): SQL | undefined {
  const condition = mustMask(ctx) ? undefined : contactCondition(terms)
  return condition && sql`EXISTS (${idsWhere(sql`${id} = ${contactId}`, condition)})`
}

/** Undefined without an indexable word. */
export function indexQuery(alternatives: ContactSearchTerms) {
  const indexed = alternatives.map((words) => words.filter(isIndexed).map(phraseOf).join(' AND '))
  if (indexed.length === 0 || indexed.includes('')) return undefined
  return {
    query: indexed.map((words) => `(${words})`).join(' OR '),
    /** False if shorter words are left to check. */
    isWhole: alternatives.every((words) => words.every(isIndexed)),
  }
}

export function contactCondition(alternatives: ContactSearchTerms): SQL | undefined {
  return or(...alternatives.map((words) => and(...words.map((word) => contains(searchText, word)))))
}

const contains = (text: AnyColumn | SQL, word: string) => sql`instr(${text}, ${word}) > 0`

const identifiers = sql`trim(${username} || ' ' || ${number})`
const nameText = sql`substr(${searchText}, 1, length(${searchText}) - length(${identifiers}))`
const separators = [' ', '-', '(', ')', '+', '.', '/']
const nameWithoutSeparators = separators.reduce<AnyColumn | SQL>(
  (text, sign) => sql`replace(${text}, ${sign}, '')`,
  contactTable.name,
)
const showsNoNumber = or(eq(number, ''), sql`instr(${nameWithoutSeparators}, substr(${number}, -8)) = 0`)
const digitsOfWholeNumber = 10

/** A part of a number would reveal digits one by one. */
function contactsNamed(ctx: CompanyContext, typed: string): SQL | undefined {
  const words = searchWords(typed)
  if (words.length === 0) return undefined
  const indexed = words.filter(isIndexed).map(phraseOf).join(' AND ')
  const hasDigits = words.some((word) => /\d/.test(word))
  const named = idsWhere(
    indexed ? isIndexedFor(indexed) : undefined,
    ...words.map((word) => contains(nameText, word)),
    hasDigits ? showsNoNumber : undefined,
  )
  return sql`${named} UNION SELECT ${wholeNumber(ctx, typed) ?? 0}`
}

function wholeNumber(ctx: CompanyContext, typed: string) {
  const digits = digitsOf(typed).replace(/^0+/, '')
  if (digits.length < digitsOfWholeNumber || /\p{L}/u.test(typed)) return undefined
  countGuess(ctx, digits)
  return (findContactByNumber(ctx, digits) ?? findContactByNumber(ctx, `55${digits}`))?.id
}
