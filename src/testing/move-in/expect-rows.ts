import { expect } from 'bun:test'
import type { SourceRow } from '../../move-in/source/source'
import type { ReadText } from './read-text'

/** Sorted, because a server prints rows in any order. */
export const sortedRows = (rows: readonly SourceRow[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))).sort()

/** Compares every table with what a server has printed, and that nothing is reported as unknown, missing or left out. */
export function expectRows({ summary, rows }: ReadText, printed: Record<string, SourceRow[]>) {
  const { unknownTables, unknownColumns, missingColumns } = summary
  expect({ unknownTables, unknownColumns, missingColumns }).toEqual({
    unknownTables: {},
    unknownColumns: {},
    missingColumns: {},
  })
  expect(summary.counts).toEqual(Object.fromEntries(Object.entries(printed).map(([table, all]) => [table, all.length])))
  for (const [table, all] of Object.entries(printed)) {
    const expected = table === 'Messages' ? all.map(withoutSent) : all
    const found = sortedRows(rows(`SELECT * FROM "${table}"`))
    expect({ table, rows: found }).toEqual({ table, rows: sortedRows(expected) })
  }
}

const withSent = ['locationMessage']

/** What WhatsApp sent is kept for locations and cards only. */
function withoutSent(row: SourceRow): SourceRow {
  if (!('dataJson' in row) || withSent.includes(row['mediaType'] ?? '')) return row
  return { ...row, dataJson: null }
}
