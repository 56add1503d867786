import { followAccountProblem } from './outbox/account-problem'
import { Elysia } from 'elysia'
import { clearReferences } from '../kernel/company/batches'
import type { Domain, MediaGuards } from '../platform/domain'
import { messagePerson } from './message.person'
import { mergeReactions } from './contact/merge.reactions'
import { countInbound, messageMetrics } from './message-metrics'
import { messageLive } from './message.live'
import { messageRoutes } from './message.routes'
import { messageTable } from './message.tables'
import { forgetOldSteps } from './trace/forget-old-steps'
import { withCause } from './trace/message-cause'
import type { TicketId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { ticketRoom } from '../kernel/live/live-hub'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { type Media, findMediaByKey, mediaFileExists, deleteMedia } from '../kernel/file/media-store'
import { serveMedia } from '../kernel/file/serve-media'
import { findTicketOfMessage } from './list/message-reach'
import { findMessageRow } from './message.queries'
import { answerCalls } from '../kernel/http/answer-calls'
import { maskText } from '../contact/number/mask-number'
import { refuse } from '../kernel/errors'
import type { AccessTokens } from '../platform/sign-in/access-token'
import type { Platform } from '../platform/platform'
import { isSubscribed } from '../platform/invoice/subscription'
import { authenticateFileAnyway } from '../user/session/authenticate'
import { mediaCalls, messageCalls } from './message.calls'
import { eraseMessagesOfContact } from './change/erase-messages'
import { reaction } from '../kernel/event/event-log'
import { getSettings, isSettingEnabled, mustMask } from '../setting/setting.queries'
import { markGreetingAccepted } from '../ticket/assignment/accept-ticket'
import { deletedMessagesOf, getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import {
  farewellOf,
  sendClosingMessage,
  receivesAutomaticMessages,
  withdrawClosingMessage,
  sendDueClosingMessage,
} from './send/closing-message'
import { withdrawTransferNote } from './list/messages-since'
import { composeMessages } from './compose/compose-messages'
import { queueAutomaticText, queueMessages } from './send/queue-message'
import { MessageCount, MessageView } from './message.answers'
import { countMessagesOfContact } from './contact/messages-of-contact.view'
import { and, eq } from 'drizzle-orm'
import { statement } from '../kernel/database/statement'
import { mediaTable } from '../kernel/file/media.tables'
import type { LocalJob, WaitingJob } from '../kernel/job/jobs'
import { minuteMs } from '../kernel/time/durations.contract'
import { fetchMedia, markMediaMissing } from './inbound/fetch-media'
import { queueReadMarks } from './outbox/outbound-change'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'message.fetchMedia': { messageId: number }
  }
}

const fetchMediaJob: WaitingJob<'message.fetchMedia'> = {
  lane: 'waiting',
  attemptsMax: 10,
  // 100 MB over a slow connection.
  timeLimitMs: 10 * minuteMs,
  run: (freshContext, { messageId }, signal) => fetchMedia(freshContext, messageId, signal),
  givenUp: (ctx, { messageId }) => markMediaMissing(ctx, messageId),
}

const sendClosingJob: LocalJob<'message.sendClosing'> = {
  attemptsMax: 10,
  run: (ctx, { ticketId, message }) => sendDueClosingMessage(ctx, ticketId, message),
}

const messageReactions = [
  reaction('message.delivered', (ctx, { messageId, data }) => followAccountProblem(ctx, messageId, data.ack)),
  reaction('ticket.accepted', (ctx, event) => greet(ctx, event.ticketId, event.data.greet)),
  reaction('ticket.closed', (ctx, { ticketId, data: { before, farewell, undo } }) => {
    withdrawClosingMessage(ctx, ticketId)
    if (farewell) sendClosingMessage(ctx, ticketId, farewellOf(ctx, before), undo)
  }),
  reaction('ticket.ratingAwaited', (ctx, { ticketId, data }) => {
    sendClosingMessage(ctx, ticketId, { kind: 'rating' }, data.undo)
  }),
  reaction('ticket.closeUndone', (ctx, { ticketId }) => withdrawClosingMessage(ctx, ticketId)),
  reaction('ticket.reopened', (ctx, { ticketId }) => withdrawClosingMessage(ctx, ticketId)),
  reaction('ticket.transferUndone', (ctx, { ticketId, data }) => withdrawTransferNote(ctx, ticketId, data)),
  reaction('ticket.deleted', (ctx, { ticketId }) => deleteMessageFiles(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { data }) => passOn(ctx, getTicketRow(ctx, data.toTicketId), data)),
]

function greet(ctx: CompanyContext, ticketId: TicketId, wanted: boolean) {
  const ticket = getTicketRow(ctx, ticketId)
  queueReadMarks(ctx, ticket)
  const text = getSettings(ctx).greetingAcceptedMessage
  if (
    !wanted ||
    !isSettingEnabled(ctx, 'sendGreetingAccepted') ||
    !text.trim() ||
    !receivesAutomaticMessages(ctx, ticket)
  )
    return
  markGreetingAccepted(ctx, ticket.id)
  withCause(ctx, { kind: 'greeting' }, () => void queueAutomaticText(ctx, ticket, text))
}

function passOn(
  ctx: CompanyContext,
  ticket: TicketRow,
  { message, queueChanged }: { message: string; queueChanged: boolean },
) {
  if (message) queueMessages(ctx, ticket, composeMessages(ctx, ticket, { texts: [message] }, { isPrivate: true }))
  const { sendMsgTransfTicket, transferMessage } = getSettings(ctx)
  if (queueChanged && sendMsgTransfTicket === 'enabled' && receivesAutomaticMessages(ctx, ticket)) {
    withCause(ctx, { kind: 'transfer' }, () => void queueAutomaticText(ctx, ticket, transferMessage))
  }
}

