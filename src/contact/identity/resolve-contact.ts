import type { Address, Party } from '../../channel/channel'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { type ContactRow, findContactIdByIdentity, getContactRow, type IdentityKey, scopeOf } from '../contact.queries'
import { isPlaceholder, isUnnamed, placeholderName } from './contact-name'
import { contactNameMax } from '../contact.contract'
import { cleanName } from '../../kernel/text/name-text.contract'
import { areApart } from '../merge/keep-apart'
import { mergeContacts } from '../merge/merge-contacts'
import { digitsOf, isSamePhone, phoneKey } from '../../kernel/text/phone-number'
import { insertContact, linkIdentity, renameContact } from '../store-contact'

interface ResolveContactOptions {
  connectionId: ConnectionId
  isGroup?: boolean
  isHistory?: boolean
}

/** By any address, or created; merges contacts unless marked as different people. A LID is never a number. */
export function resolveContact(ctx: CompanyContext, party: Party, options: ResolveContactOptions): ContactRow {
  return ctx.transaction(() => {
    const keys = party.addresses.map((address) => identityKey(ctx, address, options.connectionId))
    const ids = keys.map((key) => findContactIdByIdentity(ctx, key))
    const known = [...new Set(ids.filter((id) => id !== undefined))].sort((a, b) => a - b)
    const [oldest, ...younger] = known
    if (oldest === undefined) return createContact(ctx, party, keys, options)
    const one = younger.filter((id) => !areApart(ctx, id, oldest))
    for (const id of one) mergeContacts(ctx, id, oldest)
    link(
      ctx,
      keys.filter((_, index) => ids[index] === undefined),
      oldest,
    )
    const others = younger.filter((id) => !one.includes(id))
    const own = party.addresses.filter((_, index) => !others.includes(ids[index] ?? 0))
    return learn(ctx, getContactRow(ctx, oldest), { ...party, addresses: own })
  })
}

export function learnIdentity(
  ctx: CompanyContext,
  party: Party,
  options: ResolveContactOptions,
): ContactRow | undefined {
  const { connectionId } = options
  const ids = party.addresses.map((address) => findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId)))
  if (ids.every((id) => id === undefined)) return undefined
  return ctx.transaction(() => {
    const contact = resolveContact(ctx, party, options)
    if (ids.includes(undefined)) recordEvent(ctx, 'contact.addressLearned', { contactId: contact.id }, { connectionId })
    return contact
  })
}

export function identityKey(ctx: CompanyContext, { kind, value }: Address, connectionId: ConnectionId): IdentityKey {
  return { scope: scopeOf(ctx, kind, connectionId), kind, value: kind === 'phone' ? phoneKey(value) : value }
}

function createContact(
  ctx: CompanyContext,
  party: Party,
  keys: readonly IdentityKey[],
  options: ResolveContactOptions,
) {
  const { connectionId, isGroup = party.addresses[0].kind === 'group' } = options
  const id = insertContact(ctx, {
    name: profileName(party) || placeholderOf(party),
    number: numberOf(party),
    username: party.username ?? '',
    isGroup,
    connectionId,
    channel: findConnectionFacts(ctx, connectionId)?.channel ?? 'whatsapp',
  })
  link(ctx, keys, id)
  recordEvent(ctx, 'contact.created', { contactId: id }, options.isHistory ? { history: true } : {})
  return getContactRow(ctx, id)
}

function link(ctx: CompanyContext, keys: readonly IdentityKey[], contactId: ContactId) {
  const linked = new Set<string>()
  for (const key of keys) {
    const name = `${key.scope} ${key.kind} ${key.value}`
    if (!linked.has(name)) linkIdentity(ctx, contactId, key)
    linked.add(name)
  }
}

type KnownParty = Pick<Party, 'name' | 'username'> & { addresses: readonly Address[] }

function learn(ctx: CompanyContext, contact: ContactRow, party: KnownParty): ContactRow {
  const known = numberOf(party)
  const number = known && (!contact.number || isSamePhone(known, contact.number)) ? known : contact.number
  const given = profileName(party)
  const name = betterName(contact, given, number)
  const username = party.username || contact.username
  if (name === contact.name && number === contact.number && username === contact.username) return contact
  renameContact(ctx, { id: contact.id, email: contact.email, name, number, username })
  recordEvent(ctx, 'contact.updated', { contactId: contact.id }, {})
  return getContactRow(ctx, contact.id)
}

function betterName(contact: ContactRow, given: string, number: string) {
  const { name, isGroup } = contact
  if (given !== '' && (given === name || isGroup || isUnnamed(contact))) return given
  return name === '' || isPlaceholder(name) ? number || name : name
}

/** Groups store their id as number, as in the specification. */
function numberOf(party: KnownParty) {
  const own = party.addresses.find(({ kind }) => kind === 'phone' || kind === 'group')
  return own ? (own.kind === 'phone' ? digitsOf(own.value) : own.value) : ''
}

function profileName(party: KnownParty) {
  return cleanName((party.name ?? '').slice(0, contactNameMax))
}

function placeholderOf(party: Party) {
  const [first] = party.addresses
  return numberOf(party) || placeholderName(first.value)
}
