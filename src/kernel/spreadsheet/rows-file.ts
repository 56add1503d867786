import { readStored } from '../database/stored-json'
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
    for (let readAt = position; rows.length < limit;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const length = readSync(file, piece, 0, pieceBytes, readAt)
      if (length === 0) break
      readAt += length
      held = Buffer.concat([held, piece.subarray(0, length)])
      let start = 0
      for (let end = held.indexOf(lineEnd); end !== -1 && rows.length < limit; end = held.indexOf(lineEnd, start)) {
        next += end + 1 - start
        rows.push(parseRow(held.toString('utf8', start, end), next))
        start = end + 1
      }
      held = held.subarray(start)
    }
    return { rows, next }
  } finally {
    closeSync(file)
  }
}

export function readSheetRows(path: string, sheet: SpreadsheetSheet, from: number, limit: number): SpreadsheetRow[] {
  const wanted = Math.min(limit, sheet.rows - from)
  const mark = sheet.marks[Math.floor(from / rowsPerMark)]
  if (wanted <= 0 || mark === undefined) return []
  const skipped = from % rowsPerMark
  return readRows(path, mark, skipped + wanted).rows.slice(skipped)
}

function parseRow(line: string, next: number): SpreadsheetRow {
  const [number, ...cells] = readStored<[number, ...string[]]>(line)
  return { number, cells, next }
}
