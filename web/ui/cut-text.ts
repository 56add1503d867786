/** Longer than any grapheme in real text, such as an emoji of a family. */
const characterLengthMax = 40

/** Cuts the text to a number of graphemes, with an ellipsis if anything was removed. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const segments = new Intl.Segmenter('pt', { granularity: 'grapheme' })
  let count = 0
  // Chromium's time per grapheme grows with the length of the text.
  for (const { index } of segments.segment(text.slice(0, max * characterLengthMax))) {
    if (count++ === max) return `${text.slice(0, index).trimEnd()}…`
  }
  return text.length > max * characterLengthMax ? `${text.slice(0, max * characterLengthMax)}…` : text
}
