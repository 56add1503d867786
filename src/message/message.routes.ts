import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import type { MessageId } from '../kernel/ids'
import { presentContact } from '../contact/list/present-contact'
import { getContactOfCard } from './inbound/contact-of-card'
import { countMessages } from './list/count-messages'
import { deleteMessage } from './change/delete-message'
import { editMessage } from './change/edit-message'
import { forwardMessage } from './send/forward-message'
import { listMessages } from './list/list-messages'
import { searchConversation } from './search/search-conversation'
import { listColleagues } from './mention/mentions'
import { messageCalls } from './message.calls'
import { presentMessage, presentMessages } from './list/present-message'
import { reactToMessage } from './change/react-to-message'
import { resendMessage } from './send/resend-message'
import { sendMessage } from './send/send-message'

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
    'POST /messages/:id/cards/:index/contact': ({ ctx, params }) =>
      presentContact(ctx, getContactOfCard(ctx, params.id, params.index)),
    'POST /message/forward': ({ ctx, body }) => answer(ctx, forwardMessage(ctx, body)),
    'GET /messages-allMe': ({ ctx, query }) => countMessages(ctx, query),
  })
}
