/** What the fonts every PDF reader has can write: the Latin letters and signs of the Windows code page 1252. */
const writable = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

export function isWritable(text: string): boolean {
  return writable.test(text)
}

/** Cuts into lines at spaces, and within a word only where it is longer than a line. */
export function wrapText(text: string, widthMax: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, widthMax, measure))
}

function wrapParagraph(paragraph: string, widthMax: number, measure: (text: string) => number) {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= widthMax) {
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
  if (measure(word) <= widthMax) return [word]
  const pieces = ['']
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const longer = pieces.at(-1) + segment
    if (measure(longer) <= widthMax) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}
