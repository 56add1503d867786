import { and, count, eq, gt, gte, inArray, lt, max, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { phoneChannels } from '../../channel/channel-rules.contract'
import { contactExtraInfoTable, contactIdentityTable, contactTable } from '../../contact/contact.tables'
import { contactListItemTable, contactListTable } from '../../contact-list/contact-list.tables'
import { findSendFault } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag, indexedBy, isSame, stored } from '../../kernel/database/expressions'
import { type Query, statement } from '../../kernel/database/statement'
import { readStored } from '../../kernel/untyped-json.contract'
import { dayMs } from '../../kernel/time/durations.contract'
import type { ConnectionId } from '../../kernel/ids'
import { phoneKey as keyOf } from '../../kernel/text/phone-number'
import { messageTable } from '../../message/message.tables'
import { isSuppressed, suppressionTable } from '../../suppression/suppression.record'
import { contactTagTable } from '../../tag/tag.tables'
import { type LeftOutReason, leftOutReasons, unconfirmedReason } from '../campaign.contract'
import type { Campaign, Shipping } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'

export type CampaignSource = Pick<Campaign, 'contactListId' | 'tagId' | 'sourceCampaignId'> & {
  continuedId?: number | undefined
}

export interface Candidate {
  id: number
  contactId: number | null
  name: string
  number: string
  /** Null: derived from the number. */
  phoneKey: string | null
  email: string
  /** Columns or additional information, as JSON. */
  extra: string
  /** Null if unknown. */
  isValid: boolean | null
  isBlocked: boolean
}

const contact = contactTable
const identity = contactIdentityTable
const item = contactListItemTable
const recipient = campaignShippingTable
const suppression = suppressionTable
const tagged = contactTagTable

const isPhone = and(eq(identity.scope, 0), eq(identity.kind, 'phone'))
const isPerson = and(eq(contact.isGroup, false), inArray(contact.channel, phoneChannels))
const isFailed = and(eq(recipient.state, 'failed'), ne(recipient.reason, unconfirmedReason))
const isLeft = inArray(recipient.state, ['waiting', 'confirmed'])
const isBlocked = asFlag(isSame(contact.active, false))

const isNotSuppressed = (db: BunSQLiteDatabase, phoneKey: SQLiteColumn) =>
  notExists(db.select({ id: suppression.id }).from(suppression).where(eq(suppression.phoneKey, phoneKey)))
const numberOf = (query: Query) => sql<number>`${query}`
const invalidItems = sql<number>`count(*) FILTER (WHERE ${item.isValid} = 0)`

type Part = { id: number; after: number; limit: number }
type Of = { id: number }

const recipientsWhere = (condition: SQL | undefined) =>
  statement((db, of: Part) => {
    const { id, contactId, name, number, phoneKey, email, isChecked } = recipient
    const isValid = sql<true | null>`nullif(${isChecked}, 0)`.mapWith(isChecked)
    return db
      .select({ id, contactId, name, number, phoneKey, email, extra: stored(recipient.extra), isValid, isBlocked })
      .from(recipient)
      .leftJoin(contact, eq(contact.id, contactId))
      .where(and(eq(recipient.campaignId, of.id), condition, gt(id, of.after)))
      .orderBy(id)
      .limit(of.limit)
  })

type Counts = { everyone: number } & Partial<Record<LeftOutReason, number>>

/** Suppressed and blocked contacts are fewer; CROSS JOIN keeps this order. */
const countRecipients = (condition: SQL | undefined, everyone: SQL<number>, hasUnconfirmed: boolean) =>
  statement((db, of: Of) => {
    const isOwn = eq(recipient.campaignId, of.id)
    const suppressed = db
      .select({ n: count() })
      .from(suppression)
      .crossJoin(recipient)
      .where(and(isOwn, eq(recipient.phoneKey, suppression.phoneKey), condition))
    const blocked = db
      .select({ n: count() })
      .from(indexedBy(contact, 'contact_blocked'))
      .innerJoin(recipient, and(eq(recipient.contactId, contact.id), isOwn))
      .where(and(eq(contact.active, false), condition, isNotSuppressed(db, recipient.phoneKey)))
    return db
      .select({
        everyone,
        unconfirmed: hasUnconfirmed ? numberOf(unconfirmedOf(db, of)) : sql<number>`0`,
        suppressed: numberOf(suppressed),
        blocked: numberOf(blocked),
      })
      .from(campaignTable)
      .where(eq(campaignTable.id, of.id))
  })

