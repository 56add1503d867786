import { Elysia } from 'elysia'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { Authenticate, UserGuard } from '../../kernel/http/user-guard'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import { readAnnouncementMedia, removeAnnouncementMedia, setAnnouncementMedia } from './announcement-media'
import {
  createAnnouncement,
  deleteAnnouncement,
  markAnnouncementsSeen,
  updateAnnouncement,
} from './announcement.commands'
import { announcementCalls, announcementFileCalls, announcementWritingCalls } from './announcement.calls'
import { type AnnouncementReader, getAnnouncementFor, listAnnouncements } from './announcement.queries'
import type { Platform } from '../platform'

function readerOf({ company, actor }: CompanyContext): AnnouncementReader {
  if (actor.kind !== 'user') refuse('ERR_NO_PERMISSION')
  return { companyId: company.id, userId: actor.userId, super: actor.super }
}

/**
 * Super users write; every signed-in user reads active announcements. `ofFile` authenticates requests for pictures, since
 * an <img> sends no bearer token.
 */
export function announcementRoutes(
  guard: UserGuard,
  superUserGuard: SuperUserGuard,
  platform: Platform,
  ofFile: Authenticate,
) {
  const forEveryone = answerCalls(new Elysia({ name: 'announcements' }).use(guard), announcementCalls, {
    'GET /announcements': ({ ctx, query }) => listAnnouncements(platform, readerOf(ctx), query),
    'GET /announcements/:id': ({ ctx, params }) => getAnnouncementFor(platform, readerOf(ctx), params.id),
    'POST /announcements/seen': ({ ctx }) => {
      markAnnouncementsSeen(platform, readerOf(ctx))
      return { unseen: 0 }
    },
  })
  const files = answerCalls(new Elysia({ name: 'announcement-files' }), announcementFileCalls, {
    'GET /announcements/media/:file': async ({ params, request }) =>
      readAnnouncementMedia(platform, readerOf(await ofFile(request)), request, params.file),
  })
  const forSuperUsers = answerCalls(
    new Elysia({ name: 'announcement-writing' }).use(superUserGuard),
    announcementWritingCalls,
    {
      'POST /announcements': ({ operator, body }) => createAnnouncement(platform, operator, body),
      'PUT /announcements/:id': ({ operator, params, body }) => updateAnnouncement(platform, operator, params.id, body),
      'DELETE /announcements/:id': ({ operator, params }) => {
        deleteAnnouncement(platform, operator, params.id)
        return { ok: true }
      },
      'POST /announcements/:id/media-upload': ({ operator, params, body }) =>
        setAnnouncementMedia(platform, operator, params.id, body.file),
      'DELETE /announcements/:id/media-upload': ({ operator, params }) =>
        removeAnnouncementMedia(platform, operator, params.id),
    },
  )
  return new Elysia({ name: 'announcement-routes' }).use(forEveryone).use(files).use(forSuperUsers)
}
