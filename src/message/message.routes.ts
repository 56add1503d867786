import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { CompanyContext } from '../kernel/company-context'
import { required } from '../kernel/errors'
import type { UserGuard } from '../kernel/user-guard'
import type { MessageId } from '../kernel/ids'
import { IdParams } from '../kernel/request-parts'
import { channelRules } from '../channel/channel-rules.contract'
import { presentContact } from '../contact/present-contact'
import { getContactOfCard } from './inbound/contact-of-card'
import { countMessages } from './count-messages'
import { deleteMessage } from './delete-message'
import { editMessage } from './edit-message'
import { forwardMessage } from './forward-message'
import { listMessages } from './list-messages'
import {
  CountMessagesQuery,
  EditMessageBody,
  filesMax,
  ForwardMessageBody,
  ListMessagesQuery,
  ReactToMessageBody,
  SendMessageBody,
  type SentMessages,
} from './message.contract'
import { presentMessage, presentMessages } from './present-message'
import { reactToMessage } from './react-to-message'
import { resendMessage } from './resend-message'
import { sendMessage } from './send-message'

/** A text of 65,536 characters, each of up to three bytes. */
const textBytesMax = 256 * 1024
const largestFile = Math.max(...Object.values(channelRules).map(({ fileBytesMax }) => fileBytesMax))
const sending = { jsonBytesMax: textBytesMax, files: { fields: { medias: filesMax }, fileBytesMax: largestFile } }
const CardParams = v.object({ ...IdParams.entries, index: v.pipe(v.string(), v.digits(), v.toNumber()) })

const answer = (ctx: CompanyContext, messageId: MessageId) =>
  required(presentMessage(ctx, messageId), 'ERR_NO_MESSAGE_FOUND')

export function messageRoutes(guard: UserGuard) {
  return new Elysia({ name: 'messages', detail: { tags: ['messages'] } })
    .use(guard)
    .get('/messages/:id', ({ ctx, params, query }) => listMessages(ctx, params.id, query), {
      params: IdParams,
      query: ListMessagesQuery,
    })
    .post(
      '/messages/:id',
      async ({ ctx, params, body }): Promise<SentMessages> => {
        const ids = await sendMessage(ctx, params.id, {
          texts: body.body,
          files: body.medias,
          voiceNote: body.voiceNote,
          quotedMessageId: body.quotedMsg?.id,
          isPrivate: body.isPrivate,
          sign: body.sign,
          cardContactId: body.vCard?.id,
          clientId: body.clientId,
        })
        return { messages: presentMessages(ctx, ids) }
      },
      { params: IdParams, body: SendMessageBody, ...accepts(sending) },
    )
    .post(
      '/messages/edit/:id',
      ({ ctx, params, body }) => {
        editMessage(ctx, params.id, body.body)
        return answer(ctx, params.id)
      },
      { params: IdParams, body: EditMessageBody, ...accepts({ jsonBytesMax: textBytesMax }) },
    )
    .delete(
      '/messages/:id',
      ({ ctx, params }) => {
        deleteMessage(ctx, params.id)
        return answer(ctx, params.id)
      },
      { params: IdParams },
    )
    .post(
      '/messages/:id/reaction',
      ({ ctx, params, body }) => {
        reactToMessage(ctx, params.id, body.emoji)
        return answer(ctx, params.id)
      },
      { params: IdParams, body: ReactToMessageBody },
    )
    .post(
      '/messages/:id/resend',
      ({ ctx, params }) => {
        resendMessage(ctx, params.id)
        return answer(ctx, params.id)
      },
      { params: IdParams },
    )
    .post(
      '/messages/:id/cards/:index/contact',
      ({ ctx, params }) => presentContact(ctx, getContactOfCard(ctx, params.id, params.index)),
      { params: CardParams },
    )
    .post('/message/forward', async ({ ctx, body }) => answer(ctx, await forwardMessage(ctx, body)), {
      body: ForwardMessageBody,
    })
    .get('/messages-allMe', ({ ctx, query }) => countMessages(ctx, query), { query: CountMessagesQuery })
}
