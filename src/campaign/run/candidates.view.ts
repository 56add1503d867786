import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { readStored } from '../../kernel/database/stored-json'
import { dayMs } from '../../kernel/time/durations.contract'
import { phoneKey as keyOf } from '../../kernel/text/phone-number'
import { isSuppressed } from '../../suppression/suppression.record'
import { type LeftOutReason, leftOutReasons, unconfirmedReason } from '../campaign.contract'
import type { Campaign, Shipping } from '../campaign.queries'

export type CampaignSource = Pick<Campaign, 'contactListId' | 'tagId' | 'sourceCampaignId'> & {
  /** A stopped campaign, whose recipients are those it still has to write to. */
  continuedId?: number | undefined
}

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

const isFailed = `s.state = 'failed' AND s.reason <> '${unconfirmedReason}'`
const isLeft = `s.state IN ('waiting', 'confirmed')`

const recipientsWhere = (condition: string) =>
  `SELECT s.id, s.contact_id AS contactId, s.name, s.number, s.phone_key AS phoneKey, s.email, s.extra,
     nullif(s.is_checked, 0) AS isValid, coalesce(c.active = 0, 0) AS isBlocked
   FROM campaign_shipping s LEFT JOIN contact c ON c.id = s.contact_id
   WHERE s.campaign_id = ? AND ${condition} AND s.id > ? ORDER BY s.id LIMIT ?`

type Counts = { everyone: number } & Partial<Record<LeftOutReason, number>>

/**
 * Suppressed and blocked contacts are fewer than recipients, so the counts start from them. CROSS JOIN makes SQLite keep this
 * order.
 */
const countRecipients = (condition: string, everyone: string, unconfirmed: string) =>
  `SELECT ${everyone} AS everyone, ${unconfirmed} AS unconfirmed,
     (SELECT count(*) FROM suppression p CROSS JOIN campaign_shipping s ON s.campaign_id = ?1 AND s.phone_key = p.phone_key
       WHERE ${condition}) AS suppressed,
     (SELECT count(*) FROM contact c INDEXED BY contact_blocked
       JOIN campaign_shipping s ON s.contact_id = c.id AND s.campaign_id = ?1
       WHERE c.active = 0 AND ${condition} AND ${isNotSuppressed('s')}) AS blocked
   FROM campaign WHERE id = ?1`

const unconfirmedOf = `(SELECT count(*) FROM campaign_shipping
  WHERE campaign_id = ?1 AND state = 'failed' AND reason = '${unconfirmedReason}')`

const tagged = `c.is_group = 0 AND c.channel = 'whatsapp'`

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
  failed: sqlite.prepare<Candidate, [number, number, number]>(recipientsWhere(isFailed)),
  left: sqlite.prepare<Candidate, [number, number, number]>(recipientsWhere(isLeft)),
  countList: sqlite.prepare<Counts, [number]>(
    `SELECT items AS everyone, s.n AS suppressed, b.n AS blocked, l.invalid - s.invalid - b.invalid AS invalidNumber
     FROM contact_list l,
       (SELECT count(*) AS n, count(*) FILTER (WHERE i.is_valid = 0) AS invalid
         FROM suppression p CROSS JOIN contact_list_item i ON i.list_id = ?1 AND i.phone_key = p.phone_key) s,
       (SELECT count(*) AS n, count(*) FILTER (WHERE i.is_valid = 0) AS invalid
         FROM contact c INDEXED BY contact_blocked
         JOIN contact_identity ci ON ci.contact_id = c.id AND ci.scope = 0 AND ci.kind = 'phone'
         JOIN contact_list_item i ON i.list_id = ?1 AND i.phone_key = ci.value
         WHERE c.active = 0 AND ${isNotSuppressed('i')}) b
     WHERE l.id = ?1`,
  ),
  countTag: sqlite.prepare<Counts, [number]>(
    `WITH suppressed AS (
       SELECT c.id, c.active FROM suppression p
         JOIN contact_identity i ON i.scope = 0 AND i.kind = 'phone' AND i.value = p.phone_key
         JOIN contact_tag t ON t.contact_id = i.contact_id AND t.tag_id = ?1
         JOIN contact c ON c.id = i.contact_id WHERE ${tagged}
       UNION SELECT c.id, c.active FROM suppression p
         JOIN contact c ON c.id = CAST(substr(p.phone_key, 9) AS INTEGER) AND c.number = ''
         JOIN contact_tag t ON t.contact_id = c.id AND t.tag_id = ?1
         WHERE p.phone_key >= 'contact ' AND p.phone_key < 'contact!' AND ${tagged})
     SELECT count(*) AS everyone, (SELECT count(*) FROM suppressed) AS suppressed,
       count(*) FILTER (WHERE c.active = 0) - (SELECT count(*) FROM suppressed WHERE active = 0) AS blocked
     FROM contact_tag t JOIN contact c ON c.id = t.contact_id WHERE t.tag_id = ?1 AND ${tagged}`,
  ),
  countFailed: sqlite.prepare<Counts, [number]>(countRecipients(isFailed, 'failed', unconfirmedOf)),
  countLeft: sqlite.prepare<Counts, [number]>(countRecipients(isLeft, 'waiting + confirmed', '0')),
  lastCapped: sqlite.prepare<{ atMs: number | null }, [number]>(
    `SELECT max(m.created_at) AS atMs FROM campaign_shipping s
       JOIN message m ON m.id = coalesce(s.message_id, s.confirmation_message_id)
     WHERE s.campaign_id = ? AND s.state = 'failed' AND (s.reason = '131049' OR s.reason GLOB '131049 *')`,
  ),
  countUnconfirmed: sqlite.prepare<{ n: number }, [number]>(`SELECT ${unconfirmedOf} AS n`),
}))

