const megabyte = 1024 * 1024

export const spreadsheetLimits = {
  fileBytesMax: 20 * megabyte,
  rowsMax: 200_000,
  columnsMax: 100,
  sheetsMax: 20,
  /** Files within the file; real ones have hundreds. */
  entriesMax: 10_000,
  /** Real spreadsheets unpack to ten times their size. */
  unpackedBytesMax: 300 * megabyte,
  unpackedRatioMax: 200,
} as const

export const cellLengthMax = 4096

export const readTimeoutMs = 30_000
/** Reading is aborted when the process grows by more. */
export const readMemoryBytesMax = 768 * megabyte

export type SpreadsheetFailure =
  | 'unreadable'
  | 'encrypted'
  | 'empty'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'unclosedQuote'
  | 'tooSlow'
  | 'cancelled'

export class SpreadsheetError extends Error {
  constructor(readonly reason: SpreadsheetFailure) {
    super(`The spreadsheet cannot be read: ${reason}`)
    this.name = 'SpreadsheetError'
  }
}
