import type { CompanyContext } from '../kernel/company-context'
import { findContactByNumber } from './contact.queries'
import { countGuess } from './limit-guesses'
import { mustMask } from './mask-number'
import { digitsOf } from './phone-number'

/** A question for the ids of contacts, with its values. */
export interface ContactSearch {
  text: string
  values: (string | number)[]
}

/** The contacts that a searched text (plain, not empty) names, by name or number. */
export function searchContacts(ctx: CompanyContext, text: string): ContactSearch {
  return mustMask(ctx) ? searchNames(ctx, text) : searchAll(text)
}

/** Three letters and more go through the trigram index; fewer it cannot answer. */
function searchAll(text: string): ContactSearch {
  if ([...text].length >= 3) {
    return { text: 'SELECT rowid FROM contact_search WHERE contact_search MATCH ?', values: [phraseOf(text)] }
  }
  return {
    text: `SELECT id FROM contact WHERE search_text LIKE ? ESCAPE '\\'`,
    values: [`%${text.replace(/[\\%_]/g, '\\$&')}%`],
  }
}

export const phraseOf = (text: string) => `"${text.replaceAll('"', '""')}"`

const name = `CASE WHEN c.number = '' THEN c.search_text ELSE substr(c.search_text, 1, length(c.search_text) - length(c.number)) END`
const separators = [' ', '-', '(', ')', '+', '.', '/']
const nameWithoutSeparators = separators.reduce((text, sign) => `replace(${text}, '${sign}', '')`, 'c.name')
const digitsOfWholeNumber = 10

/**
 * For somebody from whom numbers are hidden: by the name alone, and by a number only when the whole of it was typed, since
 * each hit of a part would tell one digit more. A name that holds the number is not found by digits either.
 */
function searchNames(ctx: CompanyContext, text: string): ContactSearch {
  const index =
    [...text].length >= 3 ? 'c.id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?) AND' : ''
  const hasDigits = /\d/.test(text)
  const honest = `(c.number = '' OR instr(${nameWithoutSeparators}, substr(c.number, -8)) = 0)`
  const whole = wholeNumber(ctx, text)
  return {
    text: `SELECT c.id FROM contact c WHERE ${index} instr(${name}, ?) > 0 ${hasDigits ? `AND ${honest}` : ''}
      UNION SELECT ?`,
    values: [...(index ? [phraseOf(text)] : []), text, whole ?? 0],
  }
}

function wholeNumber(ctx: CompanyContext, text: string) {
  const digits = digitsOf(text)
  if (digits.length < digitsOfWholeNumber || /\p{L}/u.test(text)) return undefined
  countGuess(ctx, digits)
  return (findContactByNumber(ctx, digits) ?? findContactByNumber(ctx, `55${digits}`))?.id
}
