import { Elysia } from 'elysia'
import { connectionRoutes } from './connection/connection.routes'
import { whatsappSessionRoutes } from './connection/whatsapp-session.routes'
import { contactRoutes } from './contact/contact.routes'
import { listContactsOfTag } from './contact/list-contacts'
import type { BodyPace, SetIdleTimeout } from './kernel/body-pace'
import { internalChatRoutes } from './internal-chat/internal-chat.routes'
import { mayReadChatFile } from './internal-chat/may-read-chat-file'
import { createHttpDoor } from './kernel/http-door'
import { createHttpEdge } from './kernel/http-edge'
import { httpErrors } from './kernel/http-errors'
import type { CompanyId, UserId } from './kernel/ids'
import { createSuperDoor } from './kernel/super-door'
import { mediaRoutes } from './message/media.routes'
import { messageRoutes } from './message/message.routes'
import { openapiRoutes } from './openapi'
import type { AccessTokens } from './platform/access-token'
import { brandLogoRoutes } from './platform/brand-logo.routes'
import { companyRoutes } from './platform/company.routes'
import { invoiceRoutes } from './platform/invoice.routes'
import { planRoutes } from './platform/plan.routes'
import type { Platform } from './platform/platform'
import { announcementRoutes } from './platform/announcement.routes'
import { quickMessageRoutes } from './quick-message/quick-message.routes'
import { companyScheduleRoutes } from './queue/company-schedule.routes'
import { queueRoutes } from './queue/queue.routes'
import { scheduleRoutes } from './schedule/schedule.routes'
import { reportRoutes } from './report/report.routes'
import { settingRoutes } from './setting/setting.routes'
import { tagRoutes } from './tag/tag.routes'
import { ticketTagRoutes } from './ticket/ticket-tag.routes'
import { ticketNoteRoutes, ticketRoutes } from './ticket/ticket.routes'
import { authenticate, authenticateAnyway, authorizeBody } from './user/authenticate'
import { authenticateFile } from './user/authenticate-file'
import { sessionRoutes } from './user/session.routes'
import { signUpRoutes } from './user/sign-up.routes'
import { userRoutes } from './user/user.routes'
import { version } from './version'

export interface AppServices {
  platform: Platform
  tokens: AccessTokens
  /** How slowly a body may arrive; without it, as in life. */
  bodyPace?: BodyPace
  setIdleTimeout?: SetIdleTimeout
  /** Whether the person has a screen open; nobody has where there are no sockets. */
  isOnline?(companyId: CompanyId, userId: UserId): boolean
}

/** Every call of the product, composed. It listens nowhere: main does, and tests call `handle`. */
export function createApp({ platform, tokens, bodyPace, setIdleTimeout, isOnline }: AppServices) {
  const door = createHttpDoor((request) => authenticate(platform, tokens, request))
  const openDoor = createHttpDoor((request) => authenticateAnyway(platform, tokens, request), 'open-http-door')
  const superDoor = createSuperDoor((request) => authenticate(platform, tokens, request))
  const ofFile = (request: Request) => authenticateFile(platform, tokens, request)
  const edge = createHttpEdge({
    dataDir: platform.config.dataDir,
    pace: bodyPace,
    setIdleTimeout,
    authorize: (request) => authorizeBody(platform, tokens, request),
  })
  const app = new Elysia({ aot: true, handler: { standardHostname: false } })
    .headers(callHeaders)
    .use(httpErrors(platform.log))
    .use(edge.plugin)
    .onAfterHandle({ as: 'global' }, () => platform.turns.done())
    .use(openapiRoutes(version, (request): Response | Promise<Response> => app.handle(request)))
    .get('/version', () => ({ version }))
    .use(sessionRoutes(platform, tokens))
    .use(signUpRoutes(platform))
    .use(planRoutes(superDoor, platform))
    .use(companyRoutes(door, superDoor, platform))
    .use(invoiceRoutes(openDoor, superDoor, platform))
    .use(brandLogoRoutes(superDoor, platform))
    .use(announcementRoutes(door, superDoor, platform, ofFile))
    .use(companyScheduleRoutes(door, platform))
    .use(settingRoutes(door, platform))
    .use(queueRoutes(door))
    .use(userRoutes(door, platform, isOnline))
    .use(tagRoutes(door, listContactsOfTag))
    .use(connectionRoutes(door, superDoor, platform))
    .use(whatsappSessionRoutes(door))
    .use(ticketTagRoutes(door))
    .use(contactRoutes(door))
    .use(ticketRoutes(door))
    .use(ticketNoteRoutes(door))
    .use(messageRoutes(door))
    .use(quickMessageRoutes(door))
    .use(scheduleRoutes(door))
    .use(reportRoutes(door, platform, isOnline))
    .use(internalChatRoutes(door))
    .use(mediaRoutes(platform, tokens, { 'internal-chat': mayReadChatFile }))
  edge.learn(app.routes)
  return app
}

/** Answers are data: shown by nobody as a page, kept by no cache between us and the browser. */
const callHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
