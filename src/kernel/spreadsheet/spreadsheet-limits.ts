const megabyte = 1024 * 1024

/** What a spreadsheet that people upload may hold. Beyond it the file is refused. */
export const spreadsheetLimits = {
  fileBytesMax: 20 * megabyte,
  rowsMax: 200_000,
  columnsMax: 100,
  sheetsMax: 20,
  /** Of a zip archive, unpacked; a real spreadsheet unpacks to ten times its size. */
  unpackedBytesMax: 300 * megabyte,
  unpackedRatioMax: 200,
} as const

/** Longer cells are cut. */
export const cellLengthMax = 4096

export const readTimeoutMs = 30_000
/** Growth of the process's memory at which reading is ended. */
export const readMemoryBytesMax = 768 * megabyte

/** Why a file could not be read. */
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
