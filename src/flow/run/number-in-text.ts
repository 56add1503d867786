import type { Comparison } from '../flow.contract'
import { momentIn } from './date-in-text'
import { foldText } from '../../kernel/text/fold-text.contract'

interface NumberInText {
  /** As typed: `1.234,50`. */
  text: string
  value: number
  /** `R$ 200` and `18 anos`, unlike `Plano 2`. */
  leads: boolean
}

/** More are not exact. */
const digitsMax = 15
/** These words would change the number. */
const multiples = /^(?:mil|milhao|milhoes|bilhao|bilhoes|k|mi|thousand|million|millon|millones)\b/

/** 18 in `18 anos`; undefined for several, as in a date. Three digits after a lone point are thousands. */
export function numberIn(text: string): NumberInText | undefined {
  const found = text.match(/\d[\d.,]*/g)
  const [token = ''] = found ?? []
  if (found?.length !== 1) return undefined
  const digits = token.replace(/[.,]+$/, '')
  const at = text.indexOf(token)
  const before = text.slice(0, at)
  const size = digits.replace(/\D/g, '').length > digitsMax ? undefined : sizeOf(digits)
  if (size === undefined || /[a-z]$/i.test(before)) return undefined
  if (multiples.test(foldText(text.slice(at + token.length, at + token.length + 20)).trimStart())) return undefined
  const isNegative = /(?:^|[^\p{L}\p{N}])[-−] ?$/u.test(before.slice(-3))
  const leads = /^\s{0,5}(?:\p{Lu}{0,3}\p{Sc})?\s{0,5}[-−]?\s{0,5}$/u.test(before)
  return { text: isNegative ? `-${digits}` : digits, value: isNegative ? -size : size, leads }
}

/** Equality folds. Others compare dates, times or numbers; else false. */
export function compare(left: string, condition: Comparison, right: string): boolean {
  const [a, b] = [left, right].map((text) => momentIn(text) ?? numberIn(text))
  if (condition === 1) return foldText(left) === foldText(right) || isSameNumber(numberIn(left), numberIn(right))
  if (a === undefined || b === undefined || kindOf(a) !== kindOf(b)) return false
  if (condition === 2) return a.value >= b.value
  if (condition === 3) return a.value <= b.value
  return condition === 4 ? a.value < b.value : a.value > b.value
}

const kindOf = (one: object) => ('kind' in one ? one.kind : 'number')

/** Leading zeros are part of a text. */
function isSameNumber(a: NumberInText | undefined, b: NumberInText | undefined): boolean {
  const isPlain = (one: NumberInText | undefined) => one?.leads === true && !/^-?0\d/.test(one.text)
  return isPlain(a) && isPlain(b) && a?.value === b?.value
}

function sizeOf(digits: string): number | undefined {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'))
  if (/^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/.test(digits)) return Number(digits.replaceAll(',', ''))
  return /^\d+(?:[.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
}
