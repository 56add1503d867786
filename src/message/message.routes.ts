import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { required, refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import type { MessageId, ContactId } from '../kernel/ids'
import { presentContact } from '../contact/list/present-contact'
import { countMessages } from './list/count-messages'
import { continueWithNumber } from './change/continue-with-number'
import { deleteMessage } from './change/delete-message'
import { editMessage } from './change/edit-message'
import { forwardMessage } from './send/forward-message'
import { listMessages } from './list/list-messages'
import { searchConversation } from './search/search-conversation'
import { listColleagues } from './mention/mentions'
import { messageCalls } from './message.calls'
import { presentMessage, presentMessages } from './list/present-message.view'
import { reactToMessage } from './change/react-to-message'
import { resendMessage } from './send/resend-message'
import { sendMessage } from './send/send-message'
import { createContact } from '../contact/contact.commands'
import { findContactByNumber } from '../contact/contact.queries'
import { cleanName } from '../kernel/text/name-text.contract'
import { deletedMessagesOf } from '../ticket/ticket.queries'
import { getMessage } from './message.queries'
import { numbersOf } from './compose/vcard.contract'

const answer = (ctx: CompanyContext, messageId: MessageId) =>
  required(presentMessage(ctx, messageId), 'ERR_NO_MESSAGE_FOUND')

export function messageRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'messages' }).use(guard)
  return answerCalls(app, messageCalls, {
    'GET /messages/:id': ({ ctx, params, query }) => listMessages(ctx, params.id, query),
    'GET /messages/:id/search': ({ ctx, params, query }) => searchConversation(ctx, params.id, query.text),
    'GET /messages/:id/colleagues': ({ ctx, params }) => listColleagues(ctx, params.id),
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
