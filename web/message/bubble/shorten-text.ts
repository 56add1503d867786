const lengthMax = 1200
const linesMax = 30
/** A text slightly above the limit is shown completely. */
const tolerance = 1.5
/** A grapheme, such as an emoji of a family, is cut only if it is longer than this. */
const characterLengthMax = 100

/** Returns the start of a long text with an ellipsis, and any other text unchanged. */
export function shortenText(text: string): string {
  const lines = text.slice(0, lengthMax).split('\n')
  if (lines.length > linesMax * tolerance) return `${lines.slice(0, linesMax).join('\n')}…`
  return text.length > lengthMax * tolerance ? `${text.slice(0, endOfCharacters(text))}…` : text
}

function endOfCharacters(text: string) {
  const segments = new Intl.Segmenter('pt', { granularity: 'grapheme' }).segment(text.slice(0, lengthMax * tolerance))
  const start = segments.containing(lengthMax)?.index ?? lengthMax
  return lengthMax - start < characterLengthMax ? start : lengthMax
}
