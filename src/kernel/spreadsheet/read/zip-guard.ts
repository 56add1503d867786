import { spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'
import { unpackEntry, type ZipEntry } from './zip-entries'

/** The ratio of smaller entries is not limited. */
const ratioMattersBytes = 1024 * 1024

/** Refuses an archive that declares to unpack to too much. */
export function assertHarmlessSizes(entries: readonly ZipEntry[]) {
  let total = 0
  for (const { declared, packed } of entries) {
    total += declared
    const isBomb = declared > ratioMattersBytes && declared > packed * spreadsheetLimits.unpackedRatioMax
    if (total > spreadsheetLimits.unpackedBytesMax || isBomb) throw new SpreadsheetError('tooLarge')
  }
}

/** For a library that unpacks everything at once: refuses an archive whose entries are larger than they declare. */
export async function assertDeclaredSizes(view: Buffer, entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    const pieces = unpackEntry(view, entry)
    while (!(await pieces.next()).done);
  }
}
