import { familyFacts } from './family-tables'
import { asMoment } from './moments'
import type { ScratchFile } from './scratch-file'
import { familySystem, type SourceSystem } from './source-systems'
import { type SourceValue, UnreadableSource } from './source'

export interface SourceColumn {
  name: string
  /** As the source declares it; undefined where it does not. */
  type?: string
}

export interface TableName {
  /** Database and schema; empty for the only database's schema `public`. */
  space: string
  table: string
}

/** Takes the rows of one statement of one table. */
export interface RowSink {
  table: string
  columns: readonly string[]
  /** Else rows are only counted. */
  isKept: boolean
  /** Empties what nobody needs. `add` does it too: before, it spares the work on its text. */
  trim(row: SourceValue[]): void
  add(row: SourceValue[]): void
}

/** What each installation of Sequelize has. */
const bookkeeping = new Set(['SequelizeMeta', 'SequelizeData'])

interface KnownTable extends TableName {
  declared: readonly SourceColumn[]
  rows: number
}

/** The tables of a source on their way into the scratch file. Those of other schemas and databases are kept apart until `choose`. */
export class SourceTables {
  readonly #tables = new Map<string, KnownTable>()
  /** For progress. */
  current: KnownTable | undefined

  constructor(
    readonly scratch: ScratchFile,
    readonly system: SourceSystem = familySystem,
  ) {}

  #find({ space, table }: TableName): KnownTable {
    const name = this.system.nameOf(table)
    const key = `${space}\0${name}`
    const known = this.#tables.get(key) ?? { space, table: name, declared: [], rows: 0 }
    this.#tables.set(key, known)
    return known
  }

  declare(name: TableName, columns: readonly SourceColumn[]) {
    const known = this.#find(name)
    known.declared = columns
    if (this.system.isKept(known.table))
      this.#widen(
        known,
        columns.map((column) => column.name),
      )
  }

  countUnknown(name: TableName, rows: number) {
    this.#find(name).rows = rows
  }

  /** @throws UnreadableSource if the rows name no columns and the table is not declared */
  rowsOf(name: TableName, named?: readonly string[], isTyped = true): RowSink {
    const known = this.#find(name)
    const columns = named ?? known.declared.map((column) => column.name)
    const isKept = this.system.isKept(known.table)
    if (isKept && columns.length === 0) {
      throw new UnreadableSource('columnsUnnamed', { table: known.table })
    }
    this.current = known
    if (isKept) this.#widen(known, columns)
    const names = scratchColumns(known.table, columns)
    const insert = isKept ? this.scratch.inserter(this.#scratchName(known), names) : undefined
    const convert = convertersOf(known, columns, isTyped)
    const trim = trimmerOf(known.table, columns)
    return {
      table: known.table,
      columns,
      isKept,
      trim,
      add(row) {
        known.rows++
        if (!insert) return
        trim(row)
        for (const [index, to] of convert) row[index] = to(row[index] ?? null)
        for (let index = 0; index < row.length; index++) {
          const value = row[index]
          if (value?.includes('\0')) row[index] = value.replaceAll('\0', '\ufffd')
        }
        insert(row)
      },
    }
  }

  #widen(known: KnownTable, given: readonly string[]) {
    const name = this.#scratchName(known)
    const columns = scratchColumns(known.table, given)
    const present = this.scratch.columnsOf(name)
    if (present.length === 0) return this.scratch.createTable(name, columns)
    for (const column of columns) if (!present.includes(column)) this.scratch.addColumn(name, column)
  }

  /** Others than the ones of the only `public` wait under a longer name. */
  #scratchName({ space, table }: TableName) {
    return this.system.prefix + (space === '' ? table : `${space}.${table}`)
  }

  /** Decides which schema or database is moved in, drops the others, and returns the rows of each table. @throws UnreadableSource */
  choose() {
    const space = this.#chooseSpace()
    const rows: Record<string, number> = {}
    const unknown: Record<string, number> = {}
    for (const known of this.#tables.values()) {
      if (!this.system.isKept(known.table)) {
        if (known.space === space && !bookkeeping.has(known.table)) unknown[known.table] = known.rows
      } else if (known.space !== space) this.scratch.drop(this.#scratchName(known))
      else {
        if (space !== '') this.scratch.rename(this.#scratchName(known), this.#scratchName({ ...known, space: '' }))
        rows[known.table] = known.rows
      }
    }
    return { rows, unknown }
  }

  #chooseSpace(): string {
    const spaces = [...new Set([...this.#tables.values()].map(({ space }) => space))]
    const whole = spaces.filter((space) => this.system.core.every((table) => this.#tables.has(`${space}\0${table}`)))
    const ordinary = whole.filter((space) => space === '' || space.endsWith('.public'))
    const [chosen, other] = whole.length > 1 && ordinary.length > 0 ? ordinary : whole
    if (chosen !== undefined && other === undefined) return chosen
    if (chosen !== undefined) {
      const names = whole.map((space) => space || 'public').join(', ')
      throw new UnreadableSource('severalSystems', { names })
    }
    const names = [...this.#tables.values()].map(({ table }) => table)
    const found = `${names.slice(0, 12).join(', ')}${names.length > 12 ? ' …' : ''}`
    throw new UnreadableSource('otherSystem', {
      system: this.system.name,
      core: this.system.core.join(', '),
      found,
    })
  }
}

/** Column names that reading a scratch file uses itself. */
const reserved = ['rowid', '_at', '_row']

/** SQLite takes names that differ in their case only for one: the family's keeps its name. */
function scratchColumns(table: string, columns: readonly string[]): readonly string[] {
  const keys = columns.map((column) => column.toLowerCase())
  if (new Set([...keys, ...reserved]).size === keys.length + reserved.length) return columns
  return columns.map((column, index) => {
    const key = column.toLowerCase()
    const alike = columns.filter((other) => other !== column && other.toLowerCase() === key)
    const before = alike.filter((other) => columns.indexOf(other) < index).length
    const isFamily = (name: string) => familyFacts(table, name) !== ''
    const isFirst = isFamily(column) || (before === 0 && !alike.some(isFamily))
    return isFirst && !reserved.includes(key) ? column : `${column} (${before + 1})`
  })
}

/** What WhatsApp sent is most of a dump, and only locations and cards are not in the message's other columns. */
export const kindsWithData = /location|contact|vcard/i

function trimmerOf(table: string, columns: readonly string[]): (row: SourceValue[]) => void {
  const data = columns.indexOf('dataJson')
  const kind = columns.indexOf('mediaType')
  if (table !== 'Messages' || data === -1 || kind === -1) return () => {}
  return (row) => {
    if (!kindsWithData.test(row[kind] ?? '')) row[data] = null
  }
}

const asBoolean = (value: SourceValue): SourceValue => {
  if (value === 't' || value === '1' || value === 'true' || value === '\x01') return 't'
  return value === 'f' || value === '0' || value === 'false' || value === '\0' ? 'f' : value
}

/** Of each column whose values can be printed in several ways. COPY prints booleans in one. */
function convertersOf(known: KnownTable, columns: readonly string[], isTyped: boolean) {
  return columns.flatMap((column, index): [number, (value: SourceValue) => SourceValue][] => {
    const declared = known.declared.find(({ name }) => name === column)?.type
    const type = declared ?? familyFacts(known.table, column)
    if (/^(?:timestamp|datetime)/.test(type) || type.includes('timestamptz')) return [[index, asMoment]]
    const isBoolean = /boolean|^tinyint\(1\)|^bit\(1\)/.test(type)
    return isBoolean && !isTyped ? [[index, asBoolean]] : []
  })
}
