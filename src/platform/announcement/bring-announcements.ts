import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Refusal } from '../../kernel/errors'
import type { Platform } from '../platform'
import { AnnouncementBody } from './announcement.contract'
import { announcementTable } from './announcement.record'
import { storePicture } from './announcement.routes'

interface Given {
  title: string
  text: string
  priority: number
  status: boolean
  at: Date
  picture: File | undefined
}

interface Brought {
  isNew: boolean
  hasPicture: boolean
}

/** Of another system. Undefined for one that our form would not take. */
export async function bringAnnouncement(
  platform: Platform,
  { picture, ...given }: Given,
): Promise<Brought | undefined> {
  const row = bringRow(platform, given)
  if (!row) return undefined
  const { id, isNew, mediaPath } = row
  const stored = picture && mediaPath === null ? await storeIfPicture(platform, picture) : undefined
  if (stored) platform.catalog.db.update(announcementTable).set(stored).where(eq(announcementTable.id, id)).run()
  return { isNew, hasPicture: mediaPath !== null || stored !== undefined }
}

async function storeIfPicture(platform: Platform, picture: File) {
  try {
    return await storePicture(platform, picture)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function bringRow({ catalog }: Platform, { at, ...given }: Omit<Given, 'picture'>) {
  const { success, output } = v.safeParse(AnnouncementBody, given)
  if (!success) return undefined
  const { id, title, text } = announcementTable
  const same = and(eq(title, output.title), eq(text, output.text))
  const { mediaPath } = announcementTable
  const known = catalog.db.select({ id, mediaPath }).from(announcementTable).where(same).get()
  if (known) return { ...known, isNew: false }
  const times = { publishedAt: at, createdAt: at, updatedAt: at }
  const added = catalog.db
    .insert(announcementTable)
    .values({ ...output, ...times })
    .returning({ id })
    .get()
  return { ...added, mediaPath: null, isNew: true }
}
