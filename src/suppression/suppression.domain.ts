import { and, asc, count, eq, gt, or, sql } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { reaction, recordEvent } from '../kernel/event/event-log'
import { pageSize } from '../kernel/http/request-parts'
import { presentEach } from '../kernel/live/live'
import type { Domain } from '../platform/domain'
import { forgetErasedNumber } from './erased-number'
import { suppressionPerson } from './suppression.person'
import type { ListSuppressionsQuery } from './suppression.contract'
import { addSuppression, suppressionRecords, suppressionTable, suppress } from './suppression.record'
import type { Party } from '../channel/channel'
import type { NoticeEffect } from '../channel/channel-provider'
import { findSendFault } from '../connection/connection.queries'
import { findContactIdByIdentity, findContactRow } from '../contact/contact.queries'
import { identityKey } from '../contact/identity/resolve-contact'
import { phoneKey } from '../kernel/text/phone-number'
import type { ConnectionId, ContactId, MessageId } from '../kernel/ids'
import { findMessageRow } from '../message/message.queries'
import { findTicketRow } from '../ticket/ticket.queries'

const suppressions = suppressionRecords.answering({
  'GET /suppressions': ({ ctx, query }) => listSuppressions(ctx, query),
  'POST /suppressions': ({ ctx, body }) => suppressionRecords.present(ctx, addSuppression(ctx, body)),
})

export const suppressionDomain = {
  name: 'suppression',
  records: [suppressions],
  reactions: [
    reaction('message.delivered', (ctx, { messageId, ticketId, data }) => {
      if (data.ack < 0) noteRefusedMarketing(ctx, messageId, ticketId)
    }),
  ],
  presenters: [
    presentEach({
      'suppressions.imported': (_, { number }) => [
        { topics: ['admin'], event: 'suppressions', number, data: { action: 'reload' } },
      ],
    }),
  ],
  ports: { providerNotices: [noteMarketingPreference] },
  person: suppressionPerson,
} satisfies Domain

/** Returns suppressed contacts by name. A page starts after the one in `after`, else at its number. */
function listSuppressions(ctx: CompanyContext, { searchParam, pageNumber, after }: ListSuppressionsQuery) {
  const { id, searchText } = suppressionTable
  const found = or(
    ...readContactSearch(searchParam).map((words) =>
      and(...words.map((word) => sql`instr(${searchText}, ${word}) > 0`)),
    ),
  )
  const last = after === undefined ? undefined : suppressionRecords.find(ctx, after)
  const follows = last && or(gt(searchText, last.searchText), and(eq(searchText, last.searchText), gt(id, last.id)))
  const rows = ctx.db
    .select()
    .from(suppressionTable)
    .where(and(found, follows))
    .orderBy(asc(searchText), asc(id))
    .limit(pageSize + 1)
    .offset(last ? 0 : (pageNumber - 1) * pageSize)
    .all()
  const [all] = ctx.db.select({ n: count() }).from(suppressionTable).where(found).all()
  return {
    records: rows.slice(0, pageSize).map((row) => suppressionRecords.present(ctx, row)),
    hasMore: rows.length > pageSize,
    count: all?.n ?? 0,
  }
}

interface Person {
  name: string
  number: string
  phoneKey: string
}

function noteMarketingPreference(ctx: CompanyContext, { connectionId, marketing }: NoticeEffect) {
  const person = marketing && personOf(ctx, connectionId, marketing.party)
  if (!person) return
  if (marketing.isWanted) resume(ctx, person)
  else suppress(ctx, { ...person, source: 'optOut' })
}

/** They may have stopped marketing before the subscription. */
function noteRefusedMarketing(ctx: CompanyContext, messageId: MessageId, ticketId: number | undefined) {
  const { connectionId, sendError } = findMessageRow(ctx, messageId) ?? {}
  if (ticketId === undefined || !connectionId || !sendError) return
  if (findSendFault(ctx, connectionId, sendError) !== 'personStopped') return
  const contactId = findTicketRow(ctx, ticketId)?.contactId
  const person = contactId && personOfContact(ctx, contactId)
  if (person) suppress(ctx, { ...person, source: 'optOut' })
}

/** Whom an admin added stays. */
function resume(ctx: CompanyContext, { name, number, phoneKey: key }: Person) {
  forgetErasedNumber(ctx, key)
  const asked = and(eq(suppressionTable.phoneKey, key), eq(suppressionTable.source, 'optOut'))
  const [gone] = ctx.db.delete(suppressionTable).where(asked).returning({ id: suppressionTable.id }).all()
  if (gone) recordEvent(ctx, 'suppression.deleted', {}, { suppressionId: gone.id, name: name || number })
}

function personOf(ctx: CompanyContext, connectionId: ConnectionId, { addresses }: Party): Person | undefined {
  for (const address of addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId))
    if (contactId) return personOfContact(ctx, contactId)
  }
  const number = addresses.find(({ kind }) => kind === 'phone')?.value
  return number === undefined ? undefined : { name: '', number, phoneKey: phoneKey(number) }
}

function personOfContact(ctx: CompanyContext, contactId: ContactId): Person | undefined {
  const contact = findContactRow(ctx, contactId)
  if (!contact) return undefined
  const { name, number } = contact
  return { name, number, phoneKey: number === '' ? `contact ${contactId}` : phoneKey(number) }
}
