import { Elysia } from 'elysia'
import * as v from 'valibot'
import { maskText, mustMask } from '../contact/mask-number'
import { createContext, type CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { findMediaByKey, type Media, type MediaKind, mediaFileExists, mediaPath } from '../kernel/media-store'
import type { AccessTokens } from '../platform/access-token'
import type { Platform } from '../platform/platform'
import { isSubscribed } from '../platform/subscription'
import { areDeletedHidden } from '../ticket/deleted-messages'
import { whenReady } from '../user/authenticate'
import { authenticateFileAnyway } from '../user/authenticate-file'
import { isMediaLinkGood } from './media-link'
import { findTicketOfMessage } from './message-reach'
import { findMessageRow } from './message.queries'
import { serveFile } from '../kernel/serve-file'

/** Of the kinds of files that later domains own. */
export type FileRights = Partial<Record<MediaKind, (ctx: CompanyContext, media: Media) => boolean>>

const Link = v.object({
  company: v.optional(v.pipe(v.string(), v.toNumber(), v.integer())),
  expires: v.optional(v.pipe(v.string(), v.toNumber(), v.integer())),
  signature: v.optional(v.string()),
})
const key = v.object({ key: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-[\w-]{24}(\.[a-z0-9]{1,9})?$/)) })

/**
 * Stored files. An <img> sends no bearer, so the refresh cookie is taken as well; a signed link needs neither. Whoever may
 * not read a file learns as little as whoever asks for one that does not exist.
 */
export function mediaRoutes(platform: Platform, tokens: AccessTokens, laterRights: FileRights = {}) {
  return new Elysia({ name: 'media', detail: { tags: ['media'] } }).get(
    '/media/:key',
    async ({ params, query, request }) => {
      const linked = await openLink(platform, params.key, query)
      const ctx = linked ?? (await authenticateFileAnyway(platform, tokens, request))
      const media = findMediaByKey(ctx, params.key)
      if (!media || !mediaFileExists(ctx, media)) refuse('ERR_NO_MEDIA_FOUND')
      if (!linked) assertSubscription(ctx, media)
      if (!linked && !mayRead(ctx, media, laterRights)) refuse('ERR_NO_MEDIA_FOUND')
      const name = !linked && mustMask(ctx) ? maskText(ctx, media.name) : media.name
      return serveFile(request, { ...media, name, path: mediaPath(ctx, media.key) })
    },
    { params: key, query: Link },
  )
}

/** An expired company's people keep their own faces on the finance pages, and nothing else. */
function assertSubscription({ company, now }: CompanyContext, { kind }: Media) {
  if (kind !== 'user' && !isSubscribed(company.services.about(company.id), now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
}

/** A message's file is read by who may read the message; pictures and attachments of the company by all of its people. */
function mayRead(ctx: CompanyContext, media: Media, laterRights: FileRights) {
  const mayReadLater = laterRights[media.kind]
  if (mayReadLater) return mayReadLater(ctx, media)
  if (media.kind !== 'message') return true
  const message = findMessageRow(ctx, media.ownerId)
  if (!message || (message.isDeleted && areDeletedHidden(ctx))) return false
  return findTicketOfMessage(ctx, message.ticketId) !== undefined
}

async function openLink(
  platform: Platform,
  mediaKey: string,
  { company, expires, signature }: v.InferOutput<typeof Link>,
) {
  if (company === undefined || expires === undefined || signature === undefined) return undefined
  const link = { companyId: company, key: mediaKey, expiresAtMs: expires }
  const isGood = isMediaLinkGood(platform.hostKey.linkSecret, link, signature, platform.clock.now().getTime())
  if (!isGood) refuse('ERR_NO_MEDIA_FOUND')
  await whenReady(platform, company)
  return createContext(platform.files.use(company))
}
