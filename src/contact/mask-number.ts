import { isAdmin } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { isSettingEnabled } from '../setting/setting.queries'
import { digitsOf } from './phone-number'

const hidden = '******'

/** Only the last two digits stay readable, after a block of six. */
export function maskNumber(number: string) {
  return number === '' ? '' : hidden + number.slice(-2)
}

/** The number, and a name that is nothing but the number, as somebody sees them from whom numbers are hidden. */
export function maskContact<T extends { name: string; number: string }>(contact: T): T {
  const { name, number } = contact
  const nameIsNumber = number !== '' && digitsOf(name).endsWith(number.slice(-8)) && !/\p{L}/u.test(name)
  return { ...contact, number: maskNumber(number), name: nameIsNumber ? maskNumber(number) : name }
}

/** Whether this company hides numbers from plain users at all. */
export function hidesNumbers(ctx: CompanyContext) {
  return isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdHideNumber')
}

/** Whether the acting person must not read contacts' numbers. */
export function mustMask(ctx: CompanyContext) {
  return hidesNumbers(ctx) && !isAdmin(ctx.actor)
}
