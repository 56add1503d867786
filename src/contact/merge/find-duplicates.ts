import { and, asc, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Address } from '../../channel/channel'
import { connectionControl } from '../../connection/running/connection-control'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ContactId } from '../../kernel/ids'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { DuplicateReason, DuplicateView } from '../contact.answers'
import { isPlaceholder } from '../identity/contact-name'
import {
  type ContactRow,
  findContactIdByIdentity,
  getContactRow,
  hasNumberTail,
  listIdentities,
} from '../contact.queries'
import { contactApartTable, contactTable } from '../contact.tables'
import { digitsOf, phoneKey, phoneSpellings } from '../../kernel/text/phone-number'
import { presentContacts } from '../list/present-contact'

/** More share a switchboard. */
const candidatesMax = 20
const tailLength = 8
const wordLengthMin = 3

const { id, name, number, email, isGroup, searchText } = contactTable

const search = (condition: (text: string) => SQL | undefined) =>
  statement((db, of: { text: string; id: ContactId }) =>
    db
      .select({ id, name, number })
      .from(contactTable)
      .where(and(condition(of.text), ne(id, of.id), eq(isGroup, false)))
      .orderBy(asc(id))
      .limit(candidatesMax),
  )

const statements = {
  byTail: search(hasNumberTail),
  byEmail: search((text) => and(ne(email, ''), sql`lower(${email}) = ${text}`)),
  byName: search((text) =>
    and(
      gte(searchText, text),
      sql`${searchText} < ${text} || '!'`,
      sql`${searchText} IN (${text}, ${text} || ' ' || ${number})`,
    ),
  ),
  apart: statement((db, of: { id: ContactId }) =>
    db
      .select()
      .from(contactApartTable)
      .where(or(eq(contactApartTable.oneId, of.id), eq(contactApartTable.otherId, of.id))),
  ),
}

export function findDuplicates(ctx: CompanyContext, id: ContactId): DuplicateView[] {
  const contact = getContactRow(ctx, id)
  if (contact.isGroup) return []
  const pairs = statements.apart.all(ctx, { id })
  const apart = new Set(pairs.map(({ oneId, otherId }) => (oneId === id ? otherId : oneId)))
  const reasons = new Map<ContactId, DuplicateReason>()
  const found = [byAccount, byNumber, byName, byEmail].flatMap((search) => search(ctx, contact))
  for (const [other, reason] of found) {
    if (!apart.has(other) && !reasons.has(other)) reasons.set(other, reason)
  }
  return presentContacts(ctx, [...reasons.keys()]).flatMap((view) => {
    const reason = reasons.get(view.id)
    return reason ? [{ contact: view, reason }] : []
  })
}

type Found = [ContactId, DuplicateReason][]

/** Reported as one before either contact existed. */
function byAccount(ctx: CompanyContext, { id }: ContactRow): Found {
  const connections = connectionControl(ctx)
  const others = listIdentities(ctx, id)
    .flatMap(({ kind, value }): Address[] =>
      kind === 'phone' ? phoneSpellings(value).map((spelt) => ({ kind, value: spelt })) : [{ kind, value }],
    )
    .flatMap((address) => connections.otherNames(ctx, address))
    .flatMap(({ kind, value }) => {
      const key = { scope: 0, kind, value: kind === 'phone' ? phoneKey(value) : value }
      return findContactIdByIdentity(ctx, key) ?? []
    })
  return others.filter((other) => other !== id).map((other) => [other, 'sameAccount'])
}

function byNumber(ctx: CompanyContext, { id, name, number }: ContactRow): Found {
  if (number.length < tailLength) return []
  const candidates = statements.byTail.all(ctx, { text: number.slice(-tailLength), id })
  const same = candidates.filter((other) => wholeNumber(other.number) === wholeNumber(number))
  const alike = candidates.filter((other) => !same.includes(other) && isFirstNameSame(other.name, name))
  return [
    ...same.map((other): Found[number] => [other.id, 'samePhone']),
    ...alike.map((other): Found[number] => [other.id, 'sameNameAndTail']),
  ]
}

/** People omit or add country code and zeros. */
function wholeNumber(number: string) {
  const digits = digitsOf(number).replace(/^0+/, '')
  return phoneKey(digits.length === 10 || digits.length === 11 ? `55${digits}` : digits)
}

function isFirstNameSame(one: string, other: string) {
  const first = firstName(one)
  return first.length >= wordLengthMin && firstName(other) === first
}

const firstName = (name: string) => /\p{L}+/u.exec(foldText(name))?.[0] ?? ''

/** A contact without a number, such as one known by its LID, is compared by name. */
function byName(ctx: CompanyContext, { id, name, number }: ContactRow): Found {
  const plain = foldText(name).trim()
  if (isPlaceholder(name) || !hasSeveralWords(plain)) return []
  return statements.byName
    .all(ctx, { text: plain, id })
    .filter((other) => number === '' || other.number === '')
    .map((other) => [other.id, 'sameName'])
}

/** Consecutive, with letters. */
function hasSeveralWords(text: string) {
  const words = text.split(/\s+/).map((word) => /\p{L}/u.test(word))
  return words.some((isWord, index) => isWord && words[index + 1])
}

function byEmail(ctx: CompanyContext, { id, email }: ContactRow): Found {
  if (email === '') return []
  return statements.byEmail.all(ctx, { text: email.toLowerCase(), id }).map((other) => [other.id, 'sameEmail'])
}
