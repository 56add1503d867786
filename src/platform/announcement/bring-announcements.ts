import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Platform } from '../platform'
import { AnnouncementBody } from './announcement.contract'
import { announcementTable } from './announcement.record'

interface Given {
  title: string
  text: string
  priority: number
  status: boolean
  at: Date
}

/** Of another system. Undefined for one that our form would not take, false for one that is here. */
export function bringAnnouncement({ catalog }: Platform, { at, ...given }: Given): boolean | undefined {
  const { success, output } = v.safeParse(AnnouncementBody, given)
  if (!success) return undefined
  const { id, title, text } = announcementTable
  const same = and(eq(title, output.title), eq(text, output.text))
  if (catalog.db.select({ id }).from(announcementTable).where(same).get()) return false
  const times = { publishedAt: at, createdAt: at, updatedAt: at }
  catalog.db
    .insert(announcementTable)
    .values({ ...output, ...times })
    .run()
  return true
}
