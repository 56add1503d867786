import { getTableName } from 'drizzle-orm'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { listContactsOfNumber } from '../contact/contact.person'
import type { ContactRow } from '../contact/contact.queries'
import { createTurns } from '../kernel/company/batches'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import type { CompanyId, ContactId } from '../kernel/ids'
import { messagesOf } from './archive/write-tables'
import { writeArchive } from './archive/write-archive'
import type { Platform } from '../platform/platform'
import { noteExport } from './archive/send-archive'
import { beginErasure, erasePerson } from './erase/erase-person'
import { findErasure } from './erase/find-erasure'
import { listPersonOf } from './find-person'
import { conditionsOf, listPersonRows } from './person-rows'

export interface PersonOfNumber {
  companyId: CompanyId
  number: string
}

/** The contacts of a number on all channels, and with a number of its own spelling. Undefined for none. */
export async function findPeople(platform: Platform, { companyId, number }: PersonOfNumber) {
  const ctx = createContext(await platform.files.ready(companyId))
  return contactsOf(ctx, number)
}

export const findPeopleNow = ({ files }: Platform, { companyId, number }: PersonOfNumber) =>
  contactsOf(createContext(files.use(companyId)), number)

const contactsOf = (ctx: CompanyContext, number: string): ContactRow[] =>
  listContactsOfNumber(ctx, number).filter(({ id }) => !findErasure(ctx, id))

export interface ArchiveWritten {
  contactIds: ContactId[]
  path: string
  bytes: number
  messages: number
}

/** Writes one archive of all contacts. An aborted or failed one is removed. @throws Error EEXIST */
export async function writePersonArchive(
  platform: Platform,
  companyId: CompanyId,
  contacts: readonly ContactRow[],
  { to, progress, signal }: { to: string; progress(messages: number): void; signal: AbortSignal },
): Promise<ArchiveWritten> {
  const unpin = platform.files.pin(companyId)
  const contactIds = contacts.map(({ id }) => id)
  const ctx = createContext(platform.files.use(companyId))
  const file = await open(to, 'wx', 0o600)
  let [bytes, messages, isWritten] = [0, 0, false]
  try {
    for (const id of contactIds) noteExport(platform, ctx, id)
    for await (const part of writeArchive(ctx, contactIds)) {
      signal.throwIfAborted()
      await file.write(part.bytes)
      bytes += part.bytes.length
      messages = part.messages
      progress(messages)
    }
    isWritten = true
  } finally {
    await file.close()
    if (!isWritten) rmSync(to, { force: true })
    unpin()
  }
  return { contactIds, path: to, bytes, messages }
}

/** Rows by table, of what an erasure would delete or make anonymous. */
export async function countPersonRows(platform: Platform, companyId: CompanyId, contacts: readonly ContactRow[]) {
  const ctx = createContext(platform.files.use(companyId))
  const turn = createTurns()
  const counts: Record<string, number> = {}
  for (const contact of contacts) {
    const person = await listPersonOf(ctx, contact, turn)
    for (const rows of listPersonRows(ctx)) {
      for (const some of rows.of === 'message' ? messagesOf(ctx, person) : [person]) {
        for (const condition of conditionsOf(ctx, rows, some)) {
          const found = ctx.db.$count(rows.table, condition)
          const table = getTableName(rows.table)
          counts[table] = (counts[table] ?? 0) + (await found)
          await turn()
        }
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}

export async function erasePeople(
  platform: Platform,
  companyId: CompanyId,
  contacts: readonly ContactRow[],
  progress: (table: string) => void,
): Promise<ContactId[]> {
  const unpin = platform.files.pin(companyId)
  const fresh = () => createContext(platform.files.use(companyId))
  try {
    // All first, so that each is known to be erased, whatever happens.
    for (const contact of contacts) beginErasure(platform, fresh(), contact)
    for (const { id } of contacts) await erasePerson(fresh, id, progress)
  } finally {
    unpin()
  }
  return contacts.map(({ id }) => id)
}
