import { foldText } from '../../kernel/text/fold-text.contract'
import { searchWords } from '../../kernel/text/search-words.contract'

/** Digits with the usual punctuation of phone numbers. */
const numberWord = /^[+(]{0,2}\d[\d().+/\p{Pd}-]*$/u
const digitsMin = 8

/** A contact is found by any of the alternatives, each of which requires all its words in name or number. */
type ContactSearchTerms = string[][]

/**
 * Parses a search for contacts: words of the name in any order, or a number as displayed, with or without country code
 * and ninth digit, alone or beside words. No alternatives mean an empty search.
 */
export function readContactSearch(typed: string): ContactSearchTerms {
  const words = searchWords(typed)
  if (words.length === 0) return []
  const { start, end } = longestNumber(words)
  const number = words.slice(start, end)
  const digits = number.join('').replace(/\D/g, '')
  const isShown = number.some((word) => /\D/.test(word))
  if (!isShown && digits.length < digitsMin) return [words]
  const found = spellings(digits).map((spelling) => words.toSpliced(start, end - start, spelling))
  // A name may contain the same characters; for digits alone, the spellings include them.
  return isShown || number.length > 1 ? [words, ...found] : found
}

/** Returns the range of words that form one number; the longest if there are several. */
function longestNumber(words: readonly string[]) {
  let longest = { start: 0, end: 0, length: 0 }
  let [start, length] = [0, 0]
  for (const [index, word] of words.entries()) {
    if (!numberWord.test(word)) {
      start = index + 1
      length = 0
      continue
    }
    length += word.replace(/\D/g, '').length
    if (length > longest.length) longest = { start, end: index + 1, length }
  }
  return longest
}

/**
 * Leading zeros are only dialled. Brazilian mobiles may be stored with or without the ninth digit, also while the last
 * digits are still being typed.
 */
function spellings(digits: string): string[] {
  const bare = digits.length >= digitsMin ? digits.replace(/^0+/, '') : digits
  return [
    ...new Set([
      bare,
      bare.replace(/^((?:55)?[1-9]\d)9([6-9]\d{4,7})$/, '$1$2'),
      bare.replace(/^((?:55)?[1-9]\d)([6-9]\d{7})$/, '$19$2'),
      bare.replace(/^9([6-9]\d{4,7})$/, '$1'),
    ]),
  ]
}

interface Searched {
  name: string
  number: string
  username?: string
}

export function matchesContactSearch({ name, number, username = '' }: Searched, typed: string): boolean {
  const terms = readContactSearch(typed)
  const text = foldText(`${name} ${username} ${number}`)
  return terms.length === 0 || terms.some((words) => words.every((word) => text.includes(word)))
}
