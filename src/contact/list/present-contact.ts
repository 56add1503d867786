import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import { mediaUrl } from '../../kernel/file/media-store'
import type { ContactView } from '../contact.answers'
import { contactCache } from './contact-cache'
import './contact-conversations.port'
import { type JoinedContact, joinContacts, listTagsOfContacts } from './joined-contact.view'
import { maskContact, maskText, mustMask } from '../number/mask-number'

type InfoOfContact = ContactView['extraInfo'][number] & { contactId: number }

const infosOfContacts = perCompany(({ sqlite }) =>
  sqlite.prepare<InfoOfContact, [string]>(
    `SELECT i.contact_id AS contactId, i.id, i.name, i.value FROM json_each(?) requested
     JOIN contact_extra_info i ON i.contact_id = requested.value ORDER BY i.id`,
  ),
)

/** Returns contacts for the interface in the given order, with numbers masked where required. */
export function presentContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactView[] {
  if (ids.length === 0) return []
  const masked = mustMask(ctx)
  const lastMessages = lastMessagesOf(ctx, ids)
  return readContacts(ctx, ids).map((contact) => {
    const view = { ...contact, lastMessage: lastMessages.get(contact.id) ?? '' }
    return masked ? { ...maskContactView(ctx, view), lastMessage: maskText(ctx, view.lastMessage) } : view
  })
}

/** As `presentContacts`, each as JSON. Unchanged contacts are serialized once for all readers of numbers. */
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
  const infosOf = groupByContact(infosOfContacts(ctx.company).all(JSON.stringify(ids)))
  return joinContacts(ctx, ids).map((row) =>
    toView(row, { tags: tagsOf.get(row.id) ?? [], extraInfo: infosOf.get(row.id) ?? [] }),
  )
}

/** A contact in live events, without its last message. */
type ContactEvent = Omit<ContactView, 'lastMessage'>

export function maskContactView<T extends ContactEvent>(ctx: CompanyContext, view: T): T {
  return {
    ...maskContact(ctx, view),
    email: maskText(ctx, view.email),
    extraInfo: view.extraInfo.map((info) => ({ ...info, value: maskText(ctx, info.value) })),
  }
}

export function presentContact(ctx: CompanyContext, id: ContactId): ContactView {
  return presentContacts(ctx, [id])[0] ?? refuse('ERR_NO_CONTACT_FOUND')
}

function toView(row: JoinedContact, own: Pick<ContactView, 'tags' | 'extraInfo'>): ContactEvent {
  const { connectionId, walletUserId } = row
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    channel: row.channel,
    urlPicture: row.pictureKey === null ? '' : mediaUrl(row.pictureKey),
    isGroup: row.isGroup === 1,
    active: row.active === 1,
    disableBot: row.disableBot === 1,
    acceptAudioMessage: row.acceptAudioMessage === 1,
    lgpdAcceptedAt: row.lgpdAcceptedAt === null ? null : new Date(row.lgpdAcceptedAt).toISOString(),
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : { id: connectionId, name: row.connectionName ?? '' },
    walletUserId,
    wallet: walletUserId === null ? null : { id: walletUserId, name: row.walletName ?? '' },
    ...own,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
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
