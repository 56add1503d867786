import { and, count, desc, eq, gt } from 'drizzle-orm'
import { required } from '../kernel/errors'
import type { AnnouncementId, CompanyId, UserId } from '../kernel/ids'
import { matchesSearch } from '../kernel/search-words.contract'
import { pageOf } from '../kernel/request-parts'
import type { AnnouncementPage, AnnouncementView } from './announcement.calls'
import type { AnnouncementPriority, ListAnnouncementsQuery } from './announcement.contract'
import { announcementSeenTable, announcementTable } from './announcement.tables'
import type { Platform } from './platform'

export type Announcement = typeof announcementTable.$inferSelect

/** The reader and their permissions. */
export interface AnnouncementReader {
  companyId: CompanyId
  userId: UserId
  super: boolean
}

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND */
export function getAnnouncement({ catalog }: Platform, id: AnnouncementId): Announcement {
  const row = catalog.db.select().from(announcementTable).where(eq(announcementTable.id, id)).get()
  return required(row, 'ERR_NO_ANNOUNCEMENT_FOUND')
}

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
  { searchParam, pageNumber, show }: ListAnnouncementsQuery,
): AnnouncementPage {
  const all = platform.catalog.db
    .select()
    .from(announcementTable)
    .where(show === 'all' && reader.super ? undefined : eq(announcementTable.status, true))
    .orderBy(announcementTable.priority, desc(announcementTable.createdAt), desc(announcementTable.id))
    .all()
  const found = all.filter(({ title, text }) => matchesSearch(`${title} ${text}`, searchParam))
  const { rows, hasMore, count: matches } = pageOf(found, pageNumber)
  return {
    records: rows.map(presentAnnouncement),
    hasMore,
    count: matches,
    unseen: countUnseenAnnouncements(platform, reader),
  }
}

export function countUnseenAnnouncements({ catalog }: Platform, { companyId, userId }: AnnouncementReader) {
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
    priority: priority as AnnouncementPriority,
    status,
    mediaPath: mediaPath === null ? null : `/announcements/media/${mediaPath}`,
    mediaName,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
