import type { CompanyContext } from '../../kernel/company/company-context'
import { readContactSearch } from './contact-search.contract'
import { findContactByNumber } from '../contact.queries'
import { countGuess } from '../number/limit-guesses'
import { mustMask } from '../number/mask-number'
import { digitsOf } from '../../kernel/text/phone-number'
import { searchWords } from '../../kernel/text/search-words.contract'

type Values = (string | number)[]

interface ContactSearch {
  text: string
  values: Values
}

/** The trigram index requires three letters. */
const indexedLettersMin = 3
const isIndexed = (word: string) => [...word].length >= indexedLettersMin
const phraseOf = (word: string) => `"${word.replaceAll('"', '""')}"`

/** Finds contacts by words of the name or by number; undefined for an empty search. */
export function searchContacts(ctx: CompanyContext, typed: string): ContactSearch | undefined {
  if (mustMask(ctx)) return searchNames(ctx, typed)
  const matching = indexQuery(typed)
  const { text, values } = contactCondition(typed)
  if (text === '') return undefined
  if (matching === undefined) return { text: `SELECT c.id FROM contact c WHERE ${text}`, values }
  if (matching.isWhole) return { text: matchingIds, values: [matching.query] }
  return {
    text: `SELECT c.id FROM contact c WHERE c.id IN (${matchingIds}) AND ${text}`,
    values: [matching.query, ...values],
  }
}

/**
 * Returns the same search as a condition on one contact, whose id is in the given column. Undefined for users who may not see
 * numbers, for whom a complete number matches, too.
 */
export function contactMatches(ctx: CompanyContext, typed: string, idColumn: string): ContactSearch | undefined {
  const { text, values } = contactCondition(typed)
  if (text === '' || mustMask(ctx)) return undefined
  return { text: `EXISTS (SELECT 1 FROM contact c WHERE c.id = ${idColumn} AND ${text})`, values }
}

const matchingIds = 'SELECT rowid FROM contact_search WHERE contact_search MATCH ?'

/** Returns the query for the trigram index; undefined when an alternative has no indexable word. */
export function indexQuery(typed: string) {
  const alternatives = readContactSearch(typed)
  const indexed = alternatives.map((words) => words.filter(isIndexed).map(phraseOf).join(' AND '))
  if (indexed.length === 0 || indexed.includes('')) return undefined
  return {
    query: indexed.map((words) => `(${words})`).join(' OR '),
    /** False if hits must also be checked for shorter words. */
    isWhole: alternatives.every((words) => words.every(isIndexed)),
  }
}

export function contactCondition(typed: string): ContactSearch {
  const alternatives = readContactSearch(typed)
  const texts = alternatives.map((words) => words.map(() => 'instr(c.search_text, ?) > 0').join(' AND '))
  return { text: texts.length === 0 ? '' : `(${texts.join(' OR ')})`, values: alternatives.flat() }
}

const name = `CASE WHEN c.number = '' THEN c.search_text ELSE substr(c.search_text, 1, length(c.search_text) - length(c.number)) END`
const separators = [' ', '-', '(', ')', '+', '.', '/']
const nameWithoutSeparators = separators.reduce((text, sign) => `replace(${text}, '${sign}', '')`, 'c.name')
const digitsOfWholeNumber = 10

/**
 * For users who may not see numbers: by words of the name, or by a complete number, because matching a part would
 * reveal digits one by one. Numbers within names do not match either.
 */
function searchNames(ctx: CompanyContext, typed: string): ContactSearch | undefined {
  const words = searchWords(typed)
  if (words.length === 0) return undefined
  const indexed = words.filter(isIndexed).map(phraseOf).join(' AND ')
  const hasDigits = words.some((word) => /\d/.test(word))
  const showsNumber = `(c.number = '' OR instr(${nameWithoutSeparators}, substr(c.number, -8)) = 0)`
  const conditions = [
    ...(indexed ? [`c.id IN (${matchingIds})`] : []),
    ...words.map(() => `instr(${name}, ?) > 0`),
    ...(hasDigits ? [showsNumber] : []),
  ]
  return {
    text: `SELECT c.id FROM contact c WHERE ${conditions.join(' AND ')} UNION SELECT ?`,
    values: [...(indexed ? [indexed] : []), ...words, wholeNumber(ctx, typed) ?? 0],
  }
}

function wholeNumber(ctx: CompanyContext, typed: string) {
  const digits = digitsOf(typed).replace(/^0+/, '')
  if (digits.length < digitsOfWholeNumber || /\p{L}/u.test(typed)) return undefined
  countGuess(ctx, digits)
  return (findContactByNumber(ctx, digits) ?? findContactByNumber(ctx, `55${digits}`))?.id
}
