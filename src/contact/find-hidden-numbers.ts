import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { findContactIdByIdentity } from './contact.queries'
import { digitsOf, phoneKey } from './phone-number'

/** Where in a text a contact's number stands. */
export interface HiddenNumber {
  start: number
  end: number
  /** As it is written there. */
  text: string
}

interface Piece {
  digits: string
  start: number
}

/** Digits with what people write between them: `+55 (11) 98888-0001`. */
const numberRun = /[+(]{0,2}\d+(?:[\s().+/-]{1,3}\d+)*/g
const digitsMin = 8
const digitsMax = 15
/** Without country and area a number has eight digits, or nine where a mobile's begin with a 9. */
const localDigitsMax = 9
/** A text with more numbers than this hides the rest as well, whoever's they are: which are masked would tell whose exist. */
const numbersMax = 20
/** A run of more pieces than this is a table rather than a number; its pieces are still looked at one by one. */
const piecesMax = 40

const statements = perCompany(({ sqlite }) => ({
  // Word for word the condition of the partial index, without which SQLite would not use it.
  byTail: sqlite.prepare<{ number: string }, [string]>(
    'SELECT number FROM contact WHERE is_group = 0 AND length(number) >= 8 AND substr(number, -8) = ?',
  ),
}))

/**
 * The numbers of the company's contacts that stand in a text, however they are written, with country and area or without,
 * in their order. Other digits, such as a CPF or an order, are none.
 */
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

/** How many numbers a run may hold, at least. */
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

/** A plus and the parenthesis around the area are of the number; one around the whole of it is not. */
function startOf(text: string, runStart: number, firstDigit: number, end: number) {
  if (!text.slice(runStart, firstDigit).includes('(') || text.slice(firstDigit, end).includes(')')) return runStart
  return text[firstDigit - 1] === '+' ? firstDigit - 1 : firstDigit
}

/** Where the longest contact's number that begins with this piece ends; undefined when none begins here. */
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

/** The digits so far and the next ones. Zeros in front are of no number, however many there are. */
function withoutLeadingZeros(bare: string, next: string) {
  return bare === '' ? next.replace(/^0+/, '') : bare + next
}

/** People leave the country out of the numbers of their own, and the area among neighbours. */
function isNumberOfContact(ctx: CompanyContext, digits: string) {
  const keys = digits.length <= 11 ? [phoneKey(digits), phoneKey(`55${digits}`)] : [phoneKey(digits)]
  return keys.some((value) => findContactIdByIdentity(ctx, { scope: 0, kind: 'phone', value })) || isLocal(ctx, digits)
}

/** Accounts older than the ninth digit are kept without it. */
function isLocal(ctx: CompanyContext, digits: string) {
  if (digits.length > localDigitsMax) return false
  const isMobile = digits.length === digitsMin || digits.startsWith('9')
  const holders = statements(ctx.company).byTail.all(digits.slice(-digitsMin))
  return holders.some(({ number }) => number.endsWith(digits) || (isMobile && number.startsWith('55')))
}
