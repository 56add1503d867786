import { dirname, join } from 'node:path'
import { moduleOf, readImports } from '../check/check-imports'

interface Place {
  file: string
  /** From 1. */
  line: number
}

/**
 * Returns a function that lists the tests to run for a changed line, the nearest first: in turn one by its imports and one by its words,
 * because a rule is often tested through a route of another domain.
 */
export async function readNearestTests(root: string) {
  const files = [...new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync({ cwd: root })].sort()
  const texts = new Map<string, string>()
  for (const file of files) texts.set(file, await Bun.file(join(root, file)).text())
  const byImports = await readTestsByImports(root, texts)
  const byWords = readTestsByWords(texts)
  return (changed: Place, most: number): string[] => {
    const [near, alike] = [byImports(changed.file), byWords(changed)]
    const inTurn = Array.from({ length: most }, (_, index) => [near[index], alike[index]]).flat()
    return [...new Set(inTurn.filter((test) => test !== undefined))].slice(0, most)
  }
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !/\.browser\.test\.tsx?$|^src\/scripts\//.test(file)

/**
 * The tests of a file's folder, then those that import it, directly or through other files, the tests beside these files, and those of its
 * domain.
 */
async function readTestsByImports(root: string, texts: ReadonlyMap<string, string>) {
  const files = [...texts.keys()]
  const importers = new Map<string, string[]>()
  for (const [file, text] of texts) {
    for (const { target } of readImports(root, file, text)) {
      const module = moduleOf(target)
      importers.set(module, [...(importers.get(module) ?? []), file])
    }
  }
  const testsIn = (folder: string) => files.filter((file) => isTest(file) && dirname(file) === folder)

  return (changed: string): string[] => {
    const found = new Set(testsIn(dirname(changed)).sort((a) => (a.startsWith(moduleOf(changed)) ? -1 : 1)))
    const seen = new Set([changed])
    for (let next = [changed]; next.length > 0;) {
      next = next.flatMap((file) => importers.get(moduleOf(file)) ?? []).filter((file) => !seen.has(file))
      for (const file of next) seen.add(file)
      for (const test of next.filter(isTest)) found.add(test)
      const product = next.filter((file) => !isTest(file) && file.startsWith('src/') && dirname(file) !== 'src')
      for (const file of product) for (const test of testsIn(dirname(file))) found.add(test)
      next = product
    }
    const domain = changed.split('/').slice(0, 2).join('/')
    for (const test of files.filter((file) => isTest(file) && file.startsWith(`${domain}/`))) found.add(test)
    return [...found]
  }
}

/** A table has the same word in SQL as in the code: `chat_message` and `chatMessageTable`. */
const wordsOf = (text: string) =>
  new Set(text.match(/[A-Za-z_]\w{2,}/g)?.map((word) => word.replace(/Table$|_/g, '').toLowerCase()))

/** The tests that share rare words with a file, first of all with the statement around the changed line. */
function readTestsByWords(texts: ReadonlyMap<string, string>) {
  const tests = [...texts.keys()].filter(isTest)
  const wordsOfTests = new Map(tests.map((test) => [test, wordsOf(texts.get(test) ?? '')]))
  const frequency = new Map<string, number>()
  for (const word of [...wordsOfTests.values()].flatMap((words) => [...words])) {
    frequency.set(word, (frequency.get(word) ?? 0) + 1)
  }
  const rarity = (word: string) => Math.log(tests.length / (frequency.get(word) ?? tests.length)) ** 2

  return ({ file, line }: Place): string[] => {
    const text = texts.get(file) ?? ''
    const close = wordsOf(statementAround(text.split('\n'), line))
    const weights = [...wordsOf(text)].map((word) => [word, rarity(word) * (close.has(word) ? 4 : 1)] as const)
    const scores = new Map<string, number>()
    for (const [test, words] of wordsOfTests) {
      const shared = weights.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0)
      scores.set(test, shared / Math.sqrt(words.size))
    }
    return tests.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  }
}

/** The lines of the statement at the outermost level. */
function statementAround(lines: readonly string[], line: number): string {
  const start = lines.slice(0, line).findLastIndex((text) => /^\S/.test(text) && !/^[)\]}]/.test(text))
  const after = lines.slice(line).findIndex((text) => /^\S/.test(text))
  return lines.slice(Math.max(start, 0), after < 0 ? undefined : line + after + 1).join('\n')
}
