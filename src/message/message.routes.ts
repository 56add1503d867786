import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { required, refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import type { MessageId, ContactId, TicketId } from '../kernel/ids'
import { presentContact } from '../contact/list/present-contact'
import { countMessages } from './list/count-messages'
import { deleteMessage } from './change/delete-message'
import { editMessage } from './change/edit-message'
import { forwardMessage } from './send/forward-message'
import { listMessages } from './list/list-messages'
import { listColleagues } from './mention/mentions'
import { messageCalls } from './message.calls'
import { presentMessage, presentMessages } from './list/present-message.view'
import { reactToMessage } from './change/react-to-message'
import { sendMessage } from './send/send-message'
import { createContact } from '../contact/contact.commands'
import { findContactByNumber } from '../contact/contact.queries'
import { cleanName } from '../kernel/text/name-text.contract'
import { deletedMessagesOf, type DeletedMessages, getTicket } from '../ticket/ticket.queries'
import { getMessage } from './message.queries'
import { numbersOf } from './compose/vcard.contract'
import { eq, and, desc, ne } from 'drizzle-orm'
import { moveToNumber } from '../contact/number/move-to-number'
import { recordEvent } from '../kernel/event/event-log'
import { messageTable } from './message.tables'
import { maskText } from '../contact/number/mask-number'
import { inList } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { foldText } from '../kernel/text/fold-text.contract'
import { searchWords } from '../kernel/text/search-words.contract'
import { listConversationTickets } from './list/message-reach'
import type { ConversationHits } from './message.answers'
import { isVisible } from './search/search-messages'
import { channelRules } from '../channel/channel-rules.contract'
import { canChangeTicket } from '../ticket/ticket.policy'
import { assertReplyWindow } from './compose/compose-messages'
import { outboxWake } from './outbox/outbound-change'
import { newProviderId } from './send/queue-message'
import { assertContactReachable } from './send/writable-ticket'
import { mustMask } from '../setting/setting.queries'
import { getMessageTrace } from './trace/message-trace.view'
import { recordStep } from './trace/record-step'

const answer = (ctx: CompanyContext, messageId: MessageId) =>
  required(presentMessage(ctx, messageId), 'ERR_NO_MESSAGE_FOUND')

export function messageRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'messages' }).use(guard)
  return answerCalls(app, messageCalls, {
    'GET /messages/:id': ({ ctx, params, query }) => listMessages(ctx, params.id, query),
    'GET /messages/:id/search': ({ ctx, params, query }) => searchConversation(ctx, params.id, query.text),
    'GET /messages/:id/colleagues': ({ ctx, params }) => listColleagues(ctx, params.id),
    'GET /messages/:id/trace': ({ ctx, params }) => getMessageTrace(ctx, params.id),
    'POST /messages/:id': async ({ ctx, params, body }) => {
      const ids = await sendMessage(ctx, params.id, {
        texts: body.body,
        files: body.medias,
        voiceNote: body.voiceNote,
        quotedMessageId: body.quotedMsg?.id,
        isPrivate: body.isPrivate,
        sign: body.sign,
        cardContactId: body.vCard?.id,
        mentions: body.mentions,
        template: body.template,
        clientId: body.clientId,
      })
      return { messages: presentMessages(ctx, ids) }
    },
    'POST /messages/edit/:id': ({ ctx, params, body }) => {
      editMessage(ctx, params.id, body.body, body.mentions)
      return answer(ctx, params.id)
    },
    'DELETE /messages/:id': ({ ctx, params }) => {
      deleteMessage(ctx, params.id)
      return answer(ctx, params.id)
    },
    'POST /messages/:id/reaction': ({ ctx, params, body }) => {
      reactToMessage(ctx, params.id, body.emoji)
      return answer(ctx, params.id)
    },
    'POST /messages/:id/resend': ({ ctx, params }) => {
      resendMessage(ctx, params.id)
      return answer(ctx, params.id)
    },
    'POST /messages/:id/number': ({ ctx, params }) => {
      continueWithNumber(ctx, params.id)
      return answer(ctx, params.id)
    },
    'POST /messages/:id/cards/:index/contact': ({ ctx, params }) =>
      presentContact(ctx, getContactOfCard(ctx, params.id, params.index)),
    'POST /message/forward': ({ ctx, body }) => answer(ctx, forwardMessage(ctx, body)),
    'GET /messages-allMe': ({ ctx, query }) => countMessages(ctx, query),
  })
}

