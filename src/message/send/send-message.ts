import { and, eq, gte, lt } from 'drizzle-orm'
import { fileRuleOf } from '../../channel/channel-files.contract'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { withoutIndex } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { actingUserId } from '../../kernel/company/actor'
import type { ContactId, MessageId, TicketId, UserId } from '../../kernel/ids'
import { type StageFile, withStagedFiles } from '../../kernel/file/media-store'
import type { TemplateChoice } from '../../template/template.contract'
import { hasUnknownVariable } from '../../template/fill-template.contract'
import { prepareTemplate } from '../../template/use-template'
import type { TicketRow } from '../../ticket/ticket.queries'
import { assertSendable, composeMessages, type ComposeOptions, type ContentFile } from '../compose/compose-messages'
import { fillVariables } from '../compose/fill-variables'
import { getMessage } from '../message.queries'
import { messageTable } from '../message.tables'
import { queueMessages } from './queue-message'
import { getWritableTicket } from './writable-ticket'
import { getContactRow } from '../../contact/contact.queries'
import { queueReadMarks } from '../outbox/outbound-change'

interface Outgoing {
  texts?: readonly string[]
  files?: readonly File[]
  voiceNote?: boolean
  quotedMessageId?: MessageId | null
  isPrivate?: boolean
  sign?: boolean
  cardContactId?: ContactId | null
  isForwarded?: boolean
  mentions?: readonly number[]
  template?: TemplateChoice | undefined
  clientId?: string
}

export async function sendMessage(ctx: CompanyContext, ticketId: TicketId, outgoing: Outgoing): Promise<MessageId[]> {
  const ticket = getWritableTicket(ctx, ticketId, outgoing)
  assertNotEmpty(outgoing)
  const template = templateOf(ctx, ticket, outgoing)
  assertSendable(ctx, ticket, { files: outgoing.files, special: cardOf(ctx, outgoing), template }, outgoing)
  const repeated = findRepeated(ctx, ticketId, outgoing.clientId)
  if (repeated.length > 0) return repeated
  const sent = await withStagedFiles(ctx, async (stage) => {
    const files = await stageFiles(stage, outgoing)
    if (!outgoing.isPrivate) assertAccepted(ticket.channel, files)
    // The ticket may have changed while files were written.
    return queue(ctx, files.length > 0 ? getWritableTicket(ctx, ticketId, outgoing) : ticket, outgoing, files)
  })
  if (sent.length > 0) return sent
  // A parallel request may have finished meanwhile.
  const concurrent = findRepeated(ctx, ticketId, outgoing.clientId)
  return concurrent.length > 0 ? concurrent : refuse('ERR_CREATING_MESSAGE')
}

/** What the provider would refuse later. @throws Refusal ERR_FILE_TOO_LARGE, ERR_FILE_TYPE */
function assertAccepted(channel: TicketRow['channel'], files: readonly ContentFile[]) {
  for (const file of files) {
    const { way, bytesMax } = fileRuleOf(channel, file)
    if (way === 'refused') refuse('ERR_FILE_TYPE')
    if (file.size > bytesMax) refuse('ERR_FILE_TOO_LARGE', { body: { fileBytesMax: bytesMax } })
  }
}

function queue(ctx: CompanyContext, ticket: TicketRow, outgoing: Outgoing, files: readonly ContentFile[]) {
  return ctx.transaction(() => {
    const template = templateOf(ctx, ticket, outgoing)
    const content = template ? { template, files } : { texts: textsOf(outgoing), files, special: cardOf(ctx, outgoing) }
    const messages = composeMessages(ctx, ticket, content, optionsOf(ctx, ticket, outgoing))
    // Variables without a value can leave an empty text.
    if (messages.length === 0) refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
    const ids = queueMessages(ctx, ticket, messages, { clientId: outgoing.clientId, picked: outgoing.mentions })
    if (ids.length > 0 && !outgoing.isPrivate) queueReadMarks(ctx, ticket)
    return ids
  })
}

