import { join } from 'node:path'

/** The one function for many rows, and the folders whose work delays nobody. */
const exempt = /^src\/(?:kernel\/company\/batches\.ts|testing\/|demo\/|scripts\/)|\.test\.tsx?$/

/** Returns an error for each piece of work on many rows that is not done by `inBatches`. */
export async function checkLoops(root: string): Promise<string[]> {
  const errors: string[] = []
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (exempt.test(file)) continue
    errors.push(...loopErrors(await Bun.file(join(root, file)).text()).map((error) => `${file}${error}`))
  }
  return errors
}

/** Errors of a source, each beginning with its line. */
export function loopErrors(source: string): string[] {
  const lines = source.split('\n')
  const found = (at: (line: string, index: number) => boolean, what: string) =>
    lines.flatMap((line, index) => (at(line, index) ? [`:${index + 1}: ${what}`] : []))
  return [
    ...found((_, index) => runsStatementsForever(lines, index), 'an endless loop around statements; use inBatches'),
    ...found((_, index) => yieldsByItself(lines, index), 'a loop that yields by itself; use inBatches'),
    ...found(
      (_, index) => deletesRange(lines, index),
      'a DELETE of a range needs a LIMIT, or a comment that bounds it',
    ),
  ]
}

const runsStatement = /\btransaction\(|\.(?:run|all|get|values|iterate)\((?!\))/

function runsStatementsForever(lines: readonly string[], index: number): boolean {
  return bodyOf(lines, index, /^( *)(?:for \([^;]*; ?;\)|while \(true\)) \{$/).some((line) => runsStatement.test(line))
}

function yieldsByItself(lines: readonly string[], index: number): boolean {
  if (/^ *for \(.*await nextTurn\(\)\) /.test(lines[index] ?? '')) return true
  const body = bodyOf(lines, index, /^( *)(?:for|while) \(.*\{$/)
  return body.some((line) => line.includes('await nextTurn()')) && body.some((line) => runsStatement.test(line))
}

/** The lines of a loop that begins there as the pattern says. */
function bodyOf(lines: readonly string[], index: number, loop: RegExp): readonly string[] {
  const indent = loop.exec(lines[index] ?? '')?.[1]
  return indent === undefined ? [] : lines.slice(index + 1, lines.indexOf(`${indent}}`, index))
}

/** Rows of one key are few; those before a time or outside of a set are as many as have come together. */
function deletesRange(lines: readonly string[], index: number): boolean {
  if (!/DELETE FROM/.test(lines[index] ?? '')) return false
  const [statement = ''] = /DELETE FROM[^`'"]*/.exec(lines.slice(index, index + 6).join(' ')) ?? []
  if (!/[<>]|NOT IN/.test(statement) || /\bLIMIT\b/.test(statement)) return false
  return !lines.slice(Math.max(0, index - 2), index).some((line) => line.includes('// '))
}
