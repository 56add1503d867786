import { and, count, eq, gt } from 'drizzle-orm'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../kernel/company/actor'
import { refuse, required } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { defineCalls } from '../../kernel/http/calls'
import type { Authenticate } from '../../kernel/http/user-guard'
import { companyTopic, liveText } from '../../kernel/live/live'
import { firstCompanyId } from '../company/first-company'
import type { HostContext } from '../host-record'
import type { Platform } from '../platform'
import { readAnnouncementMedia, replaceMedia, setAnnouncementMedia } from './announcement-media'
import { announcementRecords, announcementSeenTable, announcementTable } from './announcement.record'

const { get, listPage, present } = announcementRecords

const isSuper = (actor: Actor) => actor.kind === 'user' && actor.super

/** Inactive announcements are hidden from everybody but super users. */
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

/** `ofFile` authenticates by cookie, too, since an <img> sends no bearer token. */
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
  const seenAt = ctx.now
  ctx.db
    .insert(announcementSeenTable)
    .values({ companyId, userId, seenAt })
    .onConflictDoUpdate({ target: [announcementSeenTable.companyId, announcementSeenTable.userId], set: { seenAt } })
    .run()
  const message = liveText(firstCompanyId, { event: 'announcement', data: { action: 'seen' } })
  ctx.platform.live.publish([companyTopic(companyId, `user:${userId}`)], message)
}
