import { digitsOf } from '../../kernel/text/phone-number'

export type NumberProblem = 'invalidNumber' | 'numberTooShort' | 'numberTooLong' | 'damagedNumber'

const textLengthMax = 100
const digitsMin = 8
/** ITU-T E.164. */
const digitsMax = 15

/** An existing area code, and a mobile's or landline's number. */
const brazilian = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(?:9\d{8}|[2-9]\d{7})$/

type ReadNumber = { number: string } | { reason: NumberProblem }

/** The first (Google writes `:::` between), with country; Brazilian ones often lack it. */
export function readNumber(cell: string): ReadNumber {
  const [text = ''] = cell.split(':::')
  if (cell.length > textLengthMax) return { reason: 'numberTooLong' }
  // Scientific notation has lost the last digits.
  if (/\d[.,]?\d*E\+?\d+$/i.test(text)) return { reason: 'damagedNumber' }
  if (/[^\d\s()+\-./\u00a0]/.test(text.replace(/@.*$/, ''))) return { reason: 'invalidNumber' }
  const isInternational = /^\s*(\+|00)/.test(text)
  const digits = digitsOf(text.replace(/@.*$/, '')).replace(/^0+/, '')
  if (digits.length < digitsMin) return { reason: 'numberTooShort' }
  if (digits.length > digitsMax) return { reason: 'numberTooLong' }
  const isLocal = !isInternational && brazilian.test(digits)
  return { number: isLocal ? `55${digits}` : digits }
}
