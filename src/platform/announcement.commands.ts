import { eq } from 'drizzle-orm'
import type { AnnouncementId } from '../kernel/ids'
import { eraseAnnouncementFile } from './announcement-media'
import type { AnnouncementBody, UpdateAnnouncementBody } from './announcement.contract'
import { publishAnnouncement, publishAnnouncementRemoval, publishAnnouncementsSeen } from './announcement.live'
import { type AnnouncementReader, getAnnouncement, presentAnnouncement } from './announcement.queries'
import { announcementSeenTable, announcementTable } from './announcement.tables'
import { audit, type Platform, type PlatformActor } from './platform'

export function createAnnouncement(platform: Platform, actor: PlatformActor, body: AnnouncementBody) {
  const now = platform.clock.now()
  const announcement = platform.catalog.db
    .insert(announcementTable)
    .values({ ...body, publishedAt: now, createdAt: now, updatedAt: now })
    .returning()
    .get()
  audit(platform, 'announcement.created', actor, { announcementId: announcement.id })
  publishAnnouncement(platform, 'create', announcement)
  return presentAnnouncement(announcement)
}

/** Reactivating an announcement marks it unread for everybody; editing does not. @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND */
export function updateAnnouncement(
  platform: Platform,
  actor: PlatformActor,
  id: AnnouncementId,
  body: UpdateAnnouncementBody,
) {
  const before = getAnnouncement(platform, id)
  const now = platform.clock.now()
  const published = body.status && !before.status ? { publishedAt: now } : {}
  platform.catalog.db
    .update(announcementTable)
    .set({ ...body, ...published, updatedAt: now })
    .where(eq(announcementTable.id, id))
    .run()
  audit(platform, 'announcement.updated', actor, { announcementId: id, fields: Object.keys(body) })
  const announcement = getAnnouncement(platform, id)
  publishAnnouncement(platform, 'update', announcement)
  return presentAnnouncement(announcement)
}

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND */
export function deleteAnnouncement(platform: Platform, actor: PlatformActor, id: AnnouncementId) {
  const { mediaPath } = getAnnouncement(platform, id)
  platform.catalog.db.delete(announcementTable).where(eq(announcementTable.id, id)).run()
  eraseAnnouncementFile(platform, mediaPath)
  audit(platform, 'announcement.deleted', actor, { announcementId: id })
  publishAnnouncementRemoval(platform, id)
}

/** Marks everything published until now as read by the user, in all of their windows. */
export function markAnnouncementsSeen(platform: Platform, { companyId, userId }: AnnouncementReader) {
  const seenAt = platform.clock.now()
  platform.catalog.db
    .insert(announcementSeenTable)
    .values({ companyId, userId, seenAt })
    .onConflictDoUpdate({ target: [announcementSeenTable.companyId, announcementSeenTable.userId], set: { seenAt } })
    .run()
  publishAnnouncementsSeen(platform, companyId, userId)
}
