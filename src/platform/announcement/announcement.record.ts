import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { recordColumns, time } from '../../kernel/database/columns'
import { IdParams } from '../../kernel/http/request-parts'
import { columnsOf } from '../../kernel/record/columns-of'
import { viewOf } from '../../kernel/record/record-view'
import { publishToHost } from '../company/company.live'
import { defineHostRecord } from '../host-record'
import type { Platform } from '../platform'
import {
  AnnouncementBody,
  AnnouncementMediaBody,
  announcementPictureBytesMax,
  announcementPriorities,
  ListAnnouncementsQuery,
} from './announcement.contract'

export const announcementTable = sqliteTable('announcement', {
  ...recordColumns,
  ...columnsOf(AnnouncementBody),
  mediaPath: text('media_path'),
  mediaName: text('media_name'),
  publishedAt: time('published_at').notNull(),
})

export const announcementSeenTable = sqliteTable(
  'announcement_seen',
  {
    companyId: integer('company_id').notNull(),
    userId: integer('user_id').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] })],
)

export const AnnouncementView = viewOf(announcementTable, {
  priority: v.picklist(announcementPriorities),
  publishedAt: 'hidden',
})
export type AnnouncementView = v.InferOutput<typeof AnnouncementView>

type AnnouncementEvent =
  { action: 'create' | 'update'; record: AnnouncementView } | { action: 'delete'; id: number } | { action: 'seen' }

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    announcement: AnnouncementEvent
  }
}

export const announcementRecords = defineHostRecord({
  subject: 'announcement',
  path: '/announcements',
  table: announcementTable,
  view: AnnouncementView,
  body: AnnouncementBody,
  notFound: 'ERR_NO_ANNOUNCEMENT_FOUND',
  one: true,
  calls: {
    'GET /announcements': {
      query: ListAnnouncementsQuery,
      answer: v.object({
        records: v.array(AnnouncementView),
        hasMore: v.boolean(),
        count: v.number(),
        unseen: v.number(),
      }),
    },
    'GET /announcements/:id': { params: IdParams, answer: AnnouncementView },
    'POST /announcements/seen': { answer: v.object({ unseen: v.number() }) },
    'POST /announcements/:id/media-upload': {
      params: IdParams,
      body: AnnouncementMediaBody,
      limits: { files: { fields: { file: 1 }, fileBytesMax: announcementPictureBytesMax } },
      answer: AnnouncementView,
    },
    'DELETE /announcements/:id/media-upload': { params: IdParams, answer: AnnouncementView },
  },
  everyone: ['GET /announcements', 'GET /announcements/:id', 'POST /announcements/seen'],
  sort: (a, b) => a.priority - b.priority || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
  nameOf: ({ title }) => title,
  searchText: ({ title, text }) => `${title} ${text}`,
  present:
    () =>
    ({ mediaPath }) => ({ mediaPath: mediaPath === null ? null : `/announcements/media/${mediaPath}` }),
  creates: ({ now }, body) => ({ ...body, publishedAt: now }),
  /** Reactivating marks it unread for everybody; editing does not. */
  updates: ({ now }, body, before) => ({ ...body, ...(body.status && !before.status && { publishedAt: now }) }),
  changed({ platform }, action, { mediaPath }) {
    if (action === 'delete') eraseAnnouncementFile(platform, mediaPath)
  },
  publish(platform, action, record) {
    const data =
      action === 'delete' || !record.status ? { action: 'delete' as const, id: record.id } : { action, record }
    publishToHost(platform, { event: 'announcement', data }, 'all')
  },
})

export const announcementFile = ({ config }: Platform, name: string) => join(config.dataDir, 'announcements', name)

export function eraseAnnouncementFile(platform: Platform, fileName: string | null) {
  if (fileName !== null) rmSync(announcementFile(platform, fileName), { force: true })
}