const nameMin = 2
const nameMax = 50

/** Lets users who see no numbers write to it. @throws Refusal ERR_NO_CONTACT_FOUND, ERR_WAPP_INVALID_CONTACT */
function getContactOfCard(ctx: CompanyContext, messageId: MessageId, index: number): ContactId {
  return ctx.transaction(() => {
    const { message } = getMessage(ctx, messageId)
    const isHidden = message.isDeleted && deletedMessagesOf(ctx).areHidden(message.connectionId)
    const card = (isHidden ? undefined : message.data?.contacts?.[index]) ?? refuse('ERR_NO_CONTACT_FOUND')
    const [number] = numbersOf(card.vcard)
    if (!number) refuse('ERR_WAPP_INVALID_CONTACT')
    const known = findContactByNumber(ctx, number)
    if (known) return known.id
    const name = cleanName(card.name.slice(0, nameMax))
    return createContact(ctx, { name: name.length < nameMin ? number : name, number, email: '' })
  })
}

/** Does nothing the second time. @throws Refusal ERR_NO_MESSAGE_FOUND for another message, and as `moveToNumber` */
function continueWithNumber(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    const change = message.data?.numberChange ?? refuse('ERR_NO_MESSAGE_FOUND')
    if (change.isDone) return
    moveToNumber(ctx, ticket.contactId, change.number, message.createdAt)
    const data = { ...message.data, numberChange: { ...change, isDone: true as const } }
    ctx.db.update(messageTable).set({ data }).where(eq(messageTable.id, messageId)).run()
    // A merge may have moved it.
    const { ticketId } = getMessage(ctx, messageId).message
    recordEvent(ctx, 'message.changed', { messageId, ticketId }, { what: 'text' })
  })
}

const hitsMax = 200
const charactersMax = 1_000_000

const newestMessages = statement((db, of: DeletedMessages & { tickets: readonly TicketId[] }) => {
  const { id, body, ticketId, createdAt } = messageTable
  return db
    .select({ id, body })
    .from(messageTable)
    .where(and(inList(ticketId, of.tickets), ne(body, ''), isVisible(of)))
    .orderBy(desc(createdAt), desc(id))
})

/** Every word, newest first. Hidden numbers are compared as the user sees them. @throws Refusal ERR_NO_TICKET_FOUND */
function searchConversation(ctx: CompanyContext, ticketId: TicketId, text: string): ConversationHits {
  const tickets = listConversationTickets(ctx, getTicket(ctx, ticketId), [])
  const words = searchWords(text)
  const isMasked = mustMask(ctx)
  const holdsAll = (body: string) => {
    const folded = foldText(body)
    return words.every((word) => folded.includes(word))
  }
  const ids: number[] = []
  let characters = 0
  for (const { id, body } of newestMessages.iterate(ctx, { ...deletedMessagesOf(ctx), tickets })) {
    characters += body.length
    if (characters > charactersMax || ids.length === hitsMax) return { ids, isCut: true }
    if (holdsAll(body) && (!isMasked || holdsAll(maskText(ctx, body)))) ids.push(id)
  }
  return { ids, isCut: false }
}

export function resendMessage(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (ticket.connectionId === null) refuse('ERR_WAPP_NOT_INITIALIZED')
    // A closing message's ticket is closed, so only the contact is checked.
    assertContactReachable(ctx, ticket.contactId)
    if (!message.data?.template) assertReplyWindow(ctx, ticket)
    // Late reports about the failed attempt must not be taken for the new one's.
    const newId = channelRules[ticket.channel].deduplicates ? undefined : newProviderId()
    const { id, sendState, isDeleted } = messageTable
    const resent = ctx.db
      .update(messageTable)
      .set({ sendState: 'queued', sendError: null, sendAttempts: 0, ack: 0, sendAfter: null, providerId: newId })
      .where(and(eq(id, messageId), eq(sendState, 'failed'), eq(isDeleted, false)))
      .returning({ id })
      .get()
    if (!resent) return
    recordStep(ctx, messageId, 'resend')
    recordEvent(ctx, 'message.delivered', { messageId, ticketId: ticket.id }, { ack: 0 })
    outboxWake(ctx, ticket.connectionId)
  })
}
