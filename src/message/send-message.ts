import { signText } from './signature.contract'
import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { ContactId, MessageId, TicketId } from '../kernel/ids'
import { discardFiles, stageFile, type StagedFile } from '../kernel/media-store'
import { isSettingEnabled } from '../setting/setting.queries'
import type { TicketRow } from '../ticket/ticket.queries'
import { assertChannelCan, assertReplyWindow } from './assert-channel'
import { contactCard } from './contact-card'
import { fillVariables } from './fill-variables'
import { queueReadMarks } from './mark-conversation-read'
import type { MediaType } from './message.contract'
import { getMessage } from './message.queries'
import { type Draft, queueMessage } from './queue-message'
import { getWritableTicket } from './writable-ticket'

export interface Outgoing {
  /** With files, their captions in order; a single text captions the first. */
  texts?: readonly string[]
  files?: readonly File[]
  voiceNote?: boolean
  quotedMessageId?: MessageId | null
  isPrivate?: boolean
  /** Puts the acting person's name in bold before the text, where the company allows it. */
  sign?: boolean
  /** Sends this contact as a card. */
  cardContactId?: ContactId | null
  isForwarded?: boolean
  clientId?: string
}

type StagedDraft = StagedFile & { voiceNote?: boolean }

/**
 * A person writes on a ticket: stored and shown at once, sent afterwards. Answers with the messages made, one a file; the
 * same ones when the client repeats itself.
 * @throws Refusal ERR_FILE_TOO_LARGE, ERR_CHANNEL_CANNOT, and as `getWritableTicket`
 */
export async function sendMessage(ctx: CompanyContext, ticketId: TicketId, outgoing: Outgoing): Promise<MessageId[]> {
  const ticket = getWritableTicket(ctx, ticketId, outgoing)
  assertSendable(ctx, ticket, outgoing)
  const repeated = findRepeated(ctx, ticketId, outgoing.clientId)
  if (repeated.length > 0) return repeated
  const files = await stageFiles(ctx, outgoing)
  let sent: MessageId[] = []
  try {
    sent = queueDrafts(ctx, ticketId, outgoing, files)
  } finally {
    if (sent.length === 0) await discardFiles(ctx, files)
  }
  if (sent.length > 0) return sent
  // Another request of the same client's id was quicker while the files were being written.
  const quicker = findRepeated(ctx, ticketId, outgoing.clientId)
  return quicker.length > 0 ? quicker : refuse('ERR_CREATING_MESSAGE')
}

function queueDrafts(ctx: CompanyContext, ticketId: TicketId, outgoing: Outgoing, files: readonly StagedDraft[]) {
  return ctx.transaction(() => {
    const ticket = getWritableTicket(ctx, ticketId, outgoing)
    const drafts = draftsOf(ctx, ticket, outgoing, files)
    const ids: MessageId[] = []
    for (const [index, draft] of drafts.entries()) {
      const clientId = outgoing.clientId && (index === 0 ? outgoing.clientId : `${outgoing.clientId}.${index}`)
      const id = queueMessage(ctx, ticket, { ...draft, clientId })
      if (id === undefined) return ids
      ids.push(id)
    }
    if (!outgoing.isPrivate) queueReadMarks(ctx, ticket)
    return ids
  })
}

function assertSendable(ctx: CompanyContext, ticket: TicketRow, outgoing: Outgoing) {
  const { texts, files, cardContactId, isPrivate, quotedMessageId } = outgoing
  const hasText = (texts ?? []).some((text) => text.trim() !== '')
  if (!hasText && !files?.length && !cardContactId) refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
  if (!isPrivate) assertReplyWindow(ctx, ticket)
  if (cardContactId) assertChannelCan(ticket.channel, 'contactCard')
  if (quotedMessageId && !isPrivate) assertChannelCan(ticket.channel, 'quote')
  const most = channelRules[ticket.channel].fileBytesMax
  if (files?.some((file) => file.size > most)) refuse('ERR_FILE_TOO_LARGE', { body: { fileBytesMax: most } })
  if (files?.some((file) => file.size === 0)) refuse('ERR_INVALID_INPUT', { fields: { medias: 'empty' } })
}