const unconfirmedOf = (db: BunSQLiteDatabase, of: Of) =>
  db
    .select({ n: count() })
    .from(recipient)
    .where(and(eq(recipient.campaignId, of.id), eq(recipient.state, 'failed'), eq(recipient.reason, unconfirmedReason)))

const statements = {
  list: statement((db, of: Part) => {
    const { id, name, number, phoneKey, email, isValid } = item
    const extra = stored(item.extra)
    return db
      .select({ id, contactId: contact.id, name, number, phoneKey, email, extra, isValid, isBlocked })
      .from(indexedBy(item, 'contact_list_item_order'))
      .leftJoin(identity, and(isPhone, eq(identity.value, phoneKey)))
      .leftJoin(contact, eq(contact.id, identity.contactId))
      .where(and(eq(item.listId, of.id), gt(id, of.after)))
      .orderBy(id)
      .limit(of.limit)
  }),
  tag: statement((db, of: Part) => {
    const { id, name, number, email, connectionId } = contact
    const info = contactExtraInfoTable
    const infos = db
      .select({ all: sql`json_group_object(${info.name}, ${info.value})` })
      .from(info)
      .where(eq(info.contactId, id))
    const [phoneKey, extra] = [sql<null>`NULL`, sql<string>`${infos}`]
    const isValid = sql<true | null>`iif(${connectionId} IS NULL, NULL, 1)`.mapWith(Boolean)
    return db
      .select({ id, contactId: id, name, number, phoneKey, email, extra, isValid, isBlocked })
      .from(tagged)
      .innerJoin(contact, eq(id, tagged.contactId))
      .where(and(eq(tagged.tagId, of.id), gt(id, of.after), isPerson))
      .orderBy(id)
      .limit(of.limit)
  }),
  failed: recipientsWhere(isFailed),
  left: recipientsWhere(isLeft),
  countList: statement((db, of: Of) => {
    const suppressed = db
      .select({ n: count().as('suppressed_items'), invalid: invalidItems.as('suppressed_invalid') })
      .from(suppression)
      .crossJoin(item)
      .where(and(eq(item.listId, of.id), eq(item.phoneKey, suppression.phoneKey)))
      .as('suppressed')
    const blocked = db
      .select({ n: count().as('blocked_items'), invalid: invalidItems.as('blocked_invalid') })
      .from(indexedBy(contact, 'contact_blocked'))
      .innerJoin(identity, and(eq(identity.contactId, contact.id), isPhone))
      .innerJoin(item, and(eq(item.listId, of.id), eq(item.phoneKey, identity.value)))
      .where(and(eq(contact.active, false), isNotSuppressed(db, item.phoneKey)))
      .as('blocked')
    const { id, items, invalid } = contactListTable
    return db
      .select({
        everyone: items,
        suppressed: suppressed.n,
        blocked: blocked.n,
        invalidNumber: sql<number>`${invalid} - ${suppressed.invalid} - ${blocked.invalid}`,
      })
      .from(contactListTable)
      .crossJoin(suppressed)
      .crossJoin(blocked)
      .where(eq(id, of.id))
  }),
  countTag: statement((db, of: Of) => {
    const { id, active, number } = contact
    const isTagged = eq(tagged.tagId, of.id)
    const byNumber = db
      .select({ id, active })
      .from(suppression)
      .innerJoin(identity, and(isPhone, eq(identity.value, suppression.phoneKey)))
      .innerJoin(tagged, and(eq(tagged.contactId, identity.contactId), isTagged))
      .innerJoin(contact, eq(id, identity.contactId))
      .where(isPerson)
    // Contacts without a number are suppressed by id.
    const byId = db
      .select({ id, active })
      .from(suppression)
      .innerJoin(contact, and(sql`${id} = CAST(substr(${suppression.phoneKey}, 9) AS INTEGER)`, eq(number, '')))
      .innerJoin(tagged, and(eq(tagged.contactId, id), isTagged))
      .where(and(gte(suppression.phoneKey, 'contact '), lt(suppression.phoneKey, 'contact!'), isPerson))
    const suppressed = db.$with('suppressed').as(byNumber.union(byId))
    const all = db.select({ n: count() }).from(suppressed)
    const blocked = db.select({ n: count() }).from(suppressed).where(eq(suppressed.active, false))
    return db
      .with(suppressed)
      .select({
        everyone: count(),
        suppressed: numberOf(all),
        blocked: sql<number>`count(*) FILTER (WHERE ${active} = 0) - ${blocked}`,
      })
      .from(tagged)
      .innerJoin(contact, eq(id, tagged.contactId))
      .where(and(isTagged, isPerson))
  }),
  countFailed: countRecipients(isFailed, sql`${campaignTable.failed}`, true),
  countLeft: countRecipients(isLeft, sql`${campaignTable.waiting} + ${campaignTable.confirmed}`, false),
  lastFailed: statement((db, of: Of) => {
    const { campaignId, state, reason, messageId, confirmationMessageId } = recipient
    const code = sql<number>`CAST(${reason} AS INTEGER)`
    return db
      .select({ code, at: max(messageTable.createdAt) })
      .from(recipient)
      .innerJoin(messageTable, eq(messageTable.id, sql`coalesce(${messageId}, ${confirmationMessageId})`))
      .where(and(eq(campaignId, of.id), eq(state, 'failed')))
      .groupBy(code)
  }),
  countUnconfirmed: statement(unconfirmedOf),
}