/** The candidates after one of them, by id; none without a source. */
export function readCandidates(ctx: CompanyContext, source: CampaignSource, after: number, limit: number): Candidate[] {
  const { list, tag, failed, left } = statements(ctx.company)
  if (source.continuedId !== undefined) return left.all(source.continuedId, after, limit)
  if (source.sourceCampaignId !== null) return failed.all(source.sourceCampaignId, after, limit)
  if (source.contactListId !== null) return list.all(source.contactListId, after, limit)
  return source.tagId === null ? [] : tag.all(source.tagId, after, limit)
}

export const keyOfCandidate = ({ phoneKey, number, contactId }: Candidate) =>
  phoneKey ?? (number === '' ? `contact ${contactId}` : keyOf(number))

/** Returns why the candidate does not receive the campaign, the first of several reasons; "" if nothing is known. */
export function exclusionOf(ctx: CompanyContext, candidate: Candidate): LeftOutReason | '' {
  if (isSuppressed(ctx, keyOfCandidate(candidate))) return 'suppressed'
  if (candidate.isBlocked) return 'blocked'
  return candidate.isValid === 0 ? 'invalidNumber' : ''
}

export type Person = Pick<Shipping, 'name' | 'number' | 'email' | 'extra'>

/** Returns those of the next candidates who may receive the campaign, and the id of the last candidate; undefined after all. */
export function readPeople(ctx: CompanyContext, source: CampaignSource, after: number, limit: number) {
  const candidates = readCandidates(ctx, source, after, limit)
  const people = candidates
    .filter((candidate) => exclusionOf(ctx, candidate) === '')
    .map(({ name, number, email, extra }): Person => ({ name, number, email, extra: readStored(extra) }))
  return { people, last: candidates.length < limit ? undefined : candidates.at(-1)?.id }
}

interface RecipientCounts {
  recipients: number
  /** How many do not receive it, by the reason as in `exclusionOf`. */
  leftOut: { reason: LeftOutReason; count: number }[]
}

/** Counts who would receive the campaign, without those known to have no account or excluded from campaigns. */
export function countCandidates(ctx: CompanyContext, source: CampaignSource): RecipientCounts {
  const counts = countsOf(ctx, source) ?? { everyone: 0 }
  const leftOut = leftOutReasons
    .map((reason) => ({ reason, count: counts[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
  return { recipients: leftOut.reduce((rest, { count }) => rest - count, counts.everyone), leftOut }
}

function countsOf(ctx: CompanyContext, source: CampaignSource): Counts | null {
  const { countList, countTag, countFailed, countLeft } = statements(ctx.company)
  if (source.continuedId !== undefined) return countLeft.get(source.continuedId)
  if (source.sourceCampaignId !== null) return countFailed.get(source.sourceCampaignId)
  if (source.contactListId !== null) return countList.get(source.contactListId)
  return source.tagId === null ? null : countTag.get(source.tagId)
}

/** Returns how many recipients may have received a message that failed. */
export function countUnconfirmed(ctx: CompanyContext, campaignId: number): number {
  return statements(ctx.company).countUnconfirmed.get(campaignId)?.n ?? 0
}

/** When Meta accepts marketing again for those whom it spared. It asks to wait for at least a day. */
export function findRetryTime(ctx: CompanyContext, campaignId: number): Date | null {
  const { atMs = null } = statements(ctx.company).lastCapped.get(campaignId) ?? {}
  return atMs !== null && atMs + dayMs > ctx.now.getTime() ? new Date(atMs + dayMs) : null
}
