/** Longer than any grapheme in real text, such as an emoji of a family. */
const characterLengthMax = 40
/** Latin letters, digits and signs: each is a grapheme, because nothing that follows changes it. */
const plainLetters = /^[ -~\u00a0-\u02ff]*$/

let segmenter: Intl.Segmenter | undefined

/** Cuts the text to a number of graphemes, with an ellipsis if anything was removed. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Segmenting takes a hundred times as long, and lists of tickets cut a text in each row.
  if (plainLetters.test(text.slice(0, max + 1))) return `${text.slice(0, max).trimEnd()}…`
  segmenter ??= new Intl.Segmenter('pt', { granularity: 'grapheme' })
  let count = 0
  // Chromium's time per grapheme grows with the length of the text.
  for (const { index } of segmenter.segment(text.slice(0, max * characterLengthMax))) {
    if (count++ === max) return `${text.slice(0, index).trimEnd()}…`
  }
  return text.length > max * characterLengthMax ? `${text.slice(0, max * characterLengthMax)}…` : text
}
