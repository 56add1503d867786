import { numberAlone } from '../../bot/chosen-number'
import { readNumber } from '../../contact/number/read-number.contract'
import { phoneKey } from '../../contact/number/phone-number'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { Question } from '../flow.contract'
import { numberIn } from './number-in-text'

/** What a contact sent. `file`: the name of a file that came with or without a text. */
export interface Answer {
  text: string
  file?: string | undefined
}

/**
 * Returns what a question stores of an answer; undefined if it does not fit. Surrounding words are left out: `18 anos` is 18,
 * `meu e-mail é ana@loja.com` is the address.
 * @param labels the choices, as shown to the contact
 */
export function readAnswer(
  { kind = 'text' }: Pick<Question, 'kind'>,
  { text, file }: Answer,
  labels: readonly string[],
): string | undefined {
  switch (kind) {
    case 'text':
      return text.trim() || file || ''
    case 'email':
      return emailIn(text)
    case 'number':
      return numberIn(text)?.text
    case 'date':
      return dateIn(text)
    case 'phone':
      return phoneIn(text)
    case 'choice':
      return chosenLabel(labels, text)
    case 'file':
      return file
  }
}

/** By the number shown before a label, or by the label. */
export function chosenLabel(labels: readonly string[], text: string): string | undefined {
  const folded = foldText(text).trim()
  return labels[(numberAlone(text) ?? 0) - 1] ?? labels.find((label) => foldText(label).trim() === folded)
}

const emailMax = 254
const mailbox = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

function emailIn(text: string): string | undefined {
  const found = text.split(/[\s<>()[\],;:"]/).filter((word) => word.includes('@') && word.length <= emailMax)
  const addresses = found.map((word) => word.replace(/[.!?]{1,3}$/, '')).filter((word) => mailbox.test(word))
  return addresses.length === 1 ? addresses[0] : undefined
}

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the only date in a text as `DD/MM/YYYY`, or as `DD/MM` if the contact named no year. */
function dateIn(text: string): string | undefined {
  const dates = [...text.matchAll(/(?<![\d/.-])(\d{1,4})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d|[/.-]\d)/g)].flatMap(
    readDate,
  )
  return dates.length === 1 ? dates[0] : undefined
}

function readDate([, first = '', , month = '', last]: RegExpMatchArray): string[] {
  // `2026-12-31`
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

/** A landline, or a mobile with or without the ninth digit. */
const brazilianPhone = /^55[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/

/**
 * Returns the digits of the only phone number in a text, with the country and a Brazilian mobile's ninth digit. Numbers of
 * other countries need a plus sign or two zeros, because document numbers have as many digits.
 */
function phoneIn(text: string): string | undefined {
  const found = text.match(/(?:\+|\()?\d[\d\s()+\-./]{6,40}\d/g)
  const read = found?.length === 1 ? readNumber(found[0]) : undefined
  if (!read || 'reason' in read) return undefined
  const isInternational = /^(?:\+|00)/.test(found?.[0] ?? '') && !read.number.startsWith('55')
  return isInternational || brazilianPhone.test(read.number) ? phoneKey(read.number) : undefined
}
