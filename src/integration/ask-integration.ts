import type { TurnQuestion } from '../bot/bot'
import { FileAwaited } from '../bot/bot-turn'
import { findContactRow, listExtraInfo } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { readAddress } from '../kernel/config/sealed-secret'
import type { FreshContext } from '../kernel/job/jobs'
import { findMedia } from '../kernel/file/media-store'
import { openMedia } from '../kernel/file/open-media'
import type { MessageRow } from '../message/message.queries'
import { variablesOf } from '../message/compose/ticket-variables'
import type { TicketRow } from '../ticket/ticket.queries'
import {
  describeCompany,
  describeTicket,
  describeConnection,
  describeContact,
  describeMessage,
} from '../webhook/describe-event'
import { type BotAnswer, noAnswer } from './bot-answer'
import { askDialogflow, type DialogflowQuestion } from './dialogflow/ask-dialogflow'
import { IntegrationError } from './integration-error'
import { type Integration, readServiceAccount, readSigningSecret } from './integration.record'
import type { IntegrationState } from './integration-state'
import { askTypebot } from './typebot/ask-typebot'
import type { TypebotMessage } from './typebot/typebot-client'
import { isExpired } from './typebot/typebot-session'
import { askWebhook } from './webhook/ask-webhook'
import { addMs } from '../kernel/time/clock'
import { hourMs } from '../kernel/time/durations.contract'
import { listContactTags } from '../tag/tag.queries'
import { createHash } from 'node:crypto'

type IntegrationQuestion = TurnQuestion<'integration'>

const audioBytesMax = 10 * 1024 * 1024

/** No messages when the conversation only begins. @throws IntegrationError; the signal's reason */
export function askIntegration(
  freshContext: FreshContext,
  integration: Integration,
  question: IntegrationQuestion,
  signal: AbortSignal,
): Promise<BotAnswer> {
  assertFilesAreHere(question.messages)
  switch (integration.type) {
    case 'dialogflow':
      return forDialogflow(freshContext, integration, question, signal)
    case 'typebot':
      return forTypebot(freshContext(), integration, question, signal)
    case 'n8n':
    case 'webhook':
      return forWebhook(freshContext(), integration, question, signal)
    case 'flowbuilder':
      return Promise.resolve(noAnswer)
  }
}

/** @throws FileAwaited */
function assertFilesAreHere(messages: readonly MessageRow[]) {
  if (messages.some(({ mediaId, data }) => mediaId === null && data?.file?.state === 'pending')) {
    throw new FileAwaited()
  }
}

const botCalls = ({ company }: CompanyContext) => company.services.outgoing.of(company.id, 'bot')

const textOf = (messages: readonly MessageRow[]) =>
  messages
    .map(({ body }) => body.trim())
    .filter((body) => body !== '')
    .join('\n')

/** @throws IntegrationError addressMissing when another host sealed it */
function addressOf({ company }: CompanyContext, { urlN8N }: Integration) {
  const address = readAddress(company.services.sealer, urlN8N)
  if (address === '') throw new IntegrationError('addressMissing', 'The address has to be entered again')
  return address
}

function forWebhook(ctx: CompanyContext, integration: Integration, question: IntegrationQuestion, signal: AbortSignal) {
  const { ticket, messages, state } = question
  const last = messages.at(-1)
  // The text of all messages; the rest from the last.
  const message = last && { ...last, body: textOf(messages) }
  const deliveryId = `${ticket.uuid}.${state.turn}`
  const event = message && !state.opens ? 'message.received' : 'conversation.started'
  const content = { id: deliveryId, event, createdAt: (last?.createdAt ?? ctx.now).toISOString() }
  const body = JSON.stringify({ ...content, ...describeTurn(ctx, { ticket, state, message }) })
  const secret = readSigningSecret(ctx, integration)
  const call = { url: addressOf(ctx, integration), secret, deliveryId, event, turn: state.turn, body, at: ctx.now }
  return askWebhook(botCalls(ctx), call, signal)
}

function forTypebot(ctx: CompanyContext, integration: Integration, question: IntegrationQuestion, signal: AbortSignal) {
  const { ticket, messages, state } = question
  const session = state.restarts ? undefined : state.session
  const isOld = session !== undefined && isExpired(session, integration.typebotExpires, ctx.now)
  return askTypebot(
    botCalls(ctx),
    {
      baseUrl: addressOf(ctx, integration),
      slug: integration.typebotSlug,
      delayMs: integration.typebotDelayMessage,
      unknownText: integration.typebotUnknownMessage,
      variables: prefilledVariables(ctx, ticket, state),
      ...(session && !isOld && { session }),
      message: state.restarts ? undefined : typebotMessage(ctx, messages),
      now: ctx.now,
    },
    signal,
  )
}

