import { foldText } from '../../src/kernel/text/fold-text.contract'
import { searchWords } from '../../src/kernel/text/search-words.contract'

interface TextPart {
  text: string
  isMarked: boolean
}

/** Splits a short text at the words that begin with a searched one, regardless of case and accents. */
export function markWords(text: string, typed: string): TextPart[] {
  const words = searchWords(typed)
  const parts: TextPart[] = []
  for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
    if (piece === '') continue
    const folded = foldText(piece)
    const isMarked = words.some((word) => folded.startsWith(word))
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) last.text += piece
    else parts.push({ text: piece, isMarked })
  }
  return parts
}
