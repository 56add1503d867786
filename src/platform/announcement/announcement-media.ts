import { eq } from 'drizzle-orm'
import { existsSync, mkdirSync } from 'node:fs'
import { required } from '../../kernel/errors'
import { type AnnouncementId, randomToken } from '../../kernel/ids'
import { remakePicture } from '../../kernel/file/remake-picture'
import { serveFile } from '../../kernel/http/serve-file'
import { announcementPictureBytesMax } from './announcement.contract'
import { announcementFile, announcementRecords, announcementTable, eraseAnnouncementFile } from './announcement.record'
import type { HostContext } from '../host-record'
import type { Platform } from '../platform'

const pictureRules = {
  field: 'file',
  bytesMax: announcementPictureBytesMax,
  edgePixelsMax: 1600,
  format: 'webp',
} as const
const nameLengthMax = 255

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND, ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT when the bytes are no picture */
export async function setAnnouncementMedia(ctx: HostContext, id: AnnouncementId, file: File) {
  const { platform } = ctx
  announcementRecords.get(ctx, id)
  const picture = await remakePicture(file, pictureRules)
  const mediaPath = `${randomToken(24)}.webp`
  mkdirSync(announcementFile(platform, ''), { recursive: true, mode: 0o700 })
  await Bun.write(announcementFile(platform, mediaPath), picture)
  try {
    return replaceMedia(ctx, id, { mediaPath, mediaName: file.name.slice(0, nameLengthMax) })
  } catch (error) {
    // The picture was uploaded while the announcement was deleted.
    eraseAnnouncementFile(platform, mediaPath)
    throw error
  }
}

interface AnnouncementFile {
  mediaPath: string | null
  mediaName: string | null
}

export function replaceMedia(ctx: HostContext, id: AnnouncementId, next: AnnouncementFile) {
  const former = announcementRecords.get(ctx, id).mediaPath
  const announcement = announcementRecords.update(ctx, id, next)
  eraseAnnouncementFile(ctx.platform, former)
  return announcementRecords.present(ctx, announcement)
}

/**
 * Only files of announcements that the user may read are served.
 * @throws Refusal
 */
export function readAnnouncementMedia(platform: Platform, isSuper: boolean, request: Request, fileName: string) {
  const path = announcementFile(platform, fileName)
  const { db } = platform.catalog
  const found = db.select().from(announcementTable).where(eq(announcementTable.mediaPath, fileName)).get()
  const shown = found && (found.status || isSuper) && existsSync(path)
  const { mediaName } = required(shown ? found : undefined, 'ERR_NO_MEDIA_FOUND')
  const name = `${(mediaName ?? '').replace(/\.\w+$/, '')}.webp`
  return serveFile(request, { path, key: fileName, name, type: 'image/webp' })
}
