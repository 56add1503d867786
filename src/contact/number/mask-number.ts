import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { mustMask } from '../../setting/setting.queries'
import { findHiddenNumbers } from './find-hidden-numbers'
import { digitsOf } from '../../kernel/text/phone-number'

const hidden = '******'

export function maskNumber(number: string) {
  return number === '' ? '' : hidden + number.slice(-2)
}

export function maskContact<T extends { name: string; number: string }>(ctx: CompanyContext, contact: T): T {
  const { name, number } = contact
  const nameIsNumber = number !== '' && digitsOf(name).endsWith(number.slice(-8)) && !/\p{L}/u.test(name)
  return { ...contact, number: maskNumber(number), name: nameIsNumber ? maskNumber(number) : maskText(ctx, name) }
}

/** Other numbers, such as a CPF, stay. */
export function maskText(ctx: CompanyContext, text: string): string {
  let masked = ''
  let done = 0
  for (const { start, end, text: number } of findHiddenNumbers(ctx, text)) {
    masked += text.slice(done, start) + maskNumber(digitsOf(number))
    done = end
  }
  return masked + text.slice(done)
}

const masks = /\*{6}\d{2}/g

/** @throws Refusal ERR_HIDDEN_NUMBER when a mask is ambiguous */
export function unmasked(ctx: CompanyContext, given: string, stored: string): string {
  if (!mustMask(ctx) || !given.includes(hidden)) return given
  const numbers = Map.groupBy(findHiddenNumbers(ctx, stored), ({ text }) => maskNumber(digitsOf(text)))
  const left = Map.groupBy(given.match(masks) ?? [], (mask) => mask)
  for (const [mask, hiddenBy] of numbers) {
    const isOne = new Set(hiddenBy.map(({ text }) => digitsOf(text).slice(-8))).size === 1
    const count = left.get(mask)?.length ?? 0
    if (!isOne && count > 0 && count !== hiddenBy.length) refuse('ERR_HIDDEN_NUMBER')
  }
  const used = new Map<string, number>()
  return given.replace(masks, (mask) => {
    const hiddenBy = numbers.get(mask) ?? []
    const index = used.get(mask) ?? 0
    used.set(mask, index + 1)
    return (hiddenBy[index] ?? hiddenBy.at(-1))?.text ?? mask
  })
}
