import { Elysia } from 'elysia'
import { createHttpDoor } from './kernel/http-door'
import { httpErrors } from './kernel/http-errors'
import type { CompanyId, UserId } from './kernel/ids'
import type { AccessTokens } from './platform/access-token'
import type { Platform } from './platform/platform'
import { authenticate } from './user/authenticate'
import { sessionRoutes } from './user/session.routes'

export interface AppServices {
  platform: Platform
  tokens: AccessTokens
  /** The address a request came from, for rate limits and audit. */
  addressOf(request: Request): string
  /** Whether the person has a screen open; nobody has where there are no sockets. */
  isOnline?(companyId: CompanyId, userId: UserId): boolean
}

/** Every call of the product, composed. It listens nowhere: main does, and tests call `handle`. */
export function createApp({ platform, tokens, addressOf }: AppServices) {
  const door = createHttpDoor((request) => authenticate(platform, tokens, request))
  return new Elysia({ aot: true })
    .use(httpErrors(platform.log))
    .get('/version', () => ({ version }))
    .use(sessionRoutes(platform, tokens, addressOf))
}

export const version = '2.3.0'
