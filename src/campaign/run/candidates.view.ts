import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { readStored } from '../../kernel/database/stored-json'
import { phoneKey as keyOf } from '../../contact/number/phone-number'
import { isSuppressed } from '../../suppression/suppress'
import { unconfirmedReason } from '../campaign.contract'
import type { Campaign, Shipping } from '../campaign.queries'

export type CampaignSource = Pick<Campaign, 'contactListId' | 'tagId' | 'sourceCampaignId'>

export interface Candidate {
  /** Orders the candidates of one source. */
  id: number
  contactId: number | null
  name: string
  number: string
  /** Null if it must be derived from the number. */
  phoneKey: string | null
  email: string
  /** Columns of the spreadsheet, or the contact's additional information, as JSON. */
  extra: string
  /** Whether the number has an account; null if unknown. */
  isValid: 0 | 1 | null
  isBlocked: 0 | 1
}

const phoneOf = (
  key: string,
) => `LEFT JOIN contact_identity ci ON ci.scope = 0 AND ci.kind = 'phone' AND ci.value = ${key}
   LEFT JOIN contact c ON c.id = ci.contact_id`

const isNotSuppressed = (alias: string) =>
  `NOT EXISTS (SELECT 1 FROM suppression p WHERE p.phone_key = ${alias}.phone_key)`

const statements = perCompany(({ sqlite }) => ({
  list: sqlite.prepare<Candidate, [number, number, number]>(
    `SELECT i.id, c.id AS contactId, i.name, i.number, i.phone_key AS phoneKey, i.email, i.extra, i.is_valid AS isValid,
       coalesce(c.active = 0, 0) AS isBlocked
     FROM contact_list_item i INDEXED BY contact_list_item_order ${phoneOf('i.phone_key')}
     WHERE i.list_id = ? AND i.id > ? ORDER BY i.id LIMIT ?`,
  ),
  tag: sqlite.prepare<Candidate, [number, number, number]>(
    `SELECT c.id, c.id AS contactId, c.name, c.number, NULL AS phoneKey, c.email,
       (SELECT json_group_object(e.name, e.value) FROM contact_extra_info e WHERE e.contact_id = c.id) AS extra,
       iif(c.connection_id IS NULL, NULL, 1) AS isValid, c.active = 0 AS isBlocked
     FROM contact_tag t JOIN contact c ON c.id = t.contact_id
     WHERE t.tag_id = ? AND c.id > ? AND c.is_group = 0 AND c.channel = 'whatsapp' ORDER BY c.id LIMIT ?`,
  ),
  failed: sqlite.prepare<Candidate, [number, number, number]>(
    `SELECT s.id, s.contact_id AS contactId, s.name, s.number, s.phone_key AS phoneKey, s.email, s.extra,
       nullif(s.is_checked, 0) AS isValid, coalesce(c.active = 0, 0) AS isBlocked
     FROM campaign_shipping s LEFT JOIN contact c ON c.id = s.contact_id
     WHERE s.campaign_id = ? AND s.state = 'failed' AND s.reason <> '${unconfirmedReason}' AND s.id > ?
     ORDER BY s.id LIMIT ?`,
  ),
  // Both start from the suppressed and from the blocked contacts, who are fewer than a list's.
  countList: sqlite.prepare<{ n: number }, [number]>(
    `SELECT items - invalid - (SELECT count(*) FROM suppression s JOIN contact_list_item i
         ON i.list_id = ?1 AND i.phone_key = s.phone_key AND i.is_valid IS NOT 0)
       - (SELECT count(*) FROM contact c INDEXED BY contact_blocked
         JOIN contact_identity ci ON ci.contact_id = c.id AND ci.scope = 0 AND ci.kind = 'phone'
         JOIN contact_list_item i ON i.list_id = ?1 AND i.phone_key = ci.value AND i.is_valid IS NOT 0
         WHERE c.active = 0 AND ${isNotSuppressed('i')}) AS n
     FROM contact_list WHERE id = ?1`,
  ),
  countExcludedFailed: sqlite.prepare<{ n: number }, [number]>(
    `SELECT (SELECT count(*) FROM suppression p JOIN campaign_shipping s ON s.campaign_id = ?1 AND s.phone_key = p.phone_key
         WHERE s.state = 'failed' AND s.reason <> '${unconfirmedReason}')
       + (SELECT count(*) FROM contact c INDEXED BY contact_blocked
         JOIN campaign_shipping s ON s.contact_id = c.id AND s.campaign_id = ?1
         WHERE c.active = 0 AND s.state = 'failed' AND s.reason <> '${unconfirmedReason}' AND ${isNotSuppressed('s')}) AS n`,
  ),
  countTag: sqlite.prepare<{ n: number }, [number]>(
    `SELECT (SELECT count(*) FROM contact_tag t JOIN contact c ON c.id = t.contact_id
         WHERE t.tag_id = ?1 AND c.is_group = 0 AND c.active = 1 AND c.channel = 'whatsapp')
       - (SELECT count(DISTINCT c.id) FROM suppression s
         JOIN contact_identity i ON i.scope = 0 AND i.kind = 'phone' AND i.value = s.phone_key
         JOIN contact_tag t ON t.contact_id = i.contact_id AND t.tag_id = ?1
         JOIN contact c ON c.id = i.contact_id AND c.is_group = 0 AND c.active = 1 AND c.channel = 'whatsapp') AS n`,
  ),
  countUnconfirmed: sqlite.prepare<{ n: number }, [number]>(
    `SELECT count(*) AS n FROM campaign_shipping
     WHERE campaign_id = ? AND state = 'failed' AND reason = '${unconfirmedReason}'`,
  ),
  countFailed: sqlite.prepare<{ n: number }, [number]>('SELECT failed AS n FROM campaign WHERE id = ?'),
}))

