import { readColumns, readName, readNames } from './create-table'
import { readTuple } from './insert-rows'
import { type SourceValue, UnreadableSource } from './source'
import type { RowSink, SourceTables, TableName } from './source-tables'
import type { SourceWindow } from './source-window'
import { endOfStatement, endOfToken, isSpace, readTokens, type SqlStyle, type Token, useMysql } from './sql-tokens'
import { decoderOf } from './text-encodings'
import { unescapeText } from './unescape'

const newline = 10
const semicolon = 59

/** Of COPY. pg_dump writes none. */
const copyOptions = new Set(['delimiter', 'delimiters', 'null', 'csv', 'binary', 'header', 'quote', 'escape', 'format'])

/** Reads the statements of a dump in text form. */
export class DumpReader {
  readonly style: SqlStyle = { mysql: false, backslashes: false, decode: decoderOf('UTF8') }
  #database = ''
  #schema = 'public'
  /** Comments at the end of a dump that the one at its head announces. */
  readonly #closingLines = new Set<string>()
  #lastTable = ''
  /** Most dumps with INSERT repeat its beginning for every row. */
  #lastInsert: { head: Buffer; sink: RowSink } | undefined

  constructor(
    readonly window: SourceWindow,
    readonly tables: SourceTables,
    readonly progress: () => void,
  ) {}

  /** @throws UnreadableSource if the dump is cut short or damaged */
  async read() {
    while (await this.#skipSpaces()) {
      const word = await this.#firstWord()
      if (word === 'copy') await this.#copy()
      else if (word === 'insert' || word === 'replace') await this.#insert()
      else if (word === 'create' || word === 'set' || word === 'use' || word === 'select') await this.#declaration()
      else if (word === 'delimiter') await this.#skipLine()
      else await this.#skipStatement()
    }
    for (const line of this.#closingLines) {
      throw new UnreadableSource('endMissing', { table: this.#lastTable, line })
    }
  }

  /** Passes spaces, comments and commands of psql. Returns whether a statement follows. */
  async #skipSpaces(): Promise<boolean> {
    const { window } = this
    for (;;) {
      const { bytes, start } = window
      const first = bytes[start]
      if (first === undefined) {
        if (window.isOver) return false
        await this.#fill()
      } else if (isSpace(first) || first === semicolon) window.start++
      else if (first === 92) this.#command(await this.#line())
      else if (this.#beginsComment()) {
        const line = bytes[start] !== 47
        const text = line ? await this.#line() : await this.#comment()
        this.#noticeComment(text)
      } else if (bytes.length - start < 2 && !window.isOver) await this.#fill()
      else return true
    }
  }

  #beginsComment() {
    const { bytes, start } = this.window
    const two = bytes.toString('latin1', start, start + 2)
    return two === '--' || two === '/*' || two[0] === '#'
  }

