import * as v from 'valibot'
import { channelRules } from '../channel/channel-rules.contract'
import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { ContactPage, ContactView } from '../contact/contact.answers'
import { CreateContactBody, ListContactsQuery, UpdateContactBody } from '../contact/contact.contract'
import { TicketPage, TicketView } from '../ticket/ticket.answers'
import { ListTicketsQuery } from '../ticket/ticket.contract'
import { externalFilesMax, messageStatuses, SendExternalMessageBody } from './external-message.contract'

const largestFile = Math.max(...Object.values(channelRules).map(({ fileBytesMax }) => fileBytesMax))
const limits = {
  jsonBytesMax: 256 * 1024,
  files: { fields: { medias: externalFilesMax }, fileBytesMax: largestFile },
}

/** `QUEUED`: sent once the connection is up. */
export const SentExternalMessage = v.object({
  status: v.picklist(['SUCCESS', 'QUEUED']),
  messageId: v.number(),
  messageIds: v.array(v.number()),
  ticketId: v.number(),
  uuid: v.string(),
  contactId: v.number(),
})
export type SentExternalMessage = v.InferOutput<typeof SentExternalMessage>

export const ExternalMessageStatus = v.object({
  id: v.number(),
  status: v.picklist(messageStatuses),
  error: v.nullable(v.string()),
  /** ISO time since when it has this status; when it was created, if the API did not send it. */
  at: v.string(),
})
export type ExternalMessageStatus = v.InferOutput<typeof ExternalMessageStatus>

export const externalMessageCalls = defineCalls({
  'POST /api/messages/send': { body: SendExternalMessageBody, limits, answer: SentExternalMessage },
  'GET /api/messages/:id': { params: IdParams, answer: ExternalMessageStatus },
  'GET /api/tickets': { query: ListTicketsQuery, answer: TicketPage },
  'GET /api/tickets/:id': { params: IdParams, answer: TicketView },
  'GET /api/contacts': { query: ListContactsQuery, answer: ContactPage },
  'GET /api/contacts/:id': { params: IdParams, answer: ContactView },
  'POST /api/contacts': { body: CreateContactBody, answer: ContactView },
  'PUT /api/contacts/:id': { params: IdParams, body: UpdateContactBody, answer: ContactView },
})
