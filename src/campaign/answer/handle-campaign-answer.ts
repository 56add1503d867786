import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { ContactRow } from '../../contact/contact.queries'
import { phoneKey } from '../../kernel/text/phone-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { pick } from '../../kernel/typed-object.contract'
import { findMessageRow, type MessageRow } from '../../message/message.queries'
import { findOutreachKey } from '../../message/send/send-outreach'
import { suppress } from '../../suppression/suppression.record'
import { acknowledgementKey, acknowledgeLater } from './acknowledge-opt-out'
import { answerHours } from '../campaign.contract'
import { announceProgress } from '../campaign.live'
import { campaignShippingTable, campaignTable } from '../campaign.tables'
import { campaignKey } from '../run/send-to-recipient'
import { lastOutgoingMessage } from './last-outgoing.view'
import type { CampaignAnswer } from './read-answer.contract'
import { wakeCampaign } from '../run/wake-campaign'

interface GivenAnswer {
  contact: ContactRow
  connectionId: ConnectionId
  answer: CampaignAnswer
  quotedMessageId: MessageId | null
  onlySilent?: boolean
  onlyLast?: boolean
  /** Only if the very last message is a campaign's, because the words are used for other things, too. */
  isAmbiguous?: boolean
  /** An earlier message of the contact that says this now. */
  editedMessageId?: MessageId
}

const asideMax = 20

const shipping = campaignShippingTable
const { id, campaignId, contactId, state, messageId, confirmationMessageId, answeredAt } = shipping
const { openTicket, connectionId, status } = campaignTable

const ofCampaign = eq(campaignTable.id, campaignId)
const lastMessageId = sql<MessageId>`max(ifnull(${messageId}, 0), ifnull(${confirmationMessageId}, 0))`
const sent = pick(shipping, 'id', 'campaignId', 'name', 'number', 'phoneKey')

const recipientsFrom = (db: BunSQLiteDatabase) =>
  db
    .select({ ...sent, openTicket, messageId: lastMessageId })
    .from(shipping)
    .innerJoin(campaignTable, ofCampaign)

type OfContact = { contactId: ContactId; connectionId: ConnectionId }

const isOf = (of: OfContact) => and(eq(contactId, of.contactId), eq(connectionId, of.connectionId))

const statements = {
  // A contact is a recipient of few campaigns.
  asked: statement((db, of: OfContact) =>
    recipientsFrom(db)
      .where(and(isOf(of), eq(state, 'asked'), eq(status, 'EM_ANDAMENTO')))
      .orderBy(desc(confirmationMessageId))
      .limit(1),
  ),
  byMessage: statement((db, of: { messageId: MessageId }) =>
    recipientsFrom(db).where(or(eq(messageId, of.messageId), eq(confirmationMessageId, of.messageId))),
  ),
  written: statement((db, of: OfContact) => recipientsFrom(db).where(isOf(of)).orderBy(desc(lastMessageId)).limit(1)),
  confirm: statement((db, of: { id: number; at: Date }) =>
    db
      .update(shipping)
      .set({ state: 'confirmed', confirmedAt: of.at })
      .where(and(eq(id, of.id), eq(state, 'asked'))),
  ),
  exclude: statement((db, of: { id: number; reason: string }) =>
    db
      .update(shipping)
      .set({ state: 'excluded', reason: of.reason })
      .where(and(eq(id, of.id), inArray(state, ['waiting', 'asked', 'confirmed']))),
  ),
  note: statement((db, of: { id: number; at: Date; optedOutAt: Date | null }) =>
    db
      .update(shipping)
      .set({
        answeredAt: sql`coalesce(${answeredAt}, ${of.at})`,
        optedOutAt: sql`coalesce(${shipping.optedOutAt}, ${of.optedOutAt})`,
      })
      .where(eq(id, of.id)),
  ),
  recipient: statement((db, of: { contactId: ContactId }) =>
    db.select({ id }).from(shipping).where(eq(contactId, of.contactId)).limit(1),
  ),
  noteLast: statement((db, of: OfContact & { at: Date }) => {
    const last = db
      .select({ id })
      .from(shipping)
      .innerJoin(campaignTable, ofCampaign)
      .where(and(isOf(of), ne(state, 'failed'), isNotNull(sql`coalesce(${messageId}, ${confirmationMessageId})`)))
      .orderBy(desc(lastMessageId))
      .limit(1)
    return db
      .update(shipping)
      .set({ answeredAt: of.at })
      .where(and(isNull(answeredAt), eq(id, sql`${last}`)))
      .returning({ campaignId })
  }),
}

