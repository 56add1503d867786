import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { accepts } from '../kernel/body-limits'
import type { Authenticate, UserGuard } from '../kernel/user-guard'
import { IdParams } from '../kernel/request-parts'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import {
  announcementPictureBytesMax,
  readAnnouncementMedia,
  removeAnnouncementMedia,
  setAnnouncementMedia,
} from './announcement-media'
import {
  createAnnouncement,
  deleteAnnouncement,
  markAnnouncementsSeen,
  updateAnnouncement,
} from './announcement.commands'
import {
  AnnouncementBody,
  AnnouncementMediaBody,
  ListAnnouncementsQuery,
  UpdateAnnouncementBody,
} from './announcement.contract'
import { type AnnouncementReader, getAnnouncementFor, listAnnouncements } from './announcement.queries'
import type { Platform } from './platform'

const pictureUpload = { files: { fields: { file: 1 }, fileBytesMax: announcementPictureBytesMax } }
const FileParams = v.object({ file: v.pipe(v.string(), v.maxLength(100)) })

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
  const forEveryone = new Elysia({ name: 'announcements' })
    .use(guard)
    .get('/announcements', ({ ctx, query }) => listAnnouncements(platform, readerOf(ctx), query), {
      query: ListAnnouncementsQuery,
    })
    .get('/announcements/:id', ({ ctx, params }) => getAnnouncementFor(platform, readerOf(ctx), params.id), {
      params: IdParams,
    })
    .post('/announcements/seen', ({ ctx }) => {
      markAnnouncementsSeen(platform, readerOf(ctx))
      return { unseen: 0 }
    })
  const files = new Elysia({ name: 'announcement-files' }).get(
    '/announcements/media/:file',
    async ({ params, request }) =>
      readAnnouncementMedia(platform, readerOf(await ofFile(request)), request, params.file),
    { params: FileParams },
  )
  return new Elysia({ name: 'announcement-routes', detail: { tags: ['announcements'] } })
    .use(forEveryone)
    .use(files)
    .use(writingRoutes(superUserGuard, platform))
}

function writingRoutes(guard: SuperUserGuard, platform: Platform) {
  return new Elysia({ name: 'announcement-writing' })
    .use(guard)
    .post('/announcements', ({ operator, body }) => createAnnouncement(platform, operator, body), {
      body: AnnouncementBody,
    })
    .put(
      '/announcements/:id',
      ({ operator, params, body }) => updateAnnouncement(platform, operator, params.id, body),
      {
        params: IdParams,
        body: UpdateAnnouncementBody,
      },
    )
    .delete(
      '/announcements/:id',
      ({ operator, params }) => {
        deleteAnnouncement(platform, operator, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .post(
      '/announcements/:id/media-upload',
      ({ operator, params, body }) => setAnnouncementMedia(platform, operator, params.id, body.file),
      { params: IdParams, body: AnnouncementMediaBody, ...accepts(pictureUpload) },
    )
    .delete(
      '/announcements/:id/media-upload',
      ({ operator, params }) => removeAnnouncementMedia(platform, operator, params.id),
      { params: IdParams },
    )
}
