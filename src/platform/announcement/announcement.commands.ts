import type { AnnouncementId } from '../../kernel/ids'
import { eraseAnnouncementFile } from './announcement-media'
import type { AnnouncementBody, UpdateAnnouncementBody } from './announcement.contract'
import { publishAnnouncement, publishAnnouncementRemoval, publishAnnouncementsSeen } from './announcement.live'
import {
  type AnnouncementReader,
  announcementRecords,
  getAnnouncement,
  presentAnnouncement,
} from './announcement.queries'
import { announcementSeenTable } from './announcement.tables'
import { audit, type Platform, type PlatformActor, recordContext } from '../platform'

export function createAnnouncement(platform: Platform, actor: PlatformActor, body: AnnouncementBody) {
  const context = recordContext(platform)
  const announcement = announcementRecords.insert(context, { ...body, publishedAt: context.now })
  audit(platform, 'announcement.created', actor, { announcementId: announcement.id })
  publishAnnouncement(platform, 'create', announcement)
  return presentAnnouncement(announcement)
}

/**
 * Reactivating an announcement marks it unread for everybody; editing does not.
 * @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND
 */
export function updateAnnouncement(
  platform: Platform,
  actor: PlatformActor,
  id: AnnouncementId,
  body: UpdateAnnouncementBody,
) {
  const before = getAnnouncement(platform, id)
  const context = recordContext(platform)
  const published = body.status && !before.status ? { publishedAt: context.now } : {}
  const announcement = announcementRecords.update(context, id, { ...body, ...published })
  audit(platform, 'announcement.updated', actor, { announcementId: id, fields: Object.keys(body) })
  publishAnnouncement(platform, 'update', announcement)
  return presentAnnouncement(announcement)
}

export function deleteAnnouncement(platform: Platform, actor: PlatformActor, id: AnnouncementId) {
  const { mediaPath } = getAnnouncement(platform, id)
  announcementRecords.remove(recordContext(platform), id)
  eraseAnnouncementFile(platform, mediaPath)
  audit(platform, 'announcement.deleted', actor, { announcementId: id })
  publishAnnouncementRemoval(platform, id)
}

export function markAnnouncementsSeen(platform: Platform, { companyId, userId }: AnnouncementReader) {
  const seenAt = platform.clock.now()
  platform.catalog.db
    .insert(announcementSeenTable)
    .values({ companyId, userId, seenAt })
    .onConflictDoUpdate({ target: [announcementSeenTable.companyId, announcementSeenTable.userId], set: { seenAt } })
    .run()
  publishAnnouncementsSeen(platform, companyId, userId)
}