type Recipient = NonNullable<ReturnType<typeof statements.asked.get>>

/** Yes and no answer a running request; leaving also the last campaign, or a recent one without a user's message since. */
export function handleCampaignAnswer(ctx: CompanyContext, given: GivenAnswer): boolean {
  const { contact, connectionId, answer, quotedMessageId, onlySilent, onlyLast, isAmbiguous } = given
  const request = statements.asked.get(ctx, { contactId: contact.id, connectionId })
  const isNeeded = onlyLast || isAmbiguous || quotedMessageId !== null || (answer === 'optOut' && !request)
  const answered = isNeeded ? findAnswered(ctx, given) : undefined
  if (isNeeded && !answered) return false
  const recipient = request ?? (answer === 'optOut' ? answered?.recipient : undefined)
  if (answer !== 'optOut' && !recipient) return false
  if (onlySilent && recipient?.openTicket) return false
  ctx.transaction(() => {
    if (answer === 'optOut') leave(ctx, given, recipient)
    if (!recipient) return
    const { id, campaignId } = recipient
    statements.note.run(ctx, { id, at: ctx.now, optedOutAt: answer === 'optOut' ? ctx.now : null })
    if (answer === 'yes') statements.confirm.run(ctx, { id, at: ctx.now })
    else statements.exclude.run(ctx, { id, reason: answer === 'no' ? 'declined' : 'optOut' })
    announceProgress(ctx, campaignId)
    wakeCampaign(ctx, campaignId)
  })
  return true
}

/** Whatever it says, to the last campaign. */
export function noteAnswer(ctx: CompanyContext, contactId: ContactId, messageId: MessageId) {
  // Most contacts have received none.
  const isRecipient = statements.recipient.get(ctx, { contactId }) !== undefined
  const connectionId = isRecipient ? findMessageRow(ctx, messageId)?.connectionId : undefined
  const noted = connectionId ? statements.noteLast.get(ctx, { contactId, connectionId, at: ctx.now }) : undefined
  if (noted) announceProgress(ctx, noted.campaignId)
}

function leave(ctx: CompanyContext, { contact, connectionId }: GivenAnswer, recipient: Recipient | undefined) {
  const { name, number } = recipient ?? contact
  const key = recipient?.phoneKey ?? (number === '' ? `contact ${contact.id}` : phoneKey(number))
  const suppression = suppress(ctx, { name, number, phoneKey: key, source: 'optOut' })
  if (suppression) acknowledgeLater(ctx, suppression.id, { contactId: contact.id, connectionId })
}

/** The quoted message, else the last. A deleted campaign has no recipients. */
function findAnswered(ctx: CompanyContext, given: GivenAnswer): { recipient: Recipient | undefined } | undefined {
  const { quotedMessageId, onlyLast, isAmbiguous } = given
  const message = quotedMessageId === null ? lastQuestion(ctx, given) : findMessageRow(ctx, quotedMessageId)
  if (!message) return undefined
  const recipient = statements.byMessage.get(ctx, { messageId: message.id })
  if (recipient || isOfCampaign(findOutreachKey(ctx, message))) return { recipient }
  const recent = onlyLast || isAmbiguous || quotedMessageId !== null ? undefined : findRecent(ctx, given)
  return recent && { recipient: recent }
}

/** Passes over schedules and API clients, which only inform. */
function lastQuestion(ctx: CompanyContext, given: GivenAnswer): MessageRow | undefined {
  const { contact, connectionId, isAmbiguous, editedMessageId } = given
  let message: MessageRow | undefined
  for (let passed = 0; passed <= asideMax; passed++) {
    const id = lastOutgoingMessage(ctx, contact.id, connectionId, { before: message?.id ?? editedMessageId })
    message = id === undefined ? undefined : findMessageRow(ctx, id)
    const key = message && findOutreachKey(ctx, message)
    if (isAmbiguous || key === undefined || isOfCampaign(key)) return message
  }
  return message
}

const isOfCampaign = (key = '') => key.startsWith(campaignKey) || key.startsWith(acknowledgementKey)

/** No user has written since. */
function findRecent(ctx: CompanyContext, { contact, connectionId }: GivenAnswer): Recipient | undefined {
  const recipient = statements.written.get(ctx, { contactId: contact.id, connectionId })
  const message = recipient && findMessageRow(ctx, recipient.messageId)
  const ofUser = lastOutgoingMessage(ctx, contact.id, connectionId, { from: 'ofUsers' }) ?? 0
  if (!message || ofUser > message.id) return undefined
  return ctx.now.getTime() - message.createdAt.getTime() < answerHours * hourMs ? recipient : undefined
}
