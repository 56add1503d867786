import { numberAlone } from '../../bot/chosen-number'
import { readNumber } from '../../contact/number/read-number.contract'
import { phoneKey } from '../../kernel/text/phone-number'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { Question } from '../flow.contract'
import { numberIn, dateIn } from './value-in-text'

/** `file`: name of a file, with or without text. */
export interface Answer {
  text: string
  file?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
}

/** Undefined if it does not fit. Surrounding words are left out. @param labels the choices, as shown */
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

export function chosenLabel(labels: readonly string[], text: string): string | undefined {
  const number = numberAlone(text)
  return labels.find((_, index) => index + 1 === number) ?? labels[findLabel(labels, text)]
}

/** Also with the number before it (`[1] Sim`). @param numberOf the number shown before a label */
export function findLabel(labels: readonly string[], text: string, numberOf = (index: number) => index + 1): number {
  const folded = foldText(text).trim()
  const exact = labels.findIndex((label) => foldText(label).trim() === folded)
  const said = wordsOf(folded)
  if (exact !== -1) return exact
  const isMeant = (label: string, index: number) => {
    const shown = wordsOf(foldText(label))
    return shown !== '' && (said === shown || said === `${numberOf(index)} ${shown}`)
  }
  const found = labels.findIndex(isMeant)
  return found === labels.findLastIndex(isMeant) ? found : -1
}

const wordsOf = (folded: string) => (folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

const emailMax = 254
const mailbox = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

function emailIn(text: string): string | undefined {
  const found = text.split(/[\s<>()[\],;:"]/).filter((word) => word.includes('@') && word.length <= emailMax)
  const addresses = found.map((word) => word.replace(/[.!?]{1,3}$/, '')).filter((word) => mailbox.test(word))
  return addresses.length === 1 ? addresses[0] : undefined
}

/** Mobiles with or without the ninth digit. */
const brazilianPhone = /^55[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/

/** Others than Brazilian need a plus or two zeros: document numbers have as many digits. */
function phoneIn(text: string): string | undefined {
  const found = text.match(/(?:\+|\()?\d[\d\s()+\-./]{6,40}\d/g)
  const read = found?.length === 1 ? readNumber(found[0]) : undefined
  if (!read || 'reason' in read) return undefined
  const isInternational = /^(?:\+|00)/.test(found?.[0] ?? '') && !read.number.startsWith('55')
  return isInternational || brazilianPhone.test(read.number) ? phoneKey(read.number) : undefined
}
