/** At most so many characters as a person counts them (a family of emoji is one), with an ellipsis where it was cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const segments = new Intl.Segmenter('pt', { granularity: 'grapheme' })
  let count = 0
  for (const { index } of segments.segment(text)) {
    if (count++ === max) return `${text.slice(0, index).trimEnd()}…`
  }
  return text
}
