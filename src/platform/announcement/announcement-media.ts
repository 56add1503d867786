import { eq } from 'drizzle-orm'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '../../kernel/errors'
import { type AnnouncementId, randomToken } from '../../kernel/ids'
import { remakePicture } from '../../kernel/file/remake-picture'
import { serveFile } from '../../kernel/http/serve-file'
import { announcementPictureBytesMax } from './announcement.contract'
import { publishAnnouncement } from './announcement.live'
import {
  type AnnouncementReader,
  announcementRecords,
  getAnnouncement,
  presentAnnouncement,
} from './announcement.queries'
import { announcementTable } from './announcement.tables'
import { audit, type Platform, type PlatformActor, recordContext } from '../platform'

const pictureRules = {
  field: 'file',
  bytesMax: announcementPictureBytesMax,
  edgePixelsMax: 1600,
  format: 'webp',
} as const
const nameLengthMax = 255

const pathOf = ({ config }: Platform, fileName: string) => join(config.dataDir, 'announcements', fileName)

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND, ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT when the bytes are no picture */
export async function setAnnouncementMedia(platform: Platform, actor: PlatformActor, id: AnnouncementId, file: File) {
  getAnnouncement(platform, id)
  const picture = await remakePicture(file, pictureRules)
  const mediaPath = `${randomToken(24)}.webp`
  mkdirSync(pathOf(platform, ''), { recursive: true, mode: 0o700 })
  await Bun.write(pathOf(platform, mediaPath), picture)
  try {
    return replaceMedia(platform, actor, id, { mediaPath, mediaName: file.name.slice(0, nameLengthMax) })
  } catch (error) {
    // The picture was uploaded while the announcement was deleted.
    eraseAnnouncementFile(platform, mediaPath)
    throw error
  }
}

export function removeAnnouncementMedia(platform: Platform, actor: PlatformActor, id: AnnouncementId) {
  return replaceMedia(platform, actor, id, { mediaPath: null, mediaName: null })
}

interface AnnouncementFile {
  mediaPath: string | null
  mediaName: string | null
}

function replaceMedia(platform: Platform, actor: PlatformActor, id: AnnouncementId, next: AnnouncementFile) {
  const former = getAnnouncement(platform, id).mediaPath
  const announcement = announcementRecords.update(recordContext(platform), id, next)
  eraseAnnouncementFile(platform, former)
  audit(platform, 'announcement.updated', actor, { announcementId: id, fields: ['media'] })
  publishAnnouncement(platform, 'update', announcement)
  return presentAnnouncement(announcement)
}

export function eraseAnnouncementFile(platform: Platform, fileName: string | null) {
  if (fileName !== null) rmSync(pathOf(platform, fileName), { force: true })
}

/**
 * Only files of announcements that the user may read are served.
 * @throws Refusal
 */
export function readAnnouncementMedia(
  platform: Platform,
  reader: AnnouncementReader,
  request: Request,
  fileName: string,
) {
  const { db } = platform.catalog
  const found = db.select().from(announcementTable).where(eq(announcementTable.mediaPath, fileName)).get()
  const shown = found && (found.status || reader.super) && existsSync(pathOf(platform, fileName))
  const { mediaName } = required(shown ? found : undefined, 'ERR_NO_MEDIA_FOUND')
  const name = `${(mediaName ?? '').replace(/\.\w+$/, '')}.webp`
  return serveFile(request, { path: pathOf(platform, fileName), key: fileName, name, type: 'image/webp' })
}