/** @throws Refusal as `prepareTemplate`, and ERR_CHANNEL_CANNOT */
function templateOf(ctx: CompanyContext, ticket: TicketRow, { template, files = [], isPrivate }: Outgoing) {
  if (!template) return undefined
  if (isPrivate || !channelRules[ticket.channel].templates) refuse('ERR_CHANNEL_CANNOT')
  if (ticket.connectionId === null) refuse('ERR_WAPP_NOT_INITIALIZED')
  if (files.length > 1) refuse('ERR_INVALID_INPUT', { fields: { medias: 'tooMany' } })
  const values = Object.entries(template.values).map(([key, typed]) => {
    const filled = fillVariables(ctx, typed, ticket.id)
    if (hasUnknownVariable(typed, filled)) {
      refuse('ERR_INVALID_INPUT', { fields: { [`values.${key}`]: 'unknownVariable' } })
    }
    return [key, filled]
  })
  return prepareTemplate(ctx, ticket.connectionId, { ...template, values: Object.fromEntries(values) }, files[0])
}

function assertNotEmpty({ texts = [], files = [], cardContactId, template }: Outgoing) {
  if (template) return

  const hasText = texts.some((text) => text.trim() !== '')
  if (!hasText && files.length === 0 && !cardContactId) refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
}

/** Clients send a recording's file name as its text. */
function textsOf({ texts = [], files = [] }: Outgoing) {
  return texts.map((text, index) => (text === files[index]?.name && files[index].type.startsWith('audio/') ? '' : text))
}

function cardOf(ctx: CompanyContext, { cardContactId }: Outgoing) {
  if (!cardContactId) return undefined
  const card = contactCard(ctx, cardContactId)
  return { body: card.name, contacts: [card] }
}

function optionsOf(ctx: CompanyContext, ticket: TicketRow, outgoing: Outgoing): ComposeOptions {
  const { isPrivate, isForwarded, quotedMessageId, sign } = outgoing
  const signedBy = sign ? actingUserId(ctx.actor) : null
  return { isPrivate, isForwarded, signedBy, quotedMessageId: quotedIn(ctx, ticket, quotedMessageId) }
}

const repeated = statement((db, of: { clientId: string; end: string; userId: UserId; ticketId: TicketId }) => {
  const { id, clientId, userId, ticketId } = messageTable
  // A range uses the index, unlike LIKE.
  const isNear = and(gte(clientId, of.clientId), lt(clientId, of.end))
  return db
    .select({ id, clientId })
    .from(messageTable)
    .where(and(isNear, eq(withoutIndex(userId), of.userId), eq(withoutIndex(ticketId), of.ticketId)))
    .orderBy(id)
})

function findRepeated(ctx: CompanyContext, ticketId: TicketId, clientId: string | undefined): MessageId[] {
  if (!clientId || ctx.actor.kind !== 'user') return []
  return repeated
    .all(ctx, { clientId, end: `${clientId}/`, userId: ctx.actor.userId, ticketId })
    .filter((row) => row.clientId === clientId || row.clientId?.startsWith(`${clientId}.`))
    .map(({ id }) => id)
}

async function stageFiles(stage: StageFile, { files = [], voiceNote }: Outgoing): Promise<ContentFile[]> {
  const staged: ContentFile[] = []
  for (const file of files) {
    const one = await stage(file, file.name, file.type)
    staged.push(voiceNote && one.type.startsWith('audio/') ? { ...one, voiceNote } : one)
  }
  return staged
}

/** A quoted message must belong to the same conversation. Otherwise another contact would see it. */
function quotedIn(ctx: CompanyContext, ticket: TicketRow, quotedMessageId: MessageId | null | undefined) {
  if (!quotedMessageId) return null
  const quoted = getMessage(ctx, quotedMessageId)
  const same = quoted.ticket.contactId === ticket.contactId && quoted.ticket.connectionId === ticket.connectionId
  return same ? quoted.message.id : refuse('ERR_NO_MESSAGE_FOUND')
}

/** vCard 3.0 (RFC 2426). @throws Refusal ERR_WAPP_INVALID_CONTACT when it has no number */
function contactCard(ctx: CompanyContext, id: ContactId) {
  const { name, number, isGroup } = getContactRow(ctx, id)
  if (isGroup || !number) refuse('ERR_WAPP_INVALID_CONTACT')
  const text = escapeText(name)
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${text};;;`,
    `FN:${text}`,
    `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
  return { name, vcard }
}

/** A line break in a name would add lines to the card. */
function escapeText(text: string) {
  const oneLine = text.replace(/\s+/g, (space) => (/[\r\n\u2028\u2029]/.test(space) ? ' ' : space))
  return oneLine.replace(/[\\,;]/g, '\\$&')
}
