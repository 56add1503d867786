import { and, count, eq, gt } from 'drizzle-orm'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../kernel/company/actor'
import { refuse, required } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { defineCalls } from '../../kernel/http/calls'
import type { Authenticate } from '../../kernel/http/user-guard'
import { companyTopic, liveText } from '../../kernel/live/live'
import { firstCompanyId } from '../company/company.queries'
import type { HostContext } from '../host-record'
import type { Platform } from '../platform'
import {
  announcementRecords,
  announcementSeenTable,
  announcementTable,
  announcementFile,
  eraseAnnouncementFile,
} from './announcement.record'
import { existsSync, mkdirSync } from 'node:fs'
import { type AnnouncementId, randomToken } from '../../kernel/ids'
import { remakePicture } from '../../kernel/file/remake-picture'
import { serveFile } from '../../kernel/http/serve-file'
import { announcementPictureBytesMax } from './announcement.contract'

const pictureRules = {
  field: 'file',
  bytesMax: announcementPictureBytesMax,
  edgePixelsMax: 1600,
  format: 'webp',
} as const
const nameLengthMax = 255

/** @throws Refusal ERR_NO_ANNOUNCEMENT_FOUND, ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT for no picture */
export async function setAnnouncementMedia(ctx: HostContext, id: AnnouncementId, file: File) {
  announcementRecords.get(ctx, id)
  const stored = await storePicture(ctx.platform, file)
  try {
    return replaceMedia(ctx, id, stored)
  } catch (error) {
    // Deleted during the upload.
    eraseAnnouncementFile(ctx.platform, stored.mediaPath)
    throw error
  }
}

interface AnnouncementFile {
  mediaPath: string | null
  mediaName: string | null
}

/** @throws Refusal ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT for no picture */
export async function storePicture(platform: Platform, file: File) {
  const picture = await remakePicture(file, pictureRules)
  const mediaPath = `${randomToken(24)}.webp`
  mkdirSync(announcementFile(platform, ''), { recursive: true, mode: 0o700 })
  await Bun.write(announcementFile(platform, mediaPath), picture)
  return { mediaPath, mediaName: file.name.slice(0, nameLengthMax) }
}

function replaceMedia(ctx: HostContext, id: AnnouncementId, next: AnnouncementFile) {
  const former = announcementRecords.get(ctx, id).mediaPath
  const announcement = announcementRecords.update(ctx, id, next)
  eraseAnnouncementFile(ctx.platform, former)
  return announcementRecords.present(ctx, announcement)
}

/** Only of announcements that the user may read. @throws Refusal */
function readAnnouncementMedia(platform: Platform, isSuper: boolean, request: Request, fileName: string) {
  const path = announcementFile(platform, fileName)
  const { db } = platform.catalog
  const found = db.select().from(announcementTable).where(eq(announcementTable.mediaPath, fileName)).get()
  const shown = found && (found.status || isSuper) && existsSync(path)
  const { mediaName } = required(shown ? found : undefined, 'ERR_NO_MEDIA_FOUND')
  const name = `${(mediaName ?? '').replace(/\.\w+$/, '')}.webp`
  return serveFile(request, { path, key: fileName, name, type: 'image/webp' })
}

const { get, listPage, present } = announcementRecords

const isSuper = (actor: Actor) => actor.kind === 'user' && actor.super

/** Inactive ones are for super users. */
export const announcementRecord = announcementRecords.answering({
  'GET /announcements': ({ ctx, query: { show, ...query } }) => {
    const shown = show === 'all' && isSuper(ctx.actor) ? undefined : eq(announcementTable.status, true)
    const { rows, ...page } = listPage(ctx, query, shown)
    return { records: rows.map((row) => present(ctx, row)), ...page, unseen: countUnseen(ctx) }
  },
  'GET /announcements/:id': ({ ctx, params }) => {
    const announcement = get(ctx, params.id)
    const shown = announcement.status || isSuper(ctx.actor) ? announcement : undefined
    return present(ctx, required(shown, 'ERR_NO_ANNOUNCEMENT_FOUND'))
  },
  'POST /announcements/seen': ({ ctx }) => {
    markSeen(ctx)
    return { unseen: 0 }
  },
  'POST /announcements/:id/media-upload': ({ ctx, params, body }) => setAnnouncementMedia(ctx, params.id, body.file),
  'DELETE /announcements/:id/media-upload': ({ ctx, params }) =>
    replaceMedia(ctx, params.id, { mediaPath: null, mediaName: null }),
})

export const announcementFileCalls = defineCalls({
  'GET /announcements/media/:file': {
    params: v.object({ file: v.pipe(v.string(), v.maxLength(100)) }),
    answer: 'file',
  },
})

/** `ofFile` takes the cookie, since an <img> sends no bearer token. */
export const announcementFileRoutes = (platform: Platform, ofFile: Authenticate) =>
  answerCalls(new Elysia({ name: 'announcement-files' }), announcementFileCalls, {
    'GET /announcements/media/:file': async ({ params, request }) =>
      readAnnouncementMedia(platform, isSuper((await ofFile(request)).actor), request, params.file),
  })

function readerOf({ actor, companyId }: HostContext) {
  if (actor.kind !== 'user' || companyId === undefined) refuse('ERR_NO_PERMISSION')
  return { companyId, userId: actor.userId }
}

function countUnseen(ctx: HostContext) {
  const { companyId, userId } = readerOf(ctx)
  const mine = and(eq(announcementSeenTable.companyId, companyId), eq(announcementSeenTable.userId, userId))
  const seen = ctx.db.select().from(announcementSeenTable).where(mine).get()
  const isNew = seen && gt(announcementTable.publishedAt, seen.seenAt)
  const row = ctx.db
    .select({ n: count() })
    .from(announcementTable)
    .where(and(eq(announcementTable.status, true), isNew))
    .get()
  return row?.n ?? 0
}

function markSeen(ctx: HostContext) {
  const { companyId, userId } = readerOf(ctx)
  ctx.platform.business.note('announcement.seen', { companyId, userId, atMs: ctx.now.getTime() })
  const message = liveText(firstCompanyId, { event: 'announcement', data: { action: 'seen' } })
  ctx.platform.live.publish([companyTopic(companyId, `user:${userId}`)], message)
}
