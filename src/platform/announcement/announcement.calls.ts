import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { viewOf } from '../../kernel/record/record-view'
import {
  AnnouncementBody,
  AnnouncementMediaBody,
  announcementPictureBytesMax,
  announcementPriorities,
  ListAnnouncementsQuery,
  UpdateAnnouncementBody,
} from './announcement.contract'
import { announcementTable } from './announcement.tables'

/** `mediaPath`: the picture's URL; null without a picture. */
export const AnnouncementView = viewOf(announcementTable, {
  priority: v.picklist(announcementPriorities),
  publishedAt: 'hidden',
})
export type AnnouncementView = v.InferOutput<typeof AnnouncementView>

export const AnnouncementPage = v.object({
  records: v.array(AnnouncementView),
  hasMore: v.boolean(),
  count: v.number(),
  /** Number of active announcements published since this user last looked. */
  unseen: v.number(),
})
export type AnnouncementPage = v.InferOutput<typeof AnnouncementPage>

export const announcementCalls = defineCalls({
  'GET /announcements': { query: ListAnnouncementsQuery, answer: AnnouncementPage },
  'GET /announcements/:id': { params: IdParams, answer: AnnouncementView },
  'POST /announcements/seen': { answer: v.object({ unseen: v.number() }) },
})

/** Authenticated by cookie, too, since an <img> sends no bearer token. */
export const announcementFileCalls = defineCalls({
  'GET /announcements/media/:file': {
    params: v.object({ file: v.pipe(v.string(), v.maxLength(100)) }),
    answer: 'file',
  },
})

const pictureUpload = { files: { fields: { file: 1 }, fileBytesMax: announcementPictureBytesMax } }

export const announcementWritingCalls = defineCalls({
  'POST /announcements': { body: AnnouncementBody, answer: AnnouncementView },
  'PUT /announcements/:id': { params: IdParams, body: UpdateAnnouncementBody, answer: AnnouncementView },
  'DELETE /announcements/:id': { params: IdParams, answer: Done },
  'POST /announcements/:id/media-upload': {
    params: IdParams,
    body: AnnouncementMediaBody,
    limits: pictureUpload,
    answer: AnnouncementView,
  },
  'DELETE /announcements/:id/media-upload': { params: IdParams, answer: AnnouncementView },
})

/** The live event `announcement`. A deactivated announcement is reported to its readers as deleted. */
export type AnnouncementEvent =
  | { action: 'create' | 'update'; record: AnnouncementView }
  | { action: 'delete'; id: number }
  /** To all windows of one user: everything was read. */
  | { action: 'seen' }

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    announcement: AnnouncementEvent
  }
}
