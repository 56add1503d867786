import { foldText } from '../kernel/fold-text.contract'
import { searchWords } from '../kernel/search-words.contract'

/** Digits with what people and screens write between them. */
const numberWord = /^[+(]{0,2}\d[\d().+/\p{Pd}-]*$/u
const digitsMin = 8

/** What a contact must hold to be found: all words of one of the alternatives, each anywhere in its name or number. */
export type ContactSearchTerms = string[][]

/**
 * Reads what somebody typed to find contacts: words of the name in any order, or a number as screens show it, with or
 * without country and ninth digit, alone or beside words. No alternative means that nothing was typed.
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
  // A name may be written with the same signs; digits alone are among the spellings.
  return isShown || number.length > 1 ? [words, ...found] : found
}

/** Where the words stand that make up one number; the one with the most digits where there are several. */
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

/** Zeros before the area are only dialled; Brazilian mobiles are stored with the ninth digit or without, also while the last digits are still being typed. */
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

/** Whether a contact is found by what somebody typed: the same rule as the server's. */
export function matchesContactSearch({ name, number }: { name: string; number: string }, typed: string): boolean {
  const terms = readContactSearch(typed)
  const text = foldText(`${name} ${number}`)
  return terms.length === 0 || terms.some((words) => words.every((word) => text.includes(word)))
}
