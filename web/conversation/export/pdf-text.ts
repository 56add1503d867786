/** Characters of the standard PDF fonts: Windows code page 1252. */
const writable = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

export function isWritable(text: string): boolean {
  return writable.test(text)
}

/** Zero-width characters would never fill a line, and each would measure all before it again. */
const lineLengthMax = 1000

/** Breaks lines at spaces, and within a word only if it is longer than a line. */
export function wrapText(text: string, widthMax: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, widthMax, measure))
}

function wrapParagraph(paragraph: string, widthMax: number, measure: (text: string) => number) {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer, widthMax, measure)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, widthMax, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

function breakWord(word: string, widthMax: number, measure: (text: string) => number) {
  if (fits(word, widthMax, measure)) return [word]
  const pieces = ['']
  for (const character of charactersOf(word)) {
    const longer = pieces.at(-1) + character
    if (fits(longer, widthMax, measure)) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}

/** Splits into graphemes, in chunks: Chromium's time per grapheme grows with the length of the text. */
function* charactersOf(text: string) {
  const segmenter = new Intl.Segmenter()
  for (let from = 0; from < text.length;) {
    const part = [...segmenter.segment(text.slice(from, from + lineLengthMax))].map(({ segment }) => segment)
    // The last one may continue in the next chunk.
    const whole = part.length > 1 && from + lineLengthMax < text.length ? part.slice(0, -1) : part
    yield* whole
    from += whole.reduce((length, character) => length + character.length, 0)
  }
}

function fits(line: string, widthMax: number, measure: (text: string) => number) {
  return line.length <= lineLengthMax && measure(line) <= widthMax
}
