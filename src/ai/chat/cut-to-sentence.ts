export function cutToSentence(text: string): string {
  const trimmed = text.trimEnd()
  const end = lastSentenceEnd(trimmed)
  if (end > 0) return trimmed.slice(0, end).trimEnd()
  const space = trimmed.search(/\s\S*$/)
  return space > 0 ? `${trimmed.slice(0, space).trimEnd()}…` : trimmed
}

/** Backwards, so that it takes one pass. */
function lastSentenceEnd(text: string) {
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text[index] ?? ''
    if (character === '\n') return index
    if (!'.!?…'.includes(character) || isListNumber(text, index)) continue
    let end = index + 1
    while (closing.includes(text[end] ?? ' ')) end++
    if (end === text.length || /\s/.test(text[end] ?? '')) return end
  }
  return 0
}

const closing = '*_~)"”»’'

/** "2." at the start of a line. */
const isListNumber = (text: string, index: number) =>
  /(^|\n)\s{0,10}\d{1,3}$/.test(text.slice(Math.max(0, index - 15), index))
