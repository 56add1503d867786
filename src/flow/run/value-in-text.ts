import type { Comparison } from '../flow.contract'
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

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `DD/MM/YYYY`, or `DD/MM` without a year; undefined for several. */
export function dateIn(text: string): string | undefined {
  const dates = [...text.matchAll(/(?<![\d/.-])(\d{1,4})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d|[/.-]\d)/g)].flatMap(
    readDate,
  )
  return dates.length === 1 ? dates[0] : undefined
}

function readDate([, first = '', , month = '', last]: RegExpMatchArray): string[] {
  const isYearFirst = first.length === 4
  if (first.length === 3 || (isYearFirst && last?.length !== 2)) return []
  const date = writeDate(Number(isYearFirst ? last : first), Number(month), isYearFirst ? first : last)
  return date === undefined ? [] : [date]
}

function writeDate(day: number, month: number, year: string | undefined): string | undefined {
  if (day < 1 || day > (daysOfMonth[month - 1] ?? 0)) return undefined
  const written = `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}`
  if (year === undefined) return written
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  const isLeap = full % 4 === 0 && (full % 100 !== 0 || full % 400 === 0)
  return day === 29 && month === 2 && !isLeap ? undefined : `${written}/${full}`
}

/** Comparable: a date with its year, or a time (`18:30`). */
function momentIn(text: string): { kind: 'date' | 'time'; value: number } | undefined {
  const [day = '', month = '', year] = dateIn(text)?.split('/') ?? []
  if (year !== undefined) return { kind: 'date', value: Number(year + month + day) }
  const times = [...text.matchAll(/(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g)]
  const [, hour = '', minute = ''] = times[0] ?? []
  return times.length === 1 && day === '' ? { kind: 'time', value: Number(hour) * 60 + Number(minute) } : undefined
}
