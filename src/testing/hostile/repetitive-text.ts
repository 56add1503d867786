/** Units whose repetition takes careless functions superlinear time. */
const units = [
  ')',
  '(',
  ']',
  '=',
  '.',
  ',',
  '-',
  '/',
  '\\',
  '*',
  '**a',
  '_*',
  '~ ',
  '*a *',
  '`',
  '```',
  '`a',
  'http://',
  'http://a.b/',
  'www.',
  'http://a.b/) ',
  '@',
  'a@b.c ',
  'a@',
  'a.',
  '1',
  '0',
  '1 ',
  '1 (',
  '11984348839 ',
  '+55 (11) 98434-8839, ',
  '******39 ',
  ' ',
  '\t',
  ' \n',
  '\n',
  '\r\n ',
  'a ',
  'á',
  'a\u0301',
  '\u0301',
  '\u0301\u0323',
  '\u0323\u0301\u0334',
  '\u05b0\u0301',
  '<',
  '<b>',
  '&',
  '&amp;',
  '{{',
  '{{name',
  '{{name}}',
  '}}',
  '"',
  "'",
  '%',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u200f\u202b',
  'א',
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '\u{1f1e7}',
  '❤️',
  '\ud83d',
  '\0',
  'é.',
  'TEL:',
  'waid=',
  'item1.TEL;waid=1:',
  '[',
  '{"a":',
]

/** Returns each unit repeated up to the length: alone, as an address and between two letters. */
export function repetitiveTexts(length: number): Map<string, string> {
  const texts = new Map<string, string>()
  for (const unit of units) {
    const run = unit.repeat(Math.ceil(length / unit.length))
    texts.set(JSON.stringify(unit), run)
    texts.set(`address ${JSON.stringify(unit)}`, `http://a.b/${run}`)
    texts.set(`word ${JSON.stringify(unit)}`, `a${run}a`)
  }
  const half = length / 2
  texts.set('marks out of order', `a${'\u0301'.repeat(half)}${'\u0323'.repeat(half)}`)
  texts.set('host with marks', `http://a${'\u0301\u0323'.repeat(half)}`)
  texts.set('brackets opened, then closed', `http://a.b/${'('.repeat(half)}${')'.repeat(half)}`)
  return texts
}

const smallLength = 60_000
const largeLength = 4 * smallLength
const longestLength = 500_000
/** A quadratic function takes longer than this for the small text, however simple its steps are. */
const negligibleMs = 40
/** A cubic function takes longer than the longest time for the longest text if it takes longer than this for the small one. */
const cubicMs = 2
/** A linear function takes 4 times as long for 4 times the text, a quadratic one 16 times. */
const growthMax = 11
const roundsMax = 10
const longestMs = 3_000

const small = repetitiveTexts(smallLength)
const large = repetitiveTexts(largeLength)
const longestTexts = repetitiveTexts(longestLength)

/** Runs the function on every text. Returns a sentence for each text with superlinear time. Runs in a browser, too. */
export function findSlowTexts(run: (text: string) => unknown, longest = longestTexts): string[] {
  const slow: string[] = []
  for (const [name, text] of small) {
    const smallMs = bestTimeOf(run, text, longestMs / 2)
    // A function that is slow already gets no larger text.
    if (smallMs > longestMs / 2) slow.push(`${name}: ${Math.round(smallMs)} ms for ${smallLength}`)
    else {
      const growth = smallMs > negligibleMs ? growthOf(run, text, large.get(name)) : 1
      if (growth > growthMax) slow.push(`${name}: ${growth.toFixed(1)} times as long for 4 times the text`)
      const longText = longest.get(name)
      const longestTook = smallMs > cubicMs ? bestTimeOf(run, longText, longestMs) : 0
      if (longestTook > longestMs) slow.push(`${name}: ${Math.round(longestTook)} ms for ${longText?.length}`)
    }
    if (slow.length > 5) break
  }
  return slow
}

/** The first measurement that is within the limit, else the best: other work and garbage collection only add time. */
function bestTimeOf(run: (text: string) => unknown, text: string | undefined, limitMs: number) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < roundsMax && best > limitMs; round++) best = Math.min(best, timeOf(run, text))
  return best
}

/** Compares the large text with as much in small ones, which takes a linear function as long: other work interrupts both alike. */
function growthOf(run: (text: string) => unknown, text: string, largeText = '') {
  const pieces = largeLength / smallLength
  let smallMs = Number.POSITIVE_INFINITY
  let largeMs = Number.POSITIVE_INFINITY
  const growth = () => largeMs / Math.max(smallMs / pieces, negligibleMs)
  for (let round = 0; round < roundsMax; round++) {
    smallMs = Math.min(
      smallMs,
      timeOf(() => Array.from({ length: pieces }, () => run(text))),
    )
    largeMs = Math.min(largeMs, timeOf(run, largeText))
    if (growth() < growthMax) break
  }
  return growth()
}

function timeOf(run: (text: string) => unknown, text = '') {
  const started = performance.now()
  run(text)
  return performance.now() - started
}