function findRepeated(ctx: CompanyContext, ticketId: TicketId, clientId: string | undefined): MessageId[] {
  if (!clientId || ctx.actor.kind !== 'user') return []
  return ctx.company.sqlite
    .query<{ id: number; clientId: string }, [string, string, number, number]>(
      // A range, unlike a pattern, is found by the index; what it brings besides is left out below. The plus keeps SQLite
      // from reading the whole ticket instead.
      `SELECT id, client_id AS clientId FROM message
       WHERE client_id >= ? AND client_id < ? AND +user_id = ? AND +ticket_id = ? ORDER BY id`,
    )
    .all(clientId, `${clientId}/`, ctx.actor.userId, ticketId)
    .filter((row) => row.clientId === clientId || row.clientId.startsWith(`${clientId}.`))
    .map(({ id }) => id)
}

async function stageFiles(ctx: CompanyContext, { files = [], voiceNote }: Outgoing): Promise<StagedDraft[]> {
  const staged: StagedDraft[] = []
  for (const file of files) {
    const one = await stageFile(ctx, file, file.name, file.type)
    staged.push(voiceNote && one.type.startsWith('audio/') ? { ...one, voiceNote } : one)
  }
  return staged
}

function draftsOf(ctx: CompanyContext, ticket: TicketRow, outgoing: Outgoing, files: readonly StagedDraft[]): Draft[] {
  const { texts = [], quotedMessageId, isPrivate, isForwarded, cardContactId } = outgoing
  const shared = { isPrivate, isForwarded, quotedMessageId: quotedIn(ctx, ticket, quotedMessageId) }
  const drafts: Draft[] = files.map((file, index) => {
    const mediaType = mediaTypeOf(file.type)
    return {
      ...shared,
      file,
      mediaType,
      body: mediaType === 'audio' ? '' : botTexts(ctx, ticket, outgoing, texts[index]),
    }
  })
  if (cardContactId) {
    const card = contactCard(ctx, cardContactId)
    drafts.push({ ...shared, mediaType: 'contactMessage', body: card.name, data: { contacts: [card] } })
  }
  const body = botTexts(ctx, ticket, outgoing, texts[0])
  // A recording carries no caption, so words that come with one follow it; nothing typed is ever dropped.
  const isUncaptioned =
    drafts.length === 0 || drafts[0]?.mediaType === 'audio' || (!!cardContactId && files.length === 0)
  if (body !== '' && isUncaptioned && texts[0] !== files[0]?.name) drafts.push({ ...shared, body })
  return drafts
}

function botTexts(ctx: CompanyContext, ticket: TicketRow, { sign, isPrivate }: Outgoing, typed = '') {
  if (typed.trim() === '') return ''
  if (isPrivate) return typed
  const words = fillVariables(ctx, typed, ticket.id)
  const signs = sign && ctx.actor.kind === 'user' && isSettingEnabled(ctx, 'sendSignMessage')
  return signs && ctx.actor.kind === 'user' ? signText(ctx.actor.name, words) : words
}

/** A quoted message must be one of this very conversation, or another contact would be shown it. */
function quotedIn(ctx: CompanyContext, ticket: TicketRow, quotedMessageId: MessageId | null | undefined) {
  if (!quotedMessageId) return null
  const quoted = getMessage(ctx, quotedMessageId)
  const same = quoted.ticket.contactId === ticket.contactId && quoted.ticket.connectionId === ticket.connectionId
  return same ? quoted.message.id : refuse('ERR_NO_MESSAGE_FOUND')
}

export function mediaTypeOf(type: string): MediaType {
  const family = type.split('/')[0]
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'application'
}
