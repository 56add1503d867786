import type { Address } from '../../channel/channel'
import { connectionControl } from '../../connection/running/connection-control'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId } from '../../kernel/ids'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { DuplicateReason, DuplicateView } from '../contact.answers'
import { isPlaceholder } from '../identity/contact-name'
import { type ContactRow, findContactIdByIdentity, getContactRow, listIdentities } from '../contact.queries'
import { digitsOf, phoneKey, phoneSpellings } from '../../kernel/text/phone-number'
import { presentContacts } from '../list/present-contact'

type Candidate = Pick<ContactRow, 'id' | 'name' | 'number'>

/** More candidates share a switchboard rather than being duplicates. */
const candidatesMax = 20
const tailLength = 8
const wordLengthMin = 3

const statements = perCompany(({ sqlite }) => {
  // Repeats the conditions of the partial indexes exactly, otherwise SQLite would not use them.
  const columns = 'SELECT id, name, number FROM contact'
  return {
    byTail: sqlite.prepare<Candidate, [string, number]>(
      `${columns} WHERE is_group = 0 AND length(number) >= 8 AND substr(number, -8) = ? AND id <> ? ORDER BY id
       LIMIT ${candidatesMax}`,
    ),
    byEmail: sqlite.prepare<Candidate, [string, number]>(
      `${columns} WHERE email <> '' AND lower(email) = ? AND id <> ? AND is_group = 0 ORDER BY id LIMIT ${candidatesMax}`,
    ),
    byName: sqlite.prepare<Candidate, [string, number]>(
      `${columns} WHERE search_text >= ?1 AND search_text < ?1 || '!' AND id <> ?2 AND is_group = 0
         AND search_text IN (?1, ?1 || ' ' || number) ORDER BY id LIMIT ${candidatesMax}`,
    ),
    apart: sqlite.prepare<{ id: number }, [number]>(
      'SELECT other_id AS id FROM contact_apart WHERE one_id = ?1 UNION SELECT one_id FROM contact_apart WHERE other_id = ?1',
    ),
  }
})

export function findDuplicates(ctx: CompanyContext, id: ContactId): DuplicateView[] {
  const contact = getContactRow(ctx, id)
  if (contact.isGroup) return []
  const apart = new Set(
    statements(ctx.company)
      .apart.all(id)
      .map((row) => row.id),
  )
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

/** The provider may have reported a number and a LID as one account before either contact existed. */
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
  const candidates = statements(ctx.company).byTail.all(number.slice(-tailLength), id)
  const same = candidates.filter((other) => wholeNumber(other.number) === wholeNumber(number))
  const alike = candidates.filter((other) => !same.includes(other) && isFirstNameSame(other.name, name))
  return [
    ...same.map((other): Found[number] => [other.id, 'samePhone']),
    ...alike.map((other): Found[number] => [other.id, 'sameNameAndTail']),
  ]
}

/** Normalises the country code and zeros before the area code, which people omit or add. */
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
  return statements(ctx.company)
    .byName.all(plain, id)
    .filter((other) => number === '' || other.number === '')
    .map((other) => [other.id, 'sameName'])
}

/** Whether the text has two consecutive words with letters. */
function hasSeveralWords(text: string) {
  const words = text.split(/\s+/).map((word) => /\p{L}/u.test(word))
  return words.some((isWord, index) => isWord && words[index + 1])
}

function byEmail(ctx: CompanyContext, { id, email }: ContactRow): Found {
  if (email === '') return []
  return statements(ctx.company)
    .byEmail.all(email.toLowerCase(), id)
    .map((other) => [other.id, 'sameEmail'])
}
