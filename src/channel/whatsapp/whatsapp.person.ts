import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { PersonRows } from '../../kernel/person/person-data'
import { inList } from '../../kernel/database/expressions'
import { whatsappAddressBookTable, whatsappKeyTable } from './whatsapp.tables'

const { id } = whatsappKeyTable
const book = whatsappAddressBookTable

/** Sessions, devices and the LID of a number. WhatsApp negotiates anew with whoever writes again. */
const keysOf = (address: string) =>
  or(eq(id, address), sql`${id} GLOB ${`${address}[._:@]*`}`, sql`${id} GLOB ${`*::${address}[:_]*`}`)

export const whatsappPersonRows: readonly PersonRows[] = [
  {
    table: whatsappKeyTable,
    within: { parent: 'connection', column: whatsappKeyTable.connectionId },
    match: ({ addresses }) => or(...addresses.filter((one) => /^\d{6,}$/.test(one)).map(keysOf)),
    erase: 'rows',
    unreadable: 'Keys of encryption.',
  },
  {
    table: book,
    within: { parent: 'connection', column: book.connectionId },
    match: ({ addresses }) =>
      and(inArray(book.kind, ['phone', 'lid']), or(inList(book.value, addresses), inList(book.other, addresses))),
    erase: 'rows',
  },
]