function typebotMessage(ctx: CompanyContext, messages: readonly MessageRow[]): TypebotMessage | undefined {
  const last = messages.at(-1)
  if (!last) return undefined
  const text = textOf(messages)
  const url = linkToMedia(ctx, last)
  if (url && last.mediaType === 'audio' && text === '') return { type: 'audio', url }
  return { type: 'text', text, ...(url && { attachedFileUrls: [url] }) }
}

function prefilledVariables(ctx: CompanyContext, ticket: TicketRow, { variables }: IntegrationState) {
  const contact = findContactRow(ctx, ticket.contactId)
  const extra = listExtraInfo(ctx, ticket.contactId).map(({ name, value }) => [name, value] as const)
  return {
    ...Object.fromEntries(extra),
    ...variables,
    number: contact?.number ?? '',
    pushName: contact?.name ?? '',
    name: contact?.name ?? '',
    email: contact?.email ?? '',
    ticketId: String(ticket.id),
    uuid: ticket.uuid,
    protocol: variablesOf(ctx, ticket.id)['protocol'] ?? '',
    queue: describeTicket(ctx, ticket).queue?.name ?? '',
    company: describeCompany(ctx).name,
  }
}

async function forDialogflow(
  freshContext: FreshContext,
  integration: Integration,
  { ticket, messages }: IntegrationQuestion,
  signal: AbortSignal,
) {
  const account = readServiceAccount(freshContext(), integration)
  if (!account) throw new IntegrationError('keyRefused', 'The service account has to be entered again')
  const input = await dialogflowInput(freshContext(), messages)
  if (!input) return noAnswer
  const { projectName, language } = integration
  const sessionId = sessionIdOf(freshContext(), ticket)
  return askDialogflow(freshContext, { projectName, account, language, sessionId, input }, signal)
}

/** Dialogflow takes only text or audio. */
async function dialogflowInput(
  ctx: CompanyContext,
  messages: readonly MessageRow[],
): Promise<DialogflowQuestion['input'] | undefined> {
  const text = textOf(messages)
  if (text !== '') return { text }
  const spoken = messages.findLast(({ mediaType }) => mediaType === 'audio')
  const media = findMedia(ctx, spoken?.mediaId ?? null)
  if (!media || media.size > audioBytesMax) return undefined
  using file = await openMedia(ctx, media)
  return file && { audio: new Uint8Array(await Bun.file(file.path).arrayBuffer()) }
}

const linkHours = 1

interface Turn {
  ticket: TicketRow
  state: IntegrationState
  message: MessageRow | undefined
}

/** See docs/integrations.md. */
function describeTurn(ctx: CompanyContext, { ticket, state, message }: Turn) {
  const contact = findContactRow(ctx, ticket.contactId)
  return {
    company: describeCompany(ctx),
    connection: describeConnection(ctx, ticket.connectionId),
    contact: contact && {
      ...describeContact(contact),
      tags: listContactTags(ctx, contact.id).map(({ id, name }) => ({ id, name })),
      extraInfo: listExtraInfo(ctx, contact.id).map(({ name, value }) => ({ name, value })),
    },
    ticket: {
      ...describeTicket(ctx, ticket),
      protocol: variablesOf(ctx, ticket.id)['protocol'] ?? '',
      variables: state.variables ?? {},
    },
    message: message ? { ...describeMessage(message, true), mediaUrl: linkToMedia(ctx, message) ?? null } : null,
  }
}

/** Returns an address that serves the message's file for an hour; undefined without a file or a public address. */
function linkToMedia(ctx: CompanyContext, { mediaId, isDeleted }: MessageRow): string | undefined {
  const media = isDeleted ? undefined : findMedia(ctx, mediaId)
  if (!media) return undefined
  const until = addMs(ctx.now, linkHours * hourMs)
  return ctx.company.services.fileLinks.linkTo(ctx.company.id, media.key, until)
}

const lengthMax = 36

/** Reveals none of our ids to Google. */
function sessionIdOf({ company }: CompanyContext, { connectionId, contactId, uuid }: TicketRow) {
  const identity = `${company.id}/${connectionId}/${contactId}/${uuid}`
  return createHash('sha256').update(identity).digest('hex').slice(0, lengthMax)
}
