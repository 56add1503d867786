import { readStored } from '../untyped-json.contract'
import { closeSync, openSync, readSync } from 'node:fs'
import type { SpreadsheetSheet } from './read/read-spreadsheet'

export interface SpreadsheetRow {
  number: number
  cells: string[]
  next: number
}

export const rowsPerMark = 100
const pieceBytes = 64 * 1024
const lineEnd = 0x0a

interface RowsRead {
  rows: SpreadsheetRow[]
  next: number
}

/** Synchronous: a few hundred rows take under a millisecond. */
export function readRows(path: string, position: number, limit: number): RowsRead {
  const file = openSync(path, 'r')
  try {
    const rows: SpreadsheetRow[] = []
    let held = Buffer.alloc(0)
    let next = position
    while (rows.length < limit) {
      const end = held.indexOf(lineEnd) + 1
      if (end > 0) {
        next += end
        rows.push(parseRow(held.toString('utf8', 0, end), next))
        held = held.subarray(end)
        continue
      }
      const piece = Buffer.allocUnsafe(pieceBytes)
      const length = readSync(file, piece, 0, pieceBytes, next + held.length)
      if (length === 0) break
      held = Buffer.concat([held, piece.subarray(0, length)])
    }
    return { rows, next }
  } finally {
    closeSync(file)
  }
}

export function readSheetRows(path: string, sheet: SpreadsheetSheet, from: number, limit: number): SpreadsheetRow[] {
  const wanted = Math.min(limit, sheet.rows - from)
  const mark = sheet.marks[Math.floor(from / rowsPerMark)]
  if (mark === undefined) return []
  const skipped = from % rowsPerMark
  return readRows(path, mark, skipped + wanted).rows.slice(skipped)
}

function parseRow(line: string, next: number): SpreadsheetRow {
  const [number, ...cells] = readStored<[number, ...string[]]>(line)
  return { number, cells, next }
}
