/** Longer than any character people write, such as a family of emoji. */
const characterLengthMax = 40

/** At most so many characters as a person counts them (a family of emoji is one), with an ellipsis where it was cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const segments = new Intl.Segmenter('pt', { granularity: 'grapheme' })
  let count = 0
  // Chromium takes longer for each character the longer the whole text is.
  for (const { index } of segments.segment(text.slice(0, max * characterLengthMax))) {
    if (count++ === max) return `${text.slice(0, index).trimEnd()}…`
  }
  return text.length > max * characterLengthMax ? `${text.slice(0, max * characterLengthMax)}…` : text
}