/** None without a source. */
export function readCandidates(ctx: CompanyContext, source: CampaignSource, after: number, limit: number): Candidate[] {
  const { list, tag, failed, left } = statements
  const part = { after, limit }
  if (source.continuedId !== undefined) return left.all(ctx, { id: source.continuedId, ...part })
  if (source.sourceCampaignId !== null) return failed.all(ctx, { id: source.sourceCampaignId, ...part })
  if (source.contactListId !== null) return list.all(ctx, { id: source.contactListId, ...part })
  return source.tagId === null ? [] : tag.all(ctx, { id: source.tagId, ...part })
}

export const keyOfCandidate = ({ phoneKey, number, contactId }: Candidate) =>
  phoneKey ?? (number === '' ? `contact ${contactId}` : keyOf(number))

/** The first of several reasons; "" for none. */
export function exclusionOf(ctx: CompanyContext, candidate: Candidate): LeftOutReason | '' {
  if (isSuppressed(ctx, keyOfCandidate(candidate))) return 'suppressed'
  if (candidate.isBlocked) return 'blocked'
  return candidate.isValid === false ? 'invalidNumber' : ''
}

export type Person = Pick<Shipping, 'name' | 'number' | 'email' | 'extra'>

/** With the id of the last candidate, if there is any. */
export function readPeople(ctx: CompanyContext, source: CampaignSource, after: number, limit: number) {
  const candidates = readCandidates(ctx, source, after, limit)
  const people = candidates
    .filter((candidate) => exclusionOf(ctx, candidate) === '')
    .map(({ name, number, email, extra }): Person => ({ name, number, email, extra: readStored(extra) }))
  return { people, last: candidates.at(-1)?.id }
}

interface RecipientCounts {
  recipients: number
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

function countsOf(ctx: CompanyContext, source: CampaignSource): Counts | undefined {
  const { countList, countTag, countFailed, countLeft } = statements
  if (source.continuedId !== undefined) return countLeft.get(ctx, { id: source.continuedId })
  if (source.sourceCampaignId !== null) return countFailed.get(ctx, { id: source.sourceCampaignId })
  if (source.contactListId !== null) return countList.get(ctx, { id: source.contactListId })
  return source.tagId === null ? undefined : countTag.get(ctx, { id: source.tagId })
}

export function countUnconfirmed(ctx: CompanyContext, campaignId: number): number {
  return statements.countUnconfirmed.get(ctx, { id: campaignId })?.n ?? 0
}

/** Meta asks to wait for at least a day. */
export function findRetryTime(ctx: CompanyContext, id: number, connectionId: ConnectionId | null): Date | null {
  const isCap = (code: number) => connectionId !== null && findSendFault(ctx, connectionId, `${code}`) === 'personCap'
  const capped = statements.lastFailed.all(ctx, { id }).filter(({ code }) => isCap(code))
  const retryAtMs = Math.max(0, ...capped.map(({ at }) => (at?.getTime() ?? 0) + dayMs))
  return retryAtMs > ctx.now.getTime() ? new Date(retryAtMs) : null
}
