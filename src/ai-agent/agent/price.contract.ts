import * as v from 'valibot'
import { readsAs } from '../../kernel/http/body-values'

/** Reais. */
const priceMax = 1_000_000_000

/** "1.234,56", "1234.56" or "R$ 1.234,56"; else undefined. */
export function readPrice(text: string): number | undefined {
  const digits = text.replace(/R\$|[\s\u00a0]/g, '')
  if (!/^\d[\d.,]{0,20}$/.test(digits)) return undefined
  const decimal = decimalAt(digits)
  const whole = decimal < 0 ? digits : digits.slice(0, decimal)
  const cents = decimal < 0 ? '' : digits.slice(decimal + 1)
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole) || !/^\d{0,2}$/.test(cents)) return undefined
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`)
}

/** "1.234" is a thousand and more. */
function decimalAt(digits: string) {
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (last < 0) return -1
  const isGroup = digits.length - last - 1 === 3
  const other = digits[last] === ',' ? '.' : ','
  // In "1.234,567" the last part cannot be a group of thousands.
  return isGroup && !digits.includes(other) ? -1 : last
}

/** Reais; empty is null. */
export const priceText = readsAs<string | null>()(
  v.pipe(
    v.union([v.null(), v.number(), v.pipe(v.string(), v.trim(), v.maxLength(40, 'tooLong'))], 'price'),
    v.transform((given) =>
      typeof given === 'string' ? (given === '' ? null : (readPrice(given) ?? Number.NaN)) : given,
    ),
    v.check((price) => price === null || (Number.isFinite(price) && price >= 0), 'price'),
    v.check((price) => price === null || price <= priceMax, 'tooLarge'),
  ),
)

export const centavosOf = (reais: number | null) => (reais === null ? null : Math.round(reais * 100))
export const reaisOf = (centavos: number | null) => (centavos === null ? null : centavos / 100)

export function writePrice(reais: number | null): string {
  if (reais === null) return ''
  const [whole = '', cents = ''] = reais.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}
