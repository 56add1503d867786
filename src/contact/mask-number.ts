import { isAdmin } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { isSettingEnabled } from '../setting/setting.queries'
import { findContactIdByIdentity } from './contact.queries'
import { digitsOf, phoneKey } from './phone-number'

const hidden = '******'

/** Only the last two digits stay readable, after a block of six. */
export function maskNumber(number: string) {
  return number === '' ? '' : hidden + number.slice(-2)
}

/** The number, and wherever the name holds it, as somebody sees them from whom numbers are hidden. */
export function maskContact<T extends { name: string; number: string }>(ctx: CompanyContext, contact: T): T {
  const { name, number } = contact
  const nameIsNumber = number !== '' && digitsOf(name).endsWith(number.slice(-8)) && !/\p{L}/u.test(name)
  return { ...contact, number: maskNumber(number), name: nameIsNumber ? maskNumber(number) : maskText(ctx, name) }
}

/** Whether this company hides numbers from plain users at all. */
export function hidesNumbers(ctx: CompanyContext) {
  return isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdHideNumber')
}

/** Whether the acting person must not read contacts' numbers. */
export function mustMask(ctx: CompanyContext) {
  return hidesNumbers(ctx) && !isAdmin(ctx.actor)
}

/** Digits with what people write between them: `+55 (11) 98888-0001`. */
const numberRun = /[+(]{0,2}\d+(?:[\s().+/-]{1,3}\d+)*/g
const digitsMin = 8
const digitsMax = 15
const wholePiece = /\d{8,}/g
/** A text with more numbers than this hides the rest as well, whoever's they are: which are masked would tell whose exist. */
const numbersMax = 20
/** A run of more pieces than this is a table rather than a number; its pieces are still looked at one by one. */
const piecesMax = 40

/**
 * A text as somebody reads it from whom numbers are hidden: the numbers of the company's contacts that stand in it, however
 * they are written, are masked (mentions in groups, file names, notes). Other numbers, such as a CPF or an order, stay.
 */
export function maskText(ctx: CompanyContext, text: string): string {
  let numbers = 0
  return text.replace(numberRun, (run) => {
    if (digitsOf(run).length < digitsMin) return run
    numbers += numbersIn(run)
    return numbers > numbersMax ? maskAll(run) : maskRun(ctx, run)
  })
}

const isTable = (run: string) => (run.match(/\d+/g)?.length ?? 0) > piecesMax

/** How many numbers a run may hold, at least. */
function numbersIn(run: string) {
  return isTable(run) ? (run.match(wholePiece)?.length ?? 0) : Math.ceil(digitsOf(run).length / digitsMax)
}

function maskAll(run: string) {
  return isTable(run) ? run.replace(wholePiece, maskNumber) : maskNumber(digitsOf(run))
}

function maskRun(ctx: CompanyContext, run: string) {
  const pieces = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  let masked = ''
  let done = 0
  for (let from = 0; from < pieces.length; from++) {
    const to = lastPieceOfNumber(ctx, pieces, from)
    const [first, last] = [pieces[from], to === undefined ? undefined : pieces[to]]
    if (!first || !last || to === undefined) continue
    masked += (from === 0 ? '' : run.slice(done, first.index)) + maskNumber(last.digits)
    done = last.index + last.digits.length
    from = to
  }
  return masked + run.slice(done)
}

/** Where the longest contact's number that begins with this piece ends; undefined when none begins here. */
function lastPieceOfNumber(ctx: CompanyContext, pieces: readonly { digits: string }[], from: number) {
  let digits = ''
  let found: number | undefined
  const end = pieces.length > piecesMax ? from + 1 : pieces.length
  for (let to = from; to < end; to++) {
    digits += pieces[to]?.digits ?? ''
    const bare = digits.replace(/^0+/, '')
    if (bare.length > digitsMax) break
    if (bare.length >= digitsMin && isNumberOfContact(ctx, bare)) found = to
  }
  return found
}

/** People leave the country out of the numbers of their own. */
function isNumberOfContact(ctx: CompanyContext, digits: string) {
  const keys = digits.length <= 11 ? [phoneKey(digits), phoneKey(`55${digits}`)] : [phoneKey(digits)]
  return keys.some((value) => findContactIdByIdentity(ctx, { scope: 0, kind: 'phone', value }) !== undefined)
}

/** What is stored, where what came back is only how it was shown to somebody from whom numbers are hidden. */
export function unmasked(ctx: CompanyContext, given: string, stored: readonly string[]) {
  return mustMask(ctx) ? (stored.find((text) => maskText(ctx, text) === given) ?? given) : given
}
