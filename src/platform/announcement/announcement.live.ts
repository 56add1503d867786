import type { AnnouncementId, CompanyId, UserId } from '../../kernel/ids'
import { companyTopic, liveText } from '../../kernel/live/live'
import type { AnnouncementEvent } from './announcement.calls'
import { type Announcement, presentAnnouncement } from './announcement.queries'
import { listCompanyIds } from '../company/company.queries'
import { firstCompanyId } from '../company/first-company'
import type { Platform } from '../platform'

/** The only event shared by all companies. It has no number: clients that reconnect reload the list. */
function publish({ live }: Platform, topics: readonly string[], data: AnnouncementEvent) {
  // Its name on the wire names no company.
  live.publish(topics, liveText(firstCompanyId, { event: 'announcement', data }))
}

/** Publishes to the open sockets of every company without opening company files. */
function publishToEverybody(platform: Platform, data: AnnouncementEvent) {
  const watched = listCompanyIds(platform).filter((id) => platform.live.watching(id) > 0)
  publish(
    platform,
    watched.map((id) => companyTopic(id, 'all')),
    data,
  )
}

/** An inactive announcement is published as deleted, since only super users see it. */
export function publishAnnouncement(platform: Platform, action: 'create' | 'update', announcement: Announcement) {
  if (announcement.status) publishToEverybody(platform, { action, record: presentAnnouncement(announcement) })
  else publishAnnouncementRemoval(platform, announcement.id)
}

export function publishAnnouncementRemoval(platform: Platform, id: AnnouncementId) {
  publishToEverybody(platform, { action: 'delete', id })
}

export function publishAnnouncementsSeen(platform: Platform, companyId: CompanyId, userId: UserId) {
  publish(platform, [companyTopic(companyId, `user:${userId}`)], { action: 'seen' })
}
