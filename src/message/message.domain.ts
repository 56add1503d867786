import { Elysia } from 'elysia'
import { clearReferences } from '../kernel/company/batches'
import type { Domain, MediaGuards } from '../platform/domain'
import { eraseMessagesOfContact } from './contact/erase-messages-of-contact'
import { mergeReactions } from './contact/merge.reactions'
import { fetchMediaJob, sendClosingJob } from './message.jobs'
import { messageLive } from './message.live'
import { messageReactions } from './message.reactions'
import { messageRoutes } from './message.routes'
import { messageTable } from './message.tables'
import type { TicketId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { ticketRoom } from '../kernel/live/live-hub'
import './message.events'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { type Media, findMediaByKey, mediaFileExists, mediaPath } from '../kernel/file/media-store'
import { deletedMessagesOf } from '../ticket/deleted-messages'
import { findTicketOfMessage } from './list/message-reach'
import { findMessageRow } from './message.queries'
import { answerCalls } from '../kernel/http/answer-calls'
import { maskText, mustMask } from '../contact/number/mask-number'
import { refuse } from '../kernel/errors'
import { serveFile } from '../kernel/http/serve-file'
import type { AccessTokens } from '../platform/sign-in/access-token'
import type { Platform } from '../platform/platform'
import { isSubscribed } from '../platform/invoice/subscription'
import { authenticateFileAnyway } from '../user/session/authenticate-file'
import { mediaCalls } from './message.calls'

/** Conversations of which messages were moved or removed are loaded again. */
const movedMessagesLive = presentEach({
  'ticket.messagesMoved': (_, { number, ticketId, data }) => reload(number, [data.fromTicketId, ticketId]),
  'ticket.messagesWithdrawn': (_, { number, ticketId }) => reload(number, [ticketId]),
})

function reload(number: number, ticketIds: TicketId[]): LiveMessage[] {
  return [{ topics: ticketIds.map(ticketRoom), event: 'appMessage', number, data: { action: 'reload', ticketIds } }]
}

export const messageDomain: Domain = {
  name: 'message',
  routes: ({ guard, platform, tokens, mediaGuards }) =>
    new Elysia({ name: 'message' }).use(messageRoutes(guard)).use(mediaRoutes(platform, tokens, mediaGuards)),
  reactions: [...mergeReactions, ...messageReactions],
  presenters: [messageLive, movedMessagesLive],
  jobs: { 'message.fetchMedia': fetchMediaJob, 'message.sendClosing': sendClosingJob },
  mediaGuards: { message: mayReadMessageFile },
  beforeDelete: { user: clearReferences(messageTable.userId, messageTable.id), contact: eraseMessagesOfContact },
}

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
      return serveFile(request, { ...media, name, path: mediaPath(ctx, media.key) })
    },
    'GET /shared-media/:companyId/:key': ({ params, query, request }) => {
      const { files, fileLinks, clock } = platform
      const isValid = fileLinks.isValid({ ...params, ...query }, clock.now())
      if (!isValid || !files.exists(params.companyId)) refuse('ERR_NO_MEDIA_FOUND')
      const ctx = createContext(files.use(params.companyId))
      const media = findMediaByKey(ctx, params.key)
      if (media?.kind !== 'message' || !mediaFileExists(ctx, media)) refuse('ERR_NO_MEDIA_FOUND')
      assertSubscription(ctx, media)
      return serveFile(request, { ...media, path: mediaPath(ctx, media.key) })
    },
  })
}

/** Users of an expired company keep their own avatars on the finance pages, and nothing else. */
function assertSubscription({ company, now }: CompanyContext, { kind }: Media) {
  if (kind !== 'user' && !isSubscribed(company.services.about(company.id), now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
}
