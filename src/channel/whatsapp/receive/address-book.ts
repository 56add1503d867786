import { areJidsSameUser, type Contact } from '@whiskeysockets/baileys'
import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { perCompany } from '../../../kernel/company/company-files'
import type { ConnectionId } from '../../../kernel/ids'
import type { AddressBookEntry } from '../../channel-driver'
import { addressOf } from './party'
import type { Address } from '../../channel'
import { readRecord, type Sealer } from '../signal/auth-store'
import { lidCategory, reverse } from '../signal/lid-table'

const nameMax = 250
const notedAtOnce = 200

const statements = perCompany(({ sqlite }) => ({
  note: sqlite.prepare<unknown, (string | number)[]>(
    `INSERT INTO whatsapp_address_book (connection_id, kind, value, other, name, has_chat) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET other = iif(excluded.other = '', other, excluded.other),
       name = iif(excluded.name = '', name, excluded.name), has_chat = max(has_chat, excluded.has_chat)`,
  ),
  all: sqlite.prepare<{ kind: 'phone' | 'lid'; value: string; other: string; name: string; hasChat: number }, [number]>(
    `SELECT kind, value, other, name, has_chat AS hasChat FROM whatsapp_address_book WHERE connection_id = ?
     ORDER BY kind DESC, value`,
  ),
  forget: sqlite.prepare<unknown, [number]>('DELETE FROM whatsapp_address_book WHERE connection_id = ?'),
}))

/** A person as named by the account's phone; unsaved contacts have no name. */
type KnownContact = Pick<Contact, 'id' | 'lid' | 'phoneNumber' | 'name'>

/** Stores the phone's contacts in batches. `own`: the jids of the account itself. */
export async function noteAddressBook(
  freshContext: () => CompanyContext,
  connectionId: ConnectionId,
  contacts: readonly KnownContact[],
  { hasChat, own }: { hasChat: boolean; own: readonly (string | undefined)[] },
) {
  const rows = contacts.flatMap(({ id, lid, phoneNumber, name }) => {
    const known = [id, phoneNumber, lid].map(addressOf)
    const phone = known.find((address) => address?.kind === 'phone')
    const lidOf = known.find((address) => address?.kind === 'lid')
    const [first, other] = phone ? [phone, lidOf] : [lidOf, undefined]
    if (!first || addressOf(id)?.kind === 'group' || own.some((jid) => areJidsSameUser(jid, id))) return []
    return [[first.kind, first.value, other?.value ?? '', (name ?? '').slice(0, nameMax), Number(hasChat)] as const]
  })
  if (rows.length === 0) return
  const ctx = freshContext()
  const { note } = statements(ctx.company)
  await inBatches<(typeof rows)[number]>(ctx, {
    next: (_, done) => rows.slice(done, done + notedAtOnce),
    work: (row) => void note.run(connectionId, ...row),
  })
}

export function listAddressBook(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[] {
  const people = new Map<string, AddressBookEntry>()
  const phoneOfLid = new Map<string, string>()
  for (const { kind, value, other, name, hasChat } of statements(ctx.company).all.all(connectionId)) {
    const phone = kind === 'phone' ? value : (phoneOfLid.get(value) ?? '')
    const lid = kind === 'lid' ? value : other
    if (phone && lid) phoneOfLid.set(lid, phone)
    const key = phone || lid
    const known = people.get(key)
    people.set(key, {
      phone,
      lid: lid || (known?.lid ?? ''),
      name: name || (known?.name ?? ''),
      hasChat: hasChat === 1 || (known?.hasChat ?? false),
    })
  }
  return [...people.values()]
}

export function forgetAddressBook(ctx: CompanyContext, connectionId: ConnectionId) {
  statements(ctx.company).forget.run(connectionId)
}

/** Returns the person's other address from this connection's table, without asking the provider. */
export function findOtherName(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { kind, value }: Address,
  sealer: Sealer,
): Address | undefined {
  if (kind !== 'phone' && kind !== 'lid') return undefined
  const id = kind === 'phone' ? value : `${value}${reverse}`
  const other = readRecord(ctx, { connectionId, sealer }, { category: lidCategory, id })
  return typeof other === 'string' ? { kind: kind === 'phone' ? 'lid' : 'phone', value: other } : undefined
}
