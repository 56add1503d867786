import * as v from 'valibot'
import { channelRules } from '../channel/channel-rules.contract'
import { ContactView } from '../contact/contact.answers'
import { defineCalls } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import {
  ConversationHits,
  MessageCount,
  MessagePage,
  MessageView,
  SentMessages,
  TicketColleague,
} from './message.answers'
import {
  CountMessagesQuery,
  EditMessageBody,
  filesMax,
  ForwardMessageBody,
  ListMessagesQuery,
  ReactToMessageBody,
  SearchConversationQuery,
  SendMessageBody,
} from './message.contract'
import { MessageTrace } from './trace/message-trace.contract'

/** 65,536 characters of up to three bytes. */
const text = { jsonBytesMax: 256 * 1024 }
const largestFile = Math.max(...Object.values(channelRules).map(({ fileBytesMax }) => fileBytesMax))
const textAndFiles = { ...text, files: { fields: { medias: filesMax }, fileBytesMax: largestFile } }

export const messageCalls = defineCalls({
  'GET /messages/:id': { params: IdParams, query: ListMessagesQuery, answer: MessagePage },
  'GET /messages/:id/search': { params: IdParams, query: SearchConversationQuery, answer: ConversationHits },
  /** `id`: of the message. */
  'GET /messages/:id/trace': { params: IdParams, answer: MessageTrace },
  'GET /messages/:id/colleagues': { params: IdParams, answer: v.array(TicketColleague) },
  'POST /messages/:id': { params: IdParams, body: SendMessageBody, limits: textAndFiles, answer: SentMessages },
  'POST /messages/edit/:id': { params: IdParams, body: EditMessageBody, limits: text, answer: MessageView },
  'DELETE /messages/:id': { params: IdParams, answer: MessageView },
  'POST /messages/:id/reaction': { params: IdParams, body: ReactToMessageBody, answer: MessageView },
  'POST /messages/:id/resend': { params: IdParams, answer: MessageView },
  'POST /messages/:id/number': { params: IdParams, answer: MessageView },
  'POST /messages/:id/cards/:index/contact': {
    params: v.object({ ...IdParams.entries, index: v.pipe(v.string(), v.digits(), v.toNumber()) }),
    answer: ContactView,
  },
  'POST /message/forward': { body: ForwardMessageBody, answer: MessageView },
  'GET /messages-allMe': { query: CountMessagesQuery, answer: MessageCount },
})

const MediaKey = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-[\w-]{24}(\.[a-z0-9]{1,9})?$/))

export const mediaCalls = defineCalls({
  'GET /media/:key': { params: v.object({ key: MediaKey }), answer: 'file' },
  'GET /shared-media/:companyId/:key': {
    public: true,
    params: v.object({ companyId: IdText, key: MediaKey }),
    query: v.object({
      until: v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'invalid'), v.toNumber()),
      signature: v.pipe(v.string(), v.maxLength(100)),
    }),
    answer: 'file',
  },
})
