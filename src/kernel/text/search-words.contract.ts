import { foldText } from './fold-text.contract'

export const searchLengthMax = 200

const edge = /\p{P}/u

export function searchWords(typed: string): string[] {
  const folded = foldText(typed.replace(/\p{Cf}/gu, ''))
  const words = folded.split(/\s+/).filter((word) => word !== '')
  const bare = words.map(withoutEdges).filter((word) => word !== '')
  // Punctuation alone is searched as it is.
  return [...new Set(bare.length > 0 ? bare : words)]
}

function withoutEdges(word: string) {
  let [start, end] = [0, word.length]
  while (start < end && edge.test(word.charAt(start))) start++
  while (end > start && edge.test(word.charAt(end - 1))) end--
  return word.slice(start, end)
}

export const matchesSearch = (text: string, typed: string): boolean => searchFor(typed)(text)

export function searchFor(typed: string): (text: string) => boolean {
  const words = searchWords(typed)
  if (words.length === 0) return () => true
  return (text) => {
    const folded = foldText(text)
    return words.every((word) => folded.includes(word))
  }
}

/** By whole text, its start, start of a word, anywhere; earlier texts of an item count more. */
export function rankBySearch<Thing>(
  things: readonly Thing[],
  typed: string,
  textsOf: (thing: Thing) => readonly string[],
): Thing[] {
  return createRanking(things, textsOf)(typed)
}

export function createRanking<Thing>(things: readonly Thing[], textsOf: (thing: Thing) => readonly string[]) {
  let folded: { thing: Thing; texts: string[] }[] | undefined
  return (typed: string): Thing[] => {
    const words = searchWords(typed)
    if (words.length === 0) return [...things]
    const whole = foldText(typed).trim()
    folded ??= things.map((thing) => ({ thing, texts: textsOf(thing).map(foldText) }))
    const ranked = folded.flatMap(({ thing, texts }) => {
      const rank = rankOf(texts, whole, words)
      return rank === undefined ? [] : [{ thing, rank }]
    })
    return ranked.sort((one, other) => one.rank - other.rank).map(({ thing }) => thing)
  }
}

const ranksOfText = 4

function rankOf(texts: readonly string[], whole: string, words: readonly string[]) {
  const at = texts.findIndex((text) => words.every((word) => text.includes(word)))
  if (at === -1) return words.every((word) => texts.join(' ').includes(word)) ? texts.length * ranksOfText : undefined
  const text = texts[at]?.trim() ?? ''
  if (text === whole) return at * ranksOfText
  if (text.startsWith(whole)) return at * ranksOfText + 1
  return at * ranksOfText + (words.every((word) => startsWord(text, word)) ? 2 : 3)
}

const letter = /[\p{L}\p{N}]/u

function startsWord(text: string, word: string) {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!letter.test(text.charAt(at - 1))) return true
  }
  return false
}