/** The candidates after one of them, by id; none without a source. */
export function readCandidates(ctx: CompanyContext, source: CampaignSource, after: number, limit: number): Candidate[] {
  const { list, tag, failed } = statements(ctx.company)
  if (source.sourceCampaignId !== null) return failed.all(source.sourceCampaignId, after, limit)
  if (source.contactListId !== null) return list.all(source.contactListId, after, limit)
  return source.tagId === null ? [] : tag.all(source.tagId, after, limit)
}

export type Person = Pick<Shipping, 'name' | 'number' | 'email' | 'extra'>

/** Returns those of the next candidates who may receive the campaign, and the id of the last candidate; undefined after all. */
export function readPeople(ctx: CompanyContext, source: CampaignSource, after: number, limit: number) {
  const candidates = readCandidates(ctx, source, after, limit)
  const people = candidates
    .filter(({ isValid, isBlocked }) => isValid !== 0 && isBlocked === 0)
    .filter(({ phoneKey, number }) => !isSuppressed(ctx, phoneKey ?? keyOf(number)))
    .map(({ name, number, email, extra }): Person => ({ name, number, email, extra: readStored(extra) }))
  return { people, last: candidates.length < limit ? undefined : candidates.at(-1)?.id }
}

/** Returns their number, without those known to have no account or excluded from campaigns. */
export function countCandidates(ctx: CompanyContext, source: CampaignSource): number {
  const { countList, countTag, countFailed, countExcludedFailed } = statements(ctx.company)
  const { sourceCampaignId: id } = source
  if (id !== null) {
    const failed = countFailed.get(id)?.n ?? 0
    return failed - countUnconfirmed(ctx, id) - (countExcludedFailed.get(id)?.n ?? 0)
  }
  if (source.contactListId !== null) return countList.get(source.contactListId)?.n ?? 0
  return source.tagId === null ? 0 : (countTag.get(source.tagId)?.n ?? 0)
}

/** Returns how many recipients may have received a message that failed. */
export function countUnconfirmed(ctx: CompanyContext, campaignId: number): number {
  return statements(ctx.company).countUnconfirmed.get(campaignId)?.n ?? 0
}
