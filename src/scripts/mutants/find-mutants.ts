interface Place {
  start: number
  end: number
}

interface Change extends Place {
  replacement: string
}

export interface Mutant extends Change {
  kind: string
  /** From 1. */
  line: number
  /** What is replaced. */
  was: string
}

/** Comments, strings and regular expressions, which are no code. */
const textPattern =
  /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:&|!?[]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g
const sqlCondition =
  / AND [\w.]+ (?:=|<>|<=?|>=?|IS(?: NOT)?) (?:\?\d*|\d+|NULL|'[^']*'|[a-z_.]+)(?=\s+(?:AND|ORDER|LIMIT|GROUP|RETURNING)\b|\s*[)`'"])/g
const others: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
}

/** By kind; places are looked for in the code, whose texts are blank. */
const kinds: Record<string, (code: string, text: string) => Change[]> = {
  'negated condition': (code, text) =>
    bracketsOf(code, /\bif (?=\()/g).map(({ open: start, end }) => {
      return { start, end, replacement: `(!${text.slice(start, end)})` }
    }),
  'other comparison': (code) => exchange(code, /(?<= )(?:===|!==)(?= )/g),
  // The larger of two is the same at the limit, and nothing happens at just one moment of a running clock.
  'other limit': (code) =>
    exchange(
      code,
      /(?<=(?<!performance\.now\(\)) )[<>]=?(?= [\w(-])(?! performance\.now)(?!(?<=(\S+) [<>]=?) (\S+) \? (?:\1 : \2|\2 : \1)\n)/g,
    ),
  '&& for ||, || for &&': (code) => exchange(code, /(?<= )(?:&&|\|\|)(?= )/g),
  // A turn of the event loop only lets others run.
  'no await': (code) => remove(code, /(?<=^ *(?:return |const \w+ = )?)await (?!\w*[tT]urns?\(\))/gm),
  '0 for 1': (code) => placesOf(code, /(?<= [+-] )1\b(?![._])/g).map((place) => ({ ...place, replacement: '0' })),
  'no guard': (code) => remove(code, /(?<=^ *)if \(.*\) (?:return|throw|continue|refuse\().*$/gm),
  'no refusal': (code) => remove(code, / \?\? refuse\([^()]*\)|(?<=^ *)refuse\(.*\)$/gm),
  'no last condition': (code) => bracketsOf(code, /\band(?=\()/g).flatMap((brackets) => withoutLast(code, brackets)),
  'no condition in SQL': (_, text) =>
    placesOf(text, textPattern)
      .filter(({ start, end }) => /\bWHERE\b/.test(text.slice(start, end)))
      .flatMap(({ start, end }) => remove(text.slice(start, end), sqlCondition).map((change) => moved(change, start))),
  'no filter': (code) => bracketsOf(code, /\.filter(?=\()/g).map(({ start, end }) => ({ start, end, replacement: '' })),
}

/** Returns every change that breaks one place of a formatted TypeScript file. */
export function findMutants(text: string): Mutant[] {
  const code = text.replace(textPattern, (part) => part.replace(/[^\n]/g, '_'))
  return Object.entries(kinds).flatMap(([kind, find]) =>
    find(code, text).map((change) => ({
      ...change,
      kind,
      line: text.slice(0, change.start).split('\n').length,
      was: text.slice(change.start, change.end).trim(),
    })),
  )
}

const placesOf = (code: string, pattern: RegExp): Place[] =>
  [...code.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

const remove = (code: string, pattern: RegExp): Change[] =>
  placesOf(code, pattern).map((place) => ({ ...place, replacement: '' }))

const exchange = (code: string, pattern: RegExp): Change[] =>
  placesOf(code, pattern).map(({ start, end }) => ({ start, end, replacement: others[code.slice(start, end)] ?? '' }))

const moved = ({ start, end, replacement }: Change, by: number): Change => ({
  start: start + by,
  end: end + by,
  replacement,
})

interface Brackets extends Place {
  /** Where the bracket opens, directly after what the pattern finds. */
  open: number
}

function bracketsOf(code: string, pattern: RegExp): Brackets[] {
  return placesOf(code, pattern).map(({ start, end: open }) => {
    let depth = 0
    let end = open
    do {
      if (/[([{]/.test(code[end] ?? '')) depth++
      if (/[)\]}]/.test(code[end] ?? '')) depth--
      end++
    } while (depth > 0 && end < code.length)
    return { start, open, end }
  })
}

/** Removes the last of several arguments. */
function withoutLast(code: string, { open, end }: Brackets): Change[] {
  let depth = 0
  for (let at = end - 2; at > open; at--) {
    if (/[)\]}]/.test(code[at] ?? '')) depth++
    if (/[([{]/.test(code[at] ?? '')) depth--
    const isLast = /^,\s*\)/.test(code.slice(at, end))
    if (code[at] === ',' && depth === 0 && !isLast) return [{ start: at, end: end - 1, replacement: '' }]
  }
  return []
}
