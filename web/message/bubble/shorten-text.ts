const lengthMax = 1200
const linesMax = 30
/** A text that is only a little longer than the limit is shown whole. */
const tolerance = 1.5
/** A character as people count it, such as a family of emoji, is not cut unless it is longer than this. */
const characterLengthMax = 100

/** The beginning of a long text, with an ellipsis; any other text as it is. */
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