const movedMessagesLive = presentEach({
  'ticket.messagesMoved': (_, { number, ticketId, data }) => reload(number, [data.fromTicketId, ticketId]),
  'ticket.messagesWithdrawn': (_, { number, ticketId }) => reload(number, [ticketId]),
})

function reload(number: number, ticketIds: TicketId[]): LiveMessage[] {
  return [{ topics: ticketIds.map(ticketRoom), event: 'appMessage', number, data: { action: 'reload', ticketIds } }]
}

export const messageDomain = {
  name: 'message',
  person: messagePerson,
  metrics: messageMetrics,
  calls: { ...mediaCalls, ...messageCalls },
  views: { MessageCount, MessageView },
  routes: ({ guard, platform, tokens, mediaGuards }) =>
    new Elysia({ name: 'message' }).use(messageRoutes(guard)).use(mediaRoutes(platform, tokens, mediaGuards)),
  reactions: [...mergeReactions, ...messageReactions, countInbound],
  presenters: [messageLive, movedMessagesLive],
  jobs: { 'message.fetchMedia': fetchMediaJob, 'message.sendClosing': sendClosingJob },
  mediaGuards: { message: mayReadMessageFile },
  recurring: [
    {
      at: '46 3 * * *',
      what: 'forget what happened to old messages',
      eachCompany: async ({ files, clock }, id) => forgetOldSteps(await files.ready(id), clock.now()),
    },
  ],
  beforeDelete: { user: clearReferences(messageTable.userId, messageTable.id), contact: eraseMessagesOfContact },
  ports: { contactRecords: [countMessagesOfContact] },
} satisfies Domain

function mayReadMessageFile(ctx: CompanyContext, media: Media) {
  const message = findMessageRow(ctx, media.ownerId)
  if (!message || (message.isDeleted && deletedMessagesOf(ctx).areHidden(message.connectionId))) return false
  return findTicketOfMessage(ctx, message.ticketId) !== undefined
}

function mediaRoutes(platform: Platform, tokens: AccessTokens, guards: MediaGuards) {
  return answerCalls(new Elysia({ name: 'media' }), mediaCalls, {
    'GET /media/:key': async ({ params, request }) => {
      const ctx = await authenticateFileAnyway(platform, tokens, request)
      const media = findMediaByKey(ctx, params.key)
      if (!media || !mediaFileExists(ctx, media)) refuse('ERR_NO_MEDIA_FOUND')
      assertSubscription(ctx, media)
      if (!guards[media.kind]?.(ctx, media)) refuse('ERR_NO_MEDIA_FOUND')
      const name = mustMask(ctx) ? maskText(ctx, media.name) : media.name
      return serveMedia(ctx, request, { ...media, name })
    },
    'GET /shared-media/:companyId/:key': ({ params, query, request }) => {
      const { files, fileLinks, clock } = platform
      const isValid = fileLinks.isValid({ ...params, ...query }, clock.now())
      if (!isValid || !files.existsAnywhere(params.companyId)) refuse('ERR_NO_MEDIA_FOUND')
      const ctx = createContext(files.use(params.companyId))
      const media = findMediaByKey(ctx, params.key)
      if (media?.kind !== 'message' || !mediaFileExists(ctx, media)) refuse('ERR_NO_MEDIA_FOUND')
      assertSubscription(ctx, media)
      return serveMedia(ctx, request, media)
    },
  })
}

/** Users of an expired company see their own avatars only. */
function assertSubscription({ company, now }: CompanyContext, { kind }: Media) {
  if (kind !== 'user' && !isSubscribed(company.services.about(company.id), now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
}

declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    message: 'messageId' | 'ticketId'
  }

  interface EventPayloads {
    'message.received': object
    'message.sent': { by: MessageWriter; isPrivate?: true }
    /** Users whose mention an edit added or removed. */
    'message.changed': {
      what: 'text' | 'file' | 'reaction' | 'call' | 'transcription'
      mentioned?: number[]
      unmentioned?: number[]
    }
    /** `isUnconfirmed`: failed, but perhaps received. */
    'message.delivered': { ack: number; isUnconfirmed?: boolean }
    'message.deleted': object
    /** A person or another bot took over. */
    'ticket.messagesWithdrawn': object
    'ticket.messagesMoved': { fromTicketId: number; messageIds: number[] }
    'contact.authorChanged': AuthorChange
  }
}

type MessageWriter = 'person' | 'phone' | 'automation'

interface AuthorChange {
  fromContactId: number
  messageIds: number[]
  reactedIds: number[]
  /** Reactions of the removed contact on messages where both had reacted. */
  dropped: { messageId: number; emoji: string; at: number }[]
}

const filesOfTicket = statement((db, of: { ticketId: TicketId }) =>
  db
    .select({ id: mediaTable.id })
    .from(messageTable)
    .innerJoin(mediaTable, and(eq(mediaTable.kind, 'message'), eq(mediaTable.ownerId, messageTable.id)))
    .where(eq(messageTable.ticketId, of.ticketId)),
)

function deleteMessageFiles(ctx: CompanyContext, ticketId: TicketId) {
  for (const { id } of filesOfTicket.all(ctx, { ticketId })) deleteMedia(ctx, id)
}
