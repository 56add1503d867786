import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { findContactIdByIdentity, hasNumberTail, phoneIdentity } from '../contact.queries'
import { contactTable } from '../contact.tables'
import { digitsOf } from '../../kernel/text/phone-number'

interface HiddenNumber {
  start: number
  end: number
  text: string
}

interface Piece {
  digits: string
  start: number
}

/** Digits with the usual punctuation: `+55 (11) 98888-0001`. */
const numberRun = /[+(]{0,2}\d+(?:[\s().+/-]{1,3}\d+)*/g
const digitsMin = 8
const digitsMax = 15
/** Eight digits, or nine starting with 9. */
const localDigitsMax = 9
/** The rest is masked as well: gaps would reveal which exist. */
const numbersMax = 20
/** A longer run is a table, checked piece by piece. */
const piecesMax = 40

const byTail = statement((db, of: { tail: string }) =>
  db.select({ number: contactTable.number }).from(contactTable).where(hasNumberTail(of.tail)),
)

/** However written, in order. Others, such as a CPF, are ignored. */
export function findHiddenNumbers(ctx: CompanyContext, text: string): HiddenNumber[] {
  let numbers = 0
  return [...text.matchAll(numberRun)].flatMap(({ 0: run, index }) => {
    if (digitsOf(run).length < digitsMin) return []
    const pieces = [...run.matchAll(/\d+/g)].map((piece) => ({ digits: piece[0], start: index + piece.index }))
    numbers += countNumbers(pieces)
    return numbers > numbersMax ? allOf(run, index, pieces) : findInPieces(ctx, text, pieces, index)
  })
}

const isTable = (pieces: readonly Piece[]) => pieces.length > piecesMax
const wholeOnes = (pieces: readonly Piece[]) => pieces.filter(({ digits }) => digits.length >= digitsMin)

function countNumbers(pieces: readonly Piece[]) {
  if (isTable(pieces)) return wholeOnes(pieces).length
  return Math.ceil(pieces.reduce((length, { digits }) => length + digits.length, 0) / digitsMax)
}

function allOf(run: string, start: number, pieces: readonly Piece[]): HiddenNumber[] {
  if (!isTable(pieces)) return [{ start, end: start + run.length, text: run }]
  return wholeOnes(pieces).map((piece) => ({
    start: piece.start,
    end: piece.start + piece.digits.length,
    text: piece.digits,
  }))
}

function findInPieces(ctx: CompanyContext, text: string, pieces: readonly Piece[], runStart: number) {
  const found: HiddenNumber[] = []
  for (let from = 0; from < pieces.length; from++) {
    const to = lastPieceOfNumber(ctx, pieces, from)
    const [first, last] = [pieces[from], to === undefined ? undefined : pieces[to]]
    if (!first || !last || to === undefined) continue
    const end = last.start + last.digits.length
    const start = from === 0 ? startOf(text, runStart, first.start, end) : first.start
    found.push({ start, end, text: text.slice(start, end) })
    from = to
  }
  return found
}

/** A parenthesis around the whole does not belong to it. */
function startOf(text: string, runStart: number, firstDigit: number, end: number) {
  if (!text.slice(runStart, firstDigit).includes('(') || text.slice(firstDigit, end).includes(')')) return runStart
  return text[firstDigit - 1] === '+' ? firstDigit - 1 : firstDigit
}

function lastPieceOfNumber(ctx: CompanyContext, pieces: readonly Piece[], from: number) {
  let bare = ''
  let found: number | undefined
  const end = isTable(pieces) ? from + 1 : pieces.length
  for (let to = from; to < end; to++) {
    bare = withoutLeadingZeros(bare, pieces[to]?.digits ?? '')
    if (bare.length > digitsMax) break
    if (bare.length >= digitsMin && isNumberOfContact(ctx, bare)) found = to
  }
  return found
}

function withoutLeadingZeros(bare: string, next: string) {
  return bare === '' ? next.replace(/^0+/, '') : bare + next
}

function isNumberOfContact(ctx: CompanyContext, digits: string) {
  const numbers = digits.length <= 11 ? [digits, `55${digits}`] : [digits]
  return numbers.some((number) => findContactIdByIdentity(ctx, phoneIdentity(number))) || isLocal(ctx, digits)
}

/** Accounts older than the ninth digit lack it. */
function isLocal(ctx: CompanyContext, digits: string) {
  if (digits.length > localDigitsMax) return false
  const isMobile = digits.length === digitsMin || digits.startsWith('9')
  const holders = byTail.all(ctx, { tail: digits.slice(-digitsMin) })
  return holders.some(({ number }) => number.endsWith(digits) || (isMobile && number.startsWith('55')))
}
