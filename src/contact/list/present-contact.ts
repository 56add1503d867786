import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import { mediaUrl } from '../../kernel/file/media-store'
import type { ContactView } from '../contact.answers'
import { contactCache } from './contact-cache'
import { contactExtraInfoTable } from '../contact.tables'
import { type JoinedContact, joinContacts, listTagsOfContacts } from './joined-contact.view'
import { maskContact, maskText, mustMask } from '../number/mask-number'

const infosOfContacts = statement((db, { ids }: { ids: readonly ContactId[] }) => {
  const requested = listTable(ids)
  return db
    .select(getTableColumns(contactExtraInfoTable))
    .from(requested.table)
    .innerJoin(contactExtraInfoTable, eq(contactExtraInfoTable.contactId, requested.value))
    .orderBy(asc(contactExtraInfoTable.id))
})

/** Returns contacts in the given order, masked where required. */
export function presentContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactView[] {
  if (ids.length === 0) return []
  const masked = mustMask(ctx)
  const lastMessages = lastMessagesOf(ctx, ids)
  return readContacts(ctx, ids).map((contact) => {
    const view = { ...contact, lastMessage: lastMessages.get(contact.id) ?? '' }
    return masked ? { ...maskContactView(ctx, view), lastMessage: maskText(ctx, view.lastMessage) } : view
  })
}

/** Serialised once for all readers of numbers. */
export function presentContactTexts(ctx: CompanyContext, ids: readonly ContactId[]): string[] {
  const cache = mustMask(ctx) ? undefined : contactCache.open(ctx)
  if (!cache) return presentContacts(ctx, ids).map((contact) => JSON.stringify(contact))
  const missing = ids.filter((id) => cache.get(id) === undefined)
  const read = new Map(readContacts(ctx, missing).map((contact) => [contact.id, openJson(contact)]))
  const lastMessages = lastMessagesOf(ctx, ids)
  const texts = ids.flatMap((id) => {
    const text = cache.get(id) ?? read.get(id)
    return text === undefined ? [] : withMore(text, moreJson({ lastMessage: lastMessages.get(id) ?? '' }))
  })
  for (const [id, text] of read) cache.keep(id, text)
  return texts
}

function lastMessagesOf(ctx: CompanyContext, ids: readonly ContactId[]) {
  return ctx.company.services.ports.contactConversations.lastMessages(ctx, ids)
}

function readContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactEvent[] {
  if (ids.length === 0) return []
  const tagsOf = groupByContact(listTagsOfContacts(ctx, ids))
  const infosOf = groupByContact(infosOfContacts.all(ctx, { ids }))
  return joinContacts(ctx, ids).map((row) =>
    toView(row, { tags: tagsOf.get(row.id) ?? [], extraInfo: infosOf.get(row.id) ?? [] }),
  )
}

type ContactEvent = Omit<ContactView, 'lastMessage'>

export function maskContactView<T extends ContactEvent>(ctx: CompanyContext, view: T): T {
  return {
    ...maskContact(ctx, view),
    username: '',
    email: maskText(ctx, view.email),
    extraInfo: view.extraInfo.map((info) => ({ ...info, value: maskText(ctx, info.value) })),
  }
}

export function presentContact(ctx: CompanyContext, id: ContactId): ContactView {
  return presentContacts(ctx, [id])[0] ?? refuse('ERR_NO_CONTACT_FOUND')
}

function toView(
  { pictureKey, connectionName, walletName, ...row }: JoinedContact,
  own: Pick<ContactView, 'tags' | 'extraInfo'>,
): ContactEvent {
  const { connectionId, walletUserId, ...contact } = row
  return {
    ...contact,
    urlPicture: pictureKey === null ? '' : mediaUrl(pictureKey),
    lgpdAcceptedAt: row.lgpdAcceptedAt?.toISOString() ?? null,
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : { id: connectionId, name: connectionName ?? '' },
    walletUserId,
    wallet: walletUserId === null ? null : { id: walletUserId, name: walletName ?? '' },
    ...own,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function groupByContact<Row extends { contactId: number }>(rows: readonly Row[]) {
  const byContact = new Map<number, Omit<Row, 'contactId'>[]>()
  for (const { contactId, ...rest } of rows) {
    const kept = byContact.get(contactId)
    if (kept) kept.push(rest)
    else byContact.set(contactId, [rest])
  }
  return byContact
}

export interface ContactConversationsPort {
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactConversations: ContactConversationsPort
  }
}
