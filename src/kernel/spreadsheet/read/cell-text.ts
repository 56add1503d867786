import { type CellObject, SSF } from 'xlsx'

/** A phone number would be displayed as 5.51E+12. */
export function textOf({ t, v, z }: Pick<CellObject, 't' | 'v' | 'z'>): string {
  if (t === 'e') return ''
  if (typeof v !== 'number') return v instanceof Date ? v.toISOString() : String(v ?? '')
  const format = typeof z === 'string' ? z : ''
  return SSF.is_date(format) || /^0+$/.test(format) ? formatted(v, format) : String(v)
}

function formatted(value: number, format: string) {
  return String(SSF.format(/^m\/d\/yy/i.test(format) ? 'dd/mm/yyyy' : format, value))
}

export const withoutGaps = (row: readonly (string | undefined)[]) => Array.from(row, (cell = '') => cell)

export const isDateFormat = (format: string): boolean => SSF.is_date(format)

export const builtInFormat = (id: number): string => (SSF.get_table() as Record<number, string>)[id] ?? ''
