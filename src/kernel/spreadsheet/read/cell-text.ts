import { type CellObject, SSF } from 'xlsx'

/** A phone number would be displayed as 5.51E+12. */
export function textOf(cell: Pick<CellObject, 't' | 'v' | 'z'> | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return ''
  if (cell.t !== 'n' || typeof cell.v !== 'number')
    return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v)
  const format = typeof cell.z === 'string' ? cell.z : ''
  if (SSF.is_date(format) || /^0+$/.test(format)) return formatted(cell.v, format)
  return Number.isSafeInteger(cell.v) ? BigInt(cell.v).toString() : String(cell.v)
}

function formatted(value: number, format: string) {
  return String(SSF.format(/^m\/d\/yy/i.test(format) ? 'dd/mm/yyyy' : format, value))
}

export const isDateFormat = (format: string): boolean => SSF.is_date(format)

export const builtInFormat = (id: number): string => (SSF.get_table() as Record<number, string>)[id] ?? ''
