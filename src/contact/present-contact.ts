import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import type { ContactId } from '../kernel/ids'
import { mediaUrl } from '../kernel/media-store'
import type { ContactView } from './contact.contract'
import './contact-conversations.port'
import { maskContact, maskText, mustMask } from './mask-number'

interface JoinedContact {
  id: number
  name: string
  number: string
  email: string
  channel: ContactView['channel']
  isGroup: number
  active: number
  disableBot: number
  acceptAudioMessage: number
  lgpdAcceptedAt: number | null
  connectionId: number | null
  connectionName: string | null
  walletUserId: number | null
  walletName: string | null
  pictureKey: string | null
  createdAt: number
  updatedAt: number
}

type TagOfContact = ContactView['tags'][number] & { contactId: number }
type InfoOfContact = ContactView['extraInfo'][number] & { contactId: number }

const statements = perCompany(({ sqlite }) => ({
  contacts: sqlite.prepare<JoinedContact, [string]>(
    `SELECT c.id, c.name, c.number, c.email, c.channel, c.is_group AS isGroup, c.active, c.disable_bot AS disableBot,
       c.accept_audio_message AS acceptAudioMessage, c.lgpd_accepted_at AS lgpdAcceptedAt,
       c.connection_id AS connectionId, n.name AS connectionName, p.key AS pictureKey,
       c.wallet_user_id AS walletUserId, u.name AS walletName,
       c.created_at AS createdAt, c.updated_at AS updatedAt
     FROM json_each(?) asked JOIN contact c ON c.id = asked.value
     LEFT JOIN connection n ON n.id = c.connection_id
     LEFT JOIN media p ON p.id = c.picture_media_id
     LEFT JOIN user u ON u.id = c.wallet_user_id
     ORDER BY asked.key`,
  ),
  tags: sqlite.prepare<TagOfContact, [string]>(
    `SELECT l.contact_id AS contactId, g.id, g.name, g.color FROM json_each(?) asked
     JOIN contact_tag l ON l.contact_id = asked.value JOIN tag g ON g.id = l.tag_id`,
  ),
  infos: sqlite.prepare<InfoOfContact, [string]>(
    `SELECT i.contact_id AS contactId, i.id, i.name, i.value FROM json_each(?) asked
     JOIN contact_extra_info i ON i.contact_id = asked.value ORDER BY i.id`,
  ),
}))

/** The contacts as the interface gets them, in the order asked, with numbers masked from whom they are hidden. */
export function presentContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactView[] {
  if (ids.length === 0) return []
  const asked = JSON.stringify(ids)
  const { contacts, tags, infos } = statements(ctx.company)
  const tagsOf = groupByContact(tags.all(asked))
  const infosOf = groupByContact(infos.all(asked))
  const masked = mustMask(ctx)
  const lastMessages = ctx.company.services.ports.contactConversations.lastMessages(ctx, ids)
  return contacts.all(asked).map((row) => {
    const own = { tags: tagsOf.get(row.id) ?? [], extraInfo: infosOf.get(row.id) ?? [] }
    const lastMessage = lastMessages.get(row.id) ?? ''
    const view = toView(row, { ...own, lastMessage })
    return masked ? { ...maskContactView(ctx, view), lastMessage: maskText(ctx, lastMessage) } : view
  })
}

/** A contact without what was written to it, as everybody hears of it. */
type ContactEvent = Omit<ContactView, 'lastMessage'>

/** The contact as somebody sees it from whom numbers are hidden. */
export function maskContactView<T extends ContactEvent>(ctx: CompanyContext, view: T): T {
  return {
    ...maskContact(ctx, view),
    email: maskText(ctx, view.email),
    extraInfo: view.extraInfo.map((info) => ({ ...info, value: maskText(ctx, info.value) })),
  }
}

/** @throws Refusal ERR_NO_CONTACT_FOUND */
export function presentContact(ctx: CompanyContext, id: ContactId): ContactView {
  return presentContacts(ctx, [id])[0] ?? refuse('ERR_NO_CONTACT_FOUND')
}

function toView(row: JoinedContact, own: Pick<ContactView, 'tags' | 'extraInfo' | 'lastMessage'>): ContactView {
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
