import { areJidsSameUser } from '@whiskeysockets/baileys'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { excluded } from '../../../kernel/database/expressions'
import { statement } from '../../../kernel/database/statement'
import type { ConnectionId } from '../../../kernel/ids'
import type { AddressBookEntry } from '../../channel-driver'
import { addressOf } from './normalise'
import type { Address } from '../../channel'
import type { KnownContact } from '../line/line-calls'
import type { Sealer } from '../signal/sealed-records'
import { readRecord } from '../signal/stored-records'
import { lidCategory, reverse } from './payload'
import { whatsappAddressBookTable } from '../whatsapp.tables'

const nameMax = 250
const notedAtOnce = 200

const { connectionId, kind, value, other, name, hasChat } = whatsappAddressBookTable

type Entry = typeof whatsappAddressBookTable.$inferSelect

const known = (column: typeof other | typeof name) => sql`iif(${excluded(column)} = '', ${column}, ${excluded(column)})`

const statements = {
  note: statement((db, of: Entry) =>
    db
      .insert(whatsappAddressBookTable)
      .values({
        connectionId: of.connectionId,
        kind: of.kind,
        value: of.value,
        other: of.other,
        name: of.name,
        hasChat: of.hasChat,
      })
      .onConflictDoUpdate({
        target: [connectionId, kind, value],
        set: { other: known(other), name: known(name), hasChat: sql`max(${hasChat}, ${excluded(hasChat)})` },
      }),
  ),
  list: statement((db, of: Pick<Entry, 'connectionId'>) =>
    db.select().from(whatsappAddressBookTable).where(eq(connectionId, of.connectionId)).orderBy(desc(kind), asc(value)),
  ),
  removeAll: statement((db, of: Pick<Entry, 'connectionId'>) =>
    db.delete(whatsappAddressBookTable).where(eq(connectionId, of.connectionId)),
  ),
}

export async function noteAddressBook(
  freshContext: () => CompanyContext,
  connectionId: ConnectionId,
  contacts: readonly KnownContact[],
  { hasChat, own }: { hasChat: boolean; own: readonly (string | undefined)[] },
) {
  const rows = contacts.flatMap(({ id, lid, phoneNumber, name }): Entry[] => {
    const known = [id, phoneNumber, lid].map(addressOf)
    const phone = known.find((address) => address?.kind === 'phone')
    const lidOf = known.find((address) => address?.kind === 'lid')
    const [first, other] = phone ? [phone, lidOf] : [lidOf, undefined]
    if (!first || addressOf(id)?.kind === 'group' || own.some((jid) => areJidsSameUser(jid, id))) return []
    const named = { other: other?.value ?? '', name: (name ?? '').slice(0, nameMax) }
    return [{ connectionId, kind: phone ? 'phone' : 'lid', value: first.value, ...named, hasChat }]
  })
  const ctx = freshContext()
  await inBatches<Entry>(ctx, {
    next: (_, done) => rows.slice(done, done + notedAtOnce),
    work: (row) => void statements.note.run(ctx, row),
  })
}

export function listAddressBook(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[] {
  const people = new Map<string, AddressBookEntry>()
  const phoneOfLid = new Map<string, string>()
  for (const { kind, value, other, name, hasChat } of statements.list.all(ctx, { connectionId })) {
    const phone = kind === 'phone' ? value : (phoneOfLid.get(value) ?? '')
    const lid = kind === 'lid' ? value : other
    if (phone && lid) phoneOfLid.set(lid, phone)
    const key = phone || lid
    const known = people.get(key)
    people.set(key, {
      phone,
      lid: lid || (known?.lid ?? ''),
      name: name || (known?.name ?? ''),
      hasChat: hasChat || (known?.hasChat ?? false),
    })
  }
  return [...people.values()]
}

export function forgetAddressBook(ctx: CompanyContext, connectionId: ConnectionId) {
  statements.removeAll.run(ctx, { connectionId })
}

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