  async #line(): Promise<string> {
    const { window } = this
    for (;;) {
      const end = window.bytes.indexOf(newline, window.start)
      if (end === -1 && !window.isOver) await this.#fill()
      else {
        const stop = end === -1 ? window.bytes.length : end
        const text = window.bytes.toString('latin1', window.start, Math.min(stop, window.start + 200))
        window.start = end === -1 ? stop : end + 1
        return text.trimEnd()
      }
    }
  }

  async #skipLine() {
    await this.#line()
  }

  async #comment(): Promise<string> {
    const from = await this.#until((bytes, at) => endOfToken(bytes, at, this.style), 'comment')
    return this.window.bytes.toString('latin1', from, Math.min(this.window.start, from + 200))
  }

  #noticeComment(text: string) {
    if (/^-- PostgreSQL database (?:cluster )?dump/.test(text)) {
      if (text.endsWith(' complete')) this.#closingLines.delete(text)
      else this.#closingLines.add(`${text} complete`)
    }
    if (/^-- (?:MySQL|MariaDB) dump/.test(text)) this.#closingLines.add('-- Dump completed')
    if (text.startsWith('-- Dump completed')) this.#closingLines.delete('-- Dump completed')
    const [, names] = /^\/\*!\d+ SET NAMES (\w+)/.exec(text) ?? []
    if (names !== undefined)
      this.style.decode = decoderOf(names.startsWith('utf8') ? 'UTF8' : names === 'latin1' ? 'WIN1252' : names)
    if (/^-- (?:MySQL|MariaDB|phpMyAdmin) |^\/\*M?!\d{5,6}\b/.test(text)) useMysql(this.style)
  }

  /** `\connect` before the part of each database that pg_dumpall writes. */
  #command(line: string) {
    const [, name] =
      /^\\c(?:onnect)?(?:\s+-\S+)*\s+(?:"([^"]+)"|(\S+))/.exec(line)?.filter((part) => part !== undefined) ?? []
    if (name === undefined) return
    this.#lastInsert = undefined
    this.#database = /dbname='?([^' ]+)/.exec(name)?.[1] ?? name
    this.#schema = 'public'
  }

  async #firstWord() {
    const { window } = this
    while (window.bytes.length - window.start < 16 && !window.isOver) await this.#fill()
    return /^[a-z]+/i.exec(window.bytes.toString('latin1', window.start, window.start + 16))?.[0].toLowerCase()
  }

  async #fill() {
    await this.window.fill()
    this.progress()
  }

  /** Reads on until the function finds an end, moves there, and returns where it began. */
  async #until(find: (bytes: Buffer, at: number) => number, part: Part, counts?: { row: number }): Promise<number> {
    const { window } = this
    for (;;) {
      const from = window.start
      const end = find(window.bytes, from)
      if (end !== -1) {
        window.start = end
        return from
      }
      if (window.isOver) throw cutShort(part, this.#lastTable, counts)
      await this.#fill()
    }
  }

  async #skipStatement() {
    await this.#until((bytes, at) => endOfStatement(bytes, at, this.style), 'statement')
  }

  async #tokens(last: (token: Token) => boolean, part: Part): Promise<{ tokens: Token[]; from: number }> {
    let tokens: Token[] = []
    const from = await this.#until((bytes, at) => {
      const read = readTokens(bytes, at, this.style, last)
      tokens = read?.tokens ?? []
      return read?.end ?? -1
    }, part)
    return { tokens, from }
  }

  async #declaration() {
    this.#lastInsert = undefined
    const { tokens } = await this.#tokens(endsStatement, 'statement')
    const words = tokens.map(({ text }) => text)
    const [first, second] = words
    if (first === 'create' && ['table', 'unlogged', 'foreign'].includes(second ?? '')) this.#createTable(tokens, words)
    if (first === 'use') this.#database = words[1] ?? ''
    const text = words.join(' ')
    const [, encoding] = /^set client_encoding (?:=|to) (\S+)/.exec(text) ?? []
    if (encoding !== undefined) this.style.decode = decoderOf(encoding)
    const [, conforming] = /^set standard_conforming_strings (?:=|to) (\w+)/.exec(text) ?? []
    if (conforming !== undefined) this.style.backslashes = conforming === 'off'
    // pg_dump 10 and before name the schema once; later ones set an empty path and name it each time.
    const path = /^set search_path (?:=|to) ([^ ,]+)|set_config \( search_path , ([^ ,]+) ,/.exec(text)
    const schema = path?.[1] ?? path?.[2]
    if (schema !== undefined && schema !== ',' && schema !== ';') this.#schema = schema
  }

  #createTable(tokens: readonly Token[], words: readonly string[]) {
    const at = words.indexOf('table') + 1
    const name = readName(tokens, words[at] === 'if' ? at + 3 : at)
    if (!name || words[name.next] !== '(') return
    this.tables.declare(this.#place(name.parts), readColumns(tokens, name.next, this.style.mysql))
  }

  #place(parts: readonly string[]): TableName {
    const table = parts.at(-1) ?? ''
    if (this.style.mysql) return { space: parts.at(-2) ?? this.#database, table }
    const schema = parts.at(-2) ?? this.#schema
    if (this.#database === '') return { space: schema === 'public' ? '' : schema, table }
    return { space: `${this.#database}.${schema}`, table }
  }

  async #copy() {
    const { tokens } = await this.#tokens(endsStatement, 'statement')
    const name = readName(tokens, 1)
    const hasColumns = name && tokens[name.next]?.text === '('
    const words = tokens.map(({ text }) => text)
    if (!name || !words.includes('stdin')) return
    if (words.slice(words.indexOf('stdin')).some((word) => copyOptions.has(word))) {
      throw new UnreadableSource('otherForm', { table: name.parts.at(-1) ?? '' })
    }
    await this.#skipLine()
    const sink = this.#sink(name.parts, hasColumns ? readNames(tokens, name.next) : undefined, true)
    let rows = 0
    for (;;) {
      const { bytes, start } = this.window
      let at = start
      for (;;) {
        const end = bytes.indexOf(newline, at)
        if (end === -1) break
        // PostgreSQL writes a carriage return as \r: a bare one comes from a program that changed the ends of lines.
        const stop = bytes[end - 1] === 13 && end > at ? end - 1 : end
        if (bytes[at] === 92 && bytes[at + 1] === 46 && stop === at + 2) {
          this.window.start = end + 1
          return
        }
        sink.add(sink.isKept ? this.#splitLine(bytes, at, stop, sink, rows) : [])
        rows++
        at = end + 1
      }
      this.window.start = at
      if (this.window.isOver) throw cutShort('rows', sink.table, { rows })
      await this.#fill()
    }
  }

  #splitLine(bytes: Buffer, at: number, end: number, sink: RowSink, rows: number): SourceValue[] {
    const line = this.style.decode(bytes, at, end)
    const fields: SourceValue[] = line.split('\t')
    if (fields.length !== sink.columns.length) {
      const [found, expected] = [fields.length, sink.columns.length]
      throw new UnreadableSource('rowDamaged', { row: rows + 1, table: sink.table, found, expected })
    }
    if (!line.includes('\\')) return fields
    sink.trim(fields)
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]
      if (field === '\\N') fields[index] = null
      else if (field?.includes('\\')) fields[index] = unescapeText(field, 'copy')
    }
    return fields
  }

  #sink(parts: readonly string[], columns: readonly string[] | undefined, isTyped: boolean): RowSink {
    const sink = this.tables.rowsOf(this.#place(parts), columns, isTyped)
    this.#lastTable = sink.table
    return sink
  }

  /** Up to its rows. Undefined if it has none of its own. */
  async #insertHead(): Promise<RowSink | undefined> {
    const { window } = this
    const known = this.#lastInsert
    const length = known?.head.length ?? 0
    if (known && window.bytes.subarray(window.start, window.start + length).equals(known.head)) {
      window.start += length
      return known.sink
    }
    const { tokens, from } = await this.#tokens(
      (token) =>
        endsStatement(token) || (token.kind === 'word' && (token.text === 'values' || token.text === 'select')),
      'insert',
    )
    const head = Buffer.from(window.bytes.subarray(from, window.start))
    const words = tokens.map(({ text }) => text)
    const name = readName(tokens, words.indexOf('into') + 1)
    const last = words.at(-1)
    if (last === ';') return undefined
    if (!name || last === 'select') {
      await this.#skipStatement()
      return undefined
    }
    const columns = tokens[name.next]?.text === '(' ? readNames(tokens, name.next) : undefined
    const sink = this.#sink(name.parts, columns, false)
    this.#lastInsert = { head, sink }
    return sink
  }

  async #insert() {
    const sink = await this.#insertHead()
    if (!sink) return
    for (let rows = 0; await this.#hasTuple(); rows++) {
      let row: SourceValue[] = []
      await this.#until(
        (bytes, at) => {
          row = []
          return readTuple(bytes, at, this.style, row)
        },
        'insert',
        { row: rows + 1 },
      )
      if (sink.isKept && row.length !== sink.columns.length) {
        const [found, expected] = [row.length, sink.columns.length]
        throw new UnreadableSource('rowDamaged', { table: sink.table, found, expected })
      }
      sink.add(row)
    }
  }

  /** Whether one more row follows; else moves behind the statement. */
  async #hasTuple(): Promise<boolean> {
    const { window } = this
    for (;;) {
      const { bytes, start } = window
      const first = bytes[start]
      if (first === 40) return true
      if (first === undefined) {
        if (window.isOver) throw cutShort('insert', this.#lastTable)
        await this.#fill()
      } else if (isSpace(first) || first === 44) window.start++
      else if (bytes.length - start < 2 && !window.isOver) await this.#fill()
      else if (this.#beginsComment()) await this.#comment()
      else {
        await this.#skipStatement()
        return false
      }
    }
  }
}

const endsStatement = (token: Token) => token.kind === 'mark' && token.text === ';'

type Part = 'statement' | 'comment' | 'rows' | 'insert'

function cutShort(part: Part, table: string, counts: { row?: number; rows?: number } = {}) {
  return new UnreadableSource('cutShort', { part, table, ...counts })
}
