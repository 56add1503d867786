import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { actingUserId } from '../kernel/actor'
import type { ContactId, MessageId, TicketId } from '../kernel/ids'
import { discardFiles, stageFile } from '../kernel/media-store'
import type { TicketRow } from '../ticket/ticket.queries'
import { assertSendable, composeMessages, type ComposeOptions, type ContentFile } from './compose-messages'
import { contactCard } from './contact-card'
import { queueReadMarks } from './mark-conversation-read'
import { getMessage } from './message.queries'
import { queueMessages } from './queue-message'
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

/**
 * A person writes on a ticket: stored and shown at once, sent afterwards. Answers with the messages made, at least one a file;
 * the same ones when the client repeats itself.
 * @throws Refusal as `getWritableTicket` and `assertSendable`
 */
export async function sendMessage(ctx: CompanyContext, ticketId: TicketId, outgoing: Outgoing): Promise<MessageId[]> {
  const ticket = getWritableTicket(ctx, ticketId, outgoing)
  assertNotEmpty(outgoing)
  assertSendable(ctx, ticket, { files: outgoing.files, special: cardOf(ctx, outgoing) }, outgoing)
  const repeated = findRepeated(ctx, ticketId, outgoing.clientId)
  if (repeated.length > 0) return repeated
  const files = await stageFiles(ctx, outgoing)
  let sent: MessageId[] = []
  try {
    sent = queue(ctx, ticketId, outgoing, files)
  } finally {
    if (sent.length === 0) await discardFiles(ctx, files)
  }
  if (sent.length > 0) return sent
  // Another request of the same client's id was quicker while the files were being written.
  const quicker = findRepeated(ctx, ticketId, outgoing.clientId)
  return quicker.length > 0 ? quicker : refuse('ERR_CREATING_MESSAGE')
}

function queue(ctx: CompanyContext, ticketId: TicketId, outgoing: Outgoing, files: readonly ContentFile[]) {
  return ctx.transaction(() => {
    const ticket = getWritableTicket(ctx, ticketId, outgoing)
    const content = { texts: textsOf(outgoing), files, special: cardOf(ctx, outgoing) }
    const messages = composeMessages(ctx, ticket, content, optionsOf(ctx, ticket, outgoing))
    // Variables without a value can leave nothing to say.
    if (messages.length === 0) refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
    const ids = queueMessages(ctx, ticket, messages, outgoing.clientId)
    if (ids.length > 0 && !outgoing.isPrivate) queueReadMarks(ctx, ticket)
    return ids
  })
}

function assertNotEmpty({ texts = [], files = [], cardContactId }: Outgoing) {
  const hasText = texts.some((text) => text.trim() !== '')
  if (!hasText && files.length === 0 && !cardContactId) refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
}

/** Clients give a recording without words its file's name as text, which nobody means to say. */
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

async function stageFiles(ctx: CompanyContext, { files = [], voiceNote }: Outgoing): Promise<ContentFile[]> {
  const staged: ContentFile[] = []
  for (const file of files) {
    const one = await stageFile(ctx, file, file.name, file.type)
    staged.push(voiceNote && one.type.startsWith('audio/') ? { ...one, voiceNote } : one)
  }
  return staged
}

/** A quoted message must be one of this very conversation, or another contact would be shown it. */
function quotedIn(ctx: CompanyContext, ticket: TicketRow, quotedMessageId: MessageId | null | undefined) {
  if (!quotedMessageId) return null
  const quoted = getMessage(ctx, quotedMessageId)
  const same = quoted.ticket.contactId === ticket.contactId && quoted.ticket.connectionId === ticket.connectionId
  return same ? quoted.message.id : refuse('ERR_NO_MESSAGE_FOUND')
}
