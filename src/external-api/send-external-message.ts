import { channelRules } from '../channel/channel-rules.contract'
import { checkNumber, findChannel } from '../connection/running/connection-channel'
import { type Connection, findConnection, findDefaultConnection, getConnection } from '../connection/connection.queries'
import {
  type ContactRow,
  findContactByNumber,
  findContactIdByIdentity,
  getContactRow,
  scopeOf,
} from '../contact/contact.queries'
import { phoneKey } from '../kernel/text/phone-number'
import { resolveContact } from '../contact/identity/resolve-contact'
import type { Party } from '../channel/channel'
import { asSystem, createContext, type CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { ConnectionId, QueueId } from '../kernel/ids'
import { stageEach, withStagedFiles } from '../kernel/file/media-store'
import { assertSendable, type ContentFile } from '../message/compose/compose-messages'
import { sendOutreach } from '../message/send/send-outreach'
import { findQueue } from '../queue/queue.queries'
import { closeTicket } from '../ticket/closing/close-ticket'
import type { OutreachTicketRule } from '../ticket/opening/resolve-outreach-ticket'
import { isUnanswered } from '../ticket/ticket.policy'
import { getTicketRow } from '../ticket/ticket.queries'
import { listUserQueues } from '../user/user-queues.view'
import { findUserFacts } from '../user/user.queries'
import { findAnswer, keepAnswer } from './api-request'
import { type ApiAccess, reaches } from './connection-guard'
import type { SentExternalMessage } from './external-message.calls'
import type { MessageCause } from '../message/trace/message-trace.contract'
import { apiTokenRecords } from '../connection/api-token/api-token.record'
import { followStatus } from './report-status'
import { isGroupRecipient, type SendExternalMessageBody } from './external-message.contract'

/** `hash`: of the content. */
interface RequestKey {
  key: string
  hash: string
}

/** A repeated key returns the stored answer. @throws Refusal ERR_INVALID_INPUT, ERR_OTHER_OPEN_TICKET, ERR_CONTACT_BLOCKED */
export async function sendExternalMessage(
  access: ApiAccess,
  body: SendExternalMessageBody,
  request: RequestKey | undefined,
): Promise<SentExternalMessage> {
  const { ctx: given, holderId } = access
  const connectionId = connectionOf(access, body.connectionId)
  const { medias = [] } = body
  if (body.body.trim() === '' && medias.length === 0) refuseField('body', 'required')
  const connection = getConnection(given, connectionId)
  const isUp = findChannel(given, connectionId) !== undefined
  if (!isUp && connection.number === '') refuse('ERR_WAPP_NOT_INITIALIZED')
  const rule = ticketRule(given, body)
  const contact = await findRecipient(given, connection, body.number, isUp)
  const chat = { contactId: 'id' in contact ? contact.id : 0, connectionId, channel: connection.channel }
  assertSendable(given, chat, { files: medias })
  return withStagedFiles(given, async (stage) => {
    const files = await stageEach(stage, medias)
    const ctx = createContext(given.company, given.actor)
    return ctx.transaction(() => {
      // A parallel request may have finished meanwhile.
      const repeated = request && findAnswer(ctx, holderId, request.key, request.hash)
      if (repeated) return repeated
      const answer = send(ctx, connectionId, contact, { body, files, rule, isUp, holderId })
      if (request) keepAnswer(ctx, holderId, { ...request, answer })
      return answer
    })
  })
}

/** The given one, the only one that the token reaches, or the company's default. */
function connectionOf(access: ApiAccess, given: ConnectionId | null): ConnectionId {
  const { ctx, holderId, connectionIds } = access
  // A connection's own token sends by it.
  if (holderId > 0) return holderId
  if (given !== null)
    return reaches(access, given) && findConnection(ctx, given) ? given : refuseField('connectionId', 'unknown')
  const [only, second] = connectionIds ?? []
  const chosen = only !== undefined && second === undefined ? only : findDefaultConnection(ctx)?.id
  return chosen !== undefined && reaches(access, chosen) && findConnection(ctx, chosen)
    ? chosen
    : refuseField('connectionId', 'required')
}

function refuseField(field: string, error: string): never {
  refuse('ERR_INVALID_INPUT', { fields: { [field]: error } })
}

type Recipient = ContactRow | Party

/** Returns the known contact, or the provider's result for the number. A group must be known. */
async function findRecipient(
  ctx: CompanyContext,
  { id: connectionId, channel, allowGroup }: Connection,
  number: string,
  isUp: boolean,
): Promise<Recipient> {
  if (!channelRules[channel].phoneNumbers) refuse('ERR_CHANNEL_CANNOT')
  if (isGroupRecipient(number)) {
    const key = { scope: scopeOf(ctx, 'group', connectionId), kind: 'group' as const, value: number }
    const id = allowGroup ? findContactIdByIdentity(ctx, key) : undefined
    return id === undefined ? refuseField('number', 'unknownGroup') : getContactRow(ctx, id)
  }
  const known = findContactByNumber(ctx, number)
  if (known) return known
  if (!isUp || !channelRules[channel].numberLookup) return { addresses: [{ kind: 'phone', value: number }] }
  const found = await checkNumber(ctx, number, connectionId)
  return found ?? refuse('ERR_WAPP_INVALID_CONTACT', { fields: { number: 'noAccount' } })
}

/** A user needs a queue: the given one, or their only one. */
function ticketRule(
  ctx: CompanyContext,
  { userId, queueId, closeTicket, priority }: SendExternalMessageBody,
): OutreachTicketRule {
  if (queueId !== null && !findQueue(ctx, queueId)) refuseField('queueId', 'unknown')
  if (userId !== null && !findUserFacts(ctx, userId)) refuseField('userId', 'unknown')
  const refusesOthers = userId !== null
  if (closeTicket) return { open: 'none', userId, refusesOthers }
  if (userId === null) return { open: 'pending', queueId, priority }
  return { open: 'open', userId, queueId: queueId ?? onlyQueueOf(ctx, userId), refusesOthers, priority }
}

function onlyQueueOf(ctx: CompanyContext, userId: number): QueueId {
  const [only, second] = listUserQueues(ctx, userId).get(userId) ?? []
  return only && !second ? only.id : refuseField('queueId', 'required')
}

interface Sending {
  body: SendExternalMessageBody
  files: readonly ContentFile[]
  rule: OutreachTicketRule
  isUp: boolean
  holderId: number
}

/** A token of the company, or the connection’s own. */
function causeOf(ctx: CompanyContext, holderId: number, connectionId: ConnectionId): MessageCause {
  const token = holderId < 0 ? apiTokenRecords.find(ctx, -holderId) : undefined
  if (token) return { kind: 'apiToken', id: token.id, name: token.name }
  return { kind: 'api', id: connectionId, name: getConnection(ctx, connectionId).name }
}

function send(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  recipient: Recipient,
  { body, files, rule, isUp, holderId }: Sending,
): SentExternalMessage {
  const contact = contactOf(ctx, connectionId, recipient, body.name)
  if (!contact.active) refuse('ERR_CONTACT_BLOCKED')
  const { ticketId, messageIds } = sendOutreach(ctx, {
    key: `api ${connectionId} ${Bun.randomUUIDv7()}`,
    cause: causeOf(ctx, holderId, connectionId),
    contact,
    connectionIds: [connectionId],
    content: { texts: [body.body], files },
    options: { signedBy: body.sendSignature ? body.userId : null },
    ticket: rule,
  })
  const [messageId] = messageIds
  if (messageId === undefined) refuseField('body', 'required')
  followStatus(ctx, connectionId, messageIds)
  const { uuid, status: ticketStatus, userId } = getTicketRow(ctx, ticketId)
  // A person's ticket stays as it is.
  if (body.closeTicket && isUnanswered(ticketStatus) && userId === null) {
    closeTicket(asSystem(ctx), ticketId, { farewell: false })
  }
  return { status: isUp ? 'SUCCESS' : 'QUEUED', messageId, messageIds, ticketId, uuid, contactId: contact.id }
}

function contactOf(ctx: CompanyContext, connectionId: ConnectionId, recipient: Recipient, name: string | null) {
  if ('id' in recipient) return recipient
  const phone = recipient.addresses.find(({ kind }) => kind === 'phone')
  const number = phone ? phoneKey(phone.value) : ''
  return resolveContact(ctx, { ...recipient, name: name || number }, { connectionId })
}
