import type { CompanyId, UserId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { announcementSeenTable } from './announcement.record'

declare module '../business/business' {
  interface BusinessNotes {
    'announcement.seen': { companyId: CompanyId; userId: UserId; atMs: number }
  }
}

export function storeSeen(
  { catalog }: Platform,
  { companyId, userId, atMs }: { companyId: CompanyId; userId: UserId; atMs: number },
) {
  const seenAt = new Date(atMs)
  catalog.db
    .insert(announcementSeenTable)
    .values({ companyId, userId, seenAt })
    .onConflictDoUpdate({ target: [announcementSeenTable.companyId, announcementSeenTable.userId], set: { seenAt } })
    .run()
}
