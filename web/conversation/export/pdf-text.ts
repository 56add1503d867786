import { formatText, type TextPart } from '../../message/bubble/format-text'

export interface TextRun {
  text: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
}

/** Characters of the standard PDF fonts: Windows code page 1252. */
const writable = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

export function isWritable(text: string): boolean {
  return writable.test(text)
}

/** Text with more changes of style stays plain: each line is measured run by run. */
const runsMax = 1000

export function formattedRuns(text: string): TextRun[] {
  const runs = formatText(text).flatMap((part) => runsOf(part, {}))
  return runs.length > runsMax ? [{ text }] : runs
}

function runsOf(part: TextPart, style: Omit<TextRun, 'text'>): TextRun[] {
  if ('parts' in part) return part.parts.flatMap((inner) => runsOf(inner, { ...style, [part.kind]: true }))
  return [part.kind === 'code' ? { ...style, code: true, text: keepSpaces(part.text) } : { ...style, text: part.text }]
}

const keepSpaces = (text: string) =>
  text.replaceAll('\t', '    ').replace(/^ +| {2,}/gm, (spaces) => '\u00a0'.repeat(spaces.length))

/** Zero-width characters would never fill a line, and each would measure all before it again. */
const lineLengthMax = 1000

type Line = readonly TextRun[]
type Measure = (line: Line) => number

/** Breaks lines at spaces, and within a word only if it is longer than a line. */
export function wrapRuns(runs: Line, widthMax: number, measure: Measure): Line[] {
  return paragraphsOf(runs).flatMap((words) => wrapParagraph(words, widthMax, measure))
}

function paragraphsOf(runs: Line): TextRun[][][] {
  let word: TextRun[] = []
  let words = [word]
  const paragraphs = [words]
  for (const run of runs) {
    for (const [index, part] of run.text.split(/(\n|[^\S\n\u00a0]+)/).entries()) {
      if (index % 2 === 0) {
        if (part !== '') word.push({ ...run, text: part })
        continue
      }
      word = []
      if (part === '\n') paragraphs.push((words = [word]))
      else words.push(word)
    }
  }
  return paragraphs
}

function wrapParagraph(words: readonly Line[], widthMax: number, measure: Measure) {
  const lines: Line[] = []
  let line: Line = []
  for (const word of words) {
    const longer = joinWords(line, word)
    if (fits(longer, widthMax, measure)) {
      line = longer
      continue
    }
    if (line.length > 0) lines.push(line)
    const pieces = breakWord(word, widthMax, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? []
  }
  return [...lines, line]
}

/** The space takes the style of its neighbours if they share one, so that a struck text has one line. */
function joinWords(line: Line, word: Line): Line {
  const [last, first] = [line.at(-1), word[0]]
  if (!last) return word
  if (!first) return line
  const space = isSameStyle(last, first) ? { ...first, text: ' ' } : { text: ' ' }
  return [space, ...word].reduce(addRun, line)
}

function addRun(line: Line, run: TextRun): Line {
  const last = line.at(-1)
  if (!last || !isSameStyle(last, run)) return [...line, run]
  return [...line.slice(0, -1), { ...last, text: last.text + run.text }]
}

function isSameStyle(one: TextRun, other: TextRun) {
  return (['bold', 'italic', 'strike', 'code'] as const).every((key) => Boolean(one[key]) === Boolean(other[key]))
}

function breakWord(word: Line, widthMax: number, measure: Measure): Line[] {
  if (fits(word, widthMax, measure)) return [word]
  const ends = characterEnds(word.map(({ text }) => text).join(''))
  const pieces: Line[] = []
  let start = 0
  for (let from = 0; from < ends.length;) {
    let fitting = 1
    let tooMany = Math.min(lineLengthMax, ends.length - from) + 1
    while (fitting + 1 < tooMany) {
      const middle = (fitting + tooMany) >> 1
      if (fits(cut(word, start, ends[from + middle - 1]), widthMax, measure)) fitting = middle
      else tooMany = middle
    }
    from += fitting
    pieces.push(cut(word, start, ends[from - 1]))
    start = ends[from - 1] ?? 0
  }
  return pieces
}

function cut(line: Line, start: number, end = 0): Line {
  let at = 0
  return line.flatMap((run) => {
    const text = run.text.slice(Math.max(0, start - at), Math.max(0, end - at))
    at += run.text.length
    return text === '' ? [] : [{ ...run, text }]
  })
}

/** Returns where each grapheme ends. Takes chunks, because Chromium's time per grapheme grows with the length of the text. */
function characterEnds(text: string) {
  const segmenter = new Intl.Segmenter()
  const ends: number[] = []
  for (let from = 0; from < text.length;) {
    const part = [...segmenter.segment(text.slice(from, from + lineLengthMax))].map(({ segment }) => segment)
    // The last one may continue in the next chunk.
    const whole = part.length > 1 && from + lineLengthMax < text.length ? part.slice(0, -1) : part
    for (const character of whole) ends.push((from += character.length))
  }
  return ends
}

function fits(line: Line, widthMax: number, measure: Measure) {
  const length = line.reduce((sum, { text }) => sum + text.length, 0)
  return length <= lineLengthMax && measure(line) <= widthMax
}
