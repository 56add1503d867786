import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { maskText, mustMask } from '../../contact/number/mask-number'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findMediaByKey, type Media, mediaFileExists, mediaPath } from '../../kernel/file/media-store'
import { serveFile } from '../../kernel/http/serve-file'
import type { AccessTokens } from '../../platform/sign-in/access-token'
import type { MediaGuards } from '../../platform/domain'
import type { Platform } from '../../platform/platform'
import { isSubscribed } from '../../platform/invoice/subscription'
import { authenticateFileAnyway } from '../../user/session/authenticate-file'
import { mediaCalls } from '../message.calls'

export function mediaRoutes(platform: Platform, tokens: AccessTokens, guards: MediaGuards) {
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
