/** What the fonts every PDF reader has can write: Latin letters, as the Windows code page 1252 numbers them. */
const beyondLatin = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Of Helvetica, in thousandths of its size, from the space on. */
const asciiWidths = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
]
/** Of signs without a letter beneath; a little more than most of them take. */
const otherWidth = 620
/** Bold letters are wider, by that much at most. */
const boldness = 1.1

/** The text one byte a character, or nothing where it has characters that the fonts lack. */
export function encodeText(text: string): string | undefined {
  let encoded = ''
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    const beyond = code > 255 ? beyondLatin.indexOf(character) : -1
    if (beyond >= 0) encoded += String.fromCharCode(128 + beyond)
    else if ((code >= 32 && code < 127) || (code >= 160 && code <= 255)) encoded += character
    else return undefined
  }
  return encoded
}

/** Width in points of a text that can be encoded. */
export function textWidth(text: string, size: number, bold = false): number {
  let thousandths = 0
  for (const letter of text.normalize('NFD')) {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x300 || code > 0x36f) thousandths += asciiWidths[code - 32] ?? otherWidth
  }
  return (thousandths * size * (bold ? boldness : 1)) / 1000
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
