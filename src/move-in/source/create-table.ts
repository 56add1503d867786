import type { SourceColumn } from './source-tables'
import type { Token } from './sql-tokens'

/** Words that begin a constraint in a list of columns. Where they name a column they are quoted. */
const constraints = ['constraint', 'primary', 'unique', 'foreign', 'check', 'like']

/** MySQL lists indexes, too, and quotes all names. */
const withIndexes = [...constraints, 'key', 'index', 'fulltext', 'spatial']

/** Reads the columns between the brackets of CREATE TABLE, which begin at that token. */
export function readColumns(tokens: readonly Token[], from: number, mysql: boolean): SourceColumn[] {
  const notColumns = mysql ? withIndexes : constraints
  const columns: SourceColumn[] = []
  for (const part of splitList(tokens, from)) {
    const [first, ...rest] = part
    if (!first || first.kind === 'mark' || first.kind === 'string') continue
    if (first.kind === 'word' && notColumns.includes(first.text)) continue
    columns.push({ name: first.text, type: typeText(rest) })
  }
  return columns
}

/** The names between brackets that open at that token. */
export const readNames = (tokens: readonly Token[], from: number) =>
  splitList(tokens, from).flatMap(([first]) => (first ? [first.text] : []))

function splitList(tokens: readonly Token[], from: number): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(from)) {
    if (token.text === '(' && token.kind === 'mark' && depth++ === 0) continue
    if (token.text === ')' && token.kind === 'mark' && --depth === 0) break
    if (depth === 1 && token.text === ',' && token.kind === 'mark') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** `timestamp with time zone`, `tinyint(1)`. */
function typeText(tokens: readonly Token[]) {
  let text = ''
  for (const { text: piece, kind } of tokens.slice(0, 6))
    text += text && kind === 'word' && !text.endsWith('(') ? ` ${piece}` : piece
  return text
}

/** A name with its schema or database before it, which begins at that token. */
export function readName(tokens: readonly Token[], from: number): { parts: string[]; next: number } | undefined {
  const parts: string[] = []
  let next = from
  for (;;) {
    const token = tokens[next]
    if (!token || token.kind === 'mark' || token.kind === 'string') return undefined
    parts.push(token.text)
    next++
    if (tokens[next]?.text !== '.' || tokens[next]?.kind !== 'mark') return { parts, next }
    next++
  }
}
