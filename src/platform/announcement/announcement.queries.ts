import { and, count, eq, gt } from 'drizzle-orm'
import { required } from '../../kernel/errors'
import type { AnnouncementId, CompanyId, UserId } from '../../kernel/ids'
import { recordTable } from '../../kernel/record/record-table'
import type { AnnouncementPage, AnnouncementView } from './announcement.calls'
import type { ListAnnouncementsQuery } from './announcement.contract'
import { announcementSeenTable, announcementTable } from './announcement.tables'
import { type Platform, recordContext } from '../platform'

export type Announcement = typeof announcementTable.$inferSelect

export interface AnnouncementReader {
  companyId: CompanyId
  userId: UserId
  super: boolean
}

export const announcementRecords = recordTable({
  table: announcementTable,
  notFound: 'ERR_NO_ANNOUNCEMENT_FOUND',
  sort: (a, b) => a.priority - b.priority || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
  searchText: ({ title, text }) => `${title} ${text}`,
})

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND */
export const getAnnouncement = (platform: Platform, id: AnnouncementId) =>
  announcementRecords.get(recordContext(platform), id)

/** Inactive announcements are hidden from everybody but super users. @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND */
export function getAnnouncementFor(platform: Platform, reader: AnnouncementReader, id: AnnouncementId) {
  const announcement = getAnnouncement(platform, id)
  const shown = announcement.status || reader.super ? announcement : undefined
  return presentAnnouncement(required(shown, 'ERR_NO_ANNOUNCEMENT_FOUND'))
}

/** Sorted by priority, then newest first. There are only dozens, so all are read and searched in memory. */
export function listAnnouncements(
  platform: Platform,
  reader: AnnouncementReader,
  { show, ...query }: ListAnnouncementsQuery,
): AnnouncementPage {
  const shown = show === 'all' && reader.super ? undefined : eq(announcementTable.status, true)
  const { rows, hasMore, count: matches } = announcementRecords.listPage(recordContext(platform), query, shown)
  return {
    records: rows.map(presentAnnouncement),
    hasMore,
    count: matches,
    unseen: countUnseenAnnouncements(platform, reader),
  }
}

function countUnseenAnnouncements({ catalog }: Platform, { companyId, userId }: AnnouncementReader) {
  const mine = and(eq(announcementSeenTable.companyId, companyId), eq(announcementSeenTable.userId, userId))
  const seen = catalog.db.select().from(announcementSeenTable).where(mine).get()
  const isNew = seen && gt(announcementTable.publishedAt, seen.seenAt)
  const row = catalog.db
    .select({ n: count() })
    .from(announcementTable)
    .where(and(eq(announcementTable.status, true), isNew))
    .get()
  return row?.n ?? 0
}

export function presentAnnouncement(announcement: Announcement): AnnouncementView {
  const { id, title, text, priority, status, mediaPath, mediaName, createdAt, updatedAt } = announcement
  return {
    id,
    title,
    text,
    priority,
    status,
    mediaPath: mediaPath === null ? null : `/announcements/media/${mediaPath}`,
    mediaName,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
