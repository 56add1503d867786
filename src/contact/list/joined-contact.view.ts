import type { WatchedTable } from '../../kernel/database/changed-rows'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId } from '../../kernel/ids'
import type { ContactView } from '../contact.answers'

// Joined, because lists, searches and live events show pages of contacts with connection, owner and tags.

export interface JoinedContact {
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

export const contactSources: readonly WatchedTable[] = [
  { table: 'contact', noted: { kind: 'contact', id: 'id' } },
  { table: 'contact_tag', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'contact_extra_info', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'tag', columns: ['name', 'color'] },
  { table: 'user', columns: ['name'] },
  { table: 'connection', columns: ['name'] },
  { table: 'media', columns: ['key'] },
]

type TagOfContact = ContactView['tags'][number] & { contactId: number }
const statements = perCompany(({ sqlite }) => ({
  contacts: sqlite.prepare<JoinedContact, [string]>(
    `SELECT c.id, c.name, c.number, c.email, c.channel, c.is_group AS isGroup, c.active, c.disable_bot AS disableBot,
       c.accept_audio_message AS acceptAudioMessage, c.lgpd_accepted_at AS lgpdAcceptedAt,
       c.connection_id AS connectionId, n.name AS connectionName, p.key AS pictureKey,
       c.wallet_user_id AS walletUserId, u.name AS walletName,
       c.created_at AS createdAt, c.updated_at AS updatedAt
     FROM json_each(?) requested JOIN contact c ON c.id = requested.value
     LEFT JOIN connection n ON n.id = c.connection_id
     LEFT JOIN media p ON p.id = c.picture_media_id
     LEFT JOIN user u ON u.id = c.wallet_user_id
     ORDER BY requested.key`,
  ),
  tags: sqlite.prepare<TagOfContact, [string]>(
    `SELECT l.contact_id AS contactId, g.id, g.name, g.color FROM json_each(?) requested
     JOIN contact_tag l ON l.contact_id = requested.value JOIN tag g ON g.id = l.tag_id`,
  ),
}))

export function joinContacts(ctx: CompanyContext, ids: readonly ContactId[]): JoinedContact[] {
  return statements(ctx.company).contacts.all(JSON.stringify(ids))
}

export function listTagsOfContacts(ctx: CompanyContext, ids: readonly ContactId[]): TagOfContact[] {
  return statements(ctx.company).tags.all(JSON.stringify(ids))
}
