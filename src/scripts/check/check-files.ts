import { join } from 'node:path'

/** 300 is the aim; a little more is no reason to fail. */
const linesMax = 330

/**
 * Returns an error for each file that is too long, cast through `unknown` without a reason, object literal that is spread into another
 * one, browser function that is missing over HTTP, and property that a test expects to match an empty object.
 */
export async function checkFiles(root: string): Promise<string[]> {
  const errors: string[] = []
  for (const file of new Bun.Glob('{src,web}/**/*.{ts,tsx,css}').scanSync({ cwd: root })) {
    const text = await Bun.file(join(root, file)).text()
    const lines = text.trimEnd().split('\n')
    if (lines.length > linesMax) errors.push(`${file} has ${lines.length} lines; at most ${linesMax} are allowed`)
    errors.push(...unexplainedCasts(lines).map((line) => `${file}:${line}: a cast through unknown needs a reason`))
    if (file.startsWith('web/') && lines.some((line) => line.includes('crypto.randomUUID(')))
      errors.push(`${file}: crypto.randomUUID is missing over HTTP; use web/ui/text/random-id.ts`)
    errors.push(
      ...spreadLiterals(lines).map((line) => `${file}:${line}: write the properties instead of spreading them`),
    )
    errors.push(
      ...emptyMatches(text).map((line) => `${file}:${line}: toMatchObject takes every object for an empty one`),
    )
  }
  return errors
}

function emptyMatches(text: string): number[] {
  // Up to the bracket that ends the call, in its line or indented as its first line.
  const calls = text.matchAll(/^( *).*\.toMatchObject(\(.*\)$|\([^]*?^\1\S)/gm)
  return [...calls].flatMap(({ index, 2: expected = '' }) =>
    /\w: \{\}/.test(expected) ? [text.slice(0, index).split('\n').length] : [],
  )
}

function unexplainedCasts(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => {
    if (!/\bas\sunknown\sas\b/.test(line)) return []
    const hasReason = /\/\/ /.test(`${lines[index - 1] ?? ''}${line}`)
    return hasReason ? [] : [index + 1]
  })
}

function spreadLiterals(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (/\.\.\.\{/.test(line) ? [index + 1] : []))
}

const asText = /\b(?:sqlite|catalog|db)\s*\.\s*(?:prepare|query|run)\b/

/** Returns an error for each file that gives SQLite a text of its own, whose rows and columns the compiler cannot check. */
export async function checkStatements(root: string): Promise<string[]> {
  const found: string[] = []
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (/\.test\.ts$|^src\/(?:demo|testing|scripts|kernel\/database)\/|\/testing\/|\/folder-lock\.ts$/.test(file))
      continue
    if (asText.test(await Bun.file(join(root, file)).text()))
      found.push(`${file} gives SQLite a text: use statement() of src/kernel/database/statement.ts`)
  }
  return found
}
