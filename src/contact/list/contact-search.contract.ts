import { foldText } from '../../kernel/text/fold-text.contract'
import { searchWords } from '../../kernel/text/search-words.contract'

const numberWord = /^[+(]{0,2}\d[\d().+/\p{Pd}-]*$/u
const digitsMin = 8

/** Alternatives, each of all its words in name or number. */
export type ContactSearchTerms = string[][]

/** Words of the name, or a number as displayed. No alternatives: an empty search. */
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

/** Leading zeros are only dialled. Also while the last digits are still being typed. */
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
