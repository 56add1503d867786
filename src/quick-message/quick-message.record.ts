import { and, eq, ne, or, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { flag, recordColumns } from '../kernel/database/columns'
import { isOther, isSame } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import { deleteMedia, findMedia, mediaUrl } from '../kernel/file/media-store'
import { mediaTable } from '../kernel/file/media.tables'
import { IdParams } from '../kernel/http/request-parts'
import type { UserId } from '../kernel/ids'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { listUserNames, nameOfUser } from '../user/user.queries'
import {
  QuickMessageBody,
  QuickMessageFileBody,
  quickMessageFileBytesMax,
  QuickMessageListQuery,
  QuickMessagePageQuery,
  UpdateQuickMessageBody,
} from './quick-message.contract'
import { canChangeQuickMessage, canOwnQuickMessage } from './quick-message.policy'

export const quickMessageTable = sqliteTable('quick_message', {
  ...recordColumns,
  shortcode: text('shortcode').notNull(),
  message: text('message').notNull().default(''),
  /** Shared with all users, who may also change it. */
  geral: flag('geral').notNull().default(false),
  /** Visible to all users. Without `geral`, only its owner may change it. */
  visao: flag('visao').notNull().default(false),
  userId: integer('user_id'),
  mediaId: integer('media_id'),
})

export const QuickMessageRecord = viewOf(quickMessageTable, {
  mediaId: 'hidden',
  /** The same as `geral`. */
  status: v.boolean(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  isMedia: v.boolean(),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type QuickMessageRecord = v.InferOutput<typeof QuickMessageRecord>

export const QuickMessageView = v.omit(QuickMessageRecord, ['user', 'createdAt', 'updatedAt'])
export type QuickMessageView = v.InferOutput<typeof QuickMessageView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    quickMessage: QuickMessageRecord
  }
}

const limits = { files: { fields: { file: 1 }, fileBytesMax: quickMessageFileBytesMax } }

export const quickMessageRecords = defineRecord({
  subject: 'quickMessage',
  path: '/quick-messages',
  list: { query: QuickMessagePageQuery },
  table: quickMessageTable,
  view: QuickMessageRecord,
  body: QuickMessageBody,
  updateBody: UpdateQuickMessageBody,
  notFound: 'ERR_NO_QUICK_MESSAGE_FOUND',
  read: { sharedBy: ['visao', 'geral'], users: listUserNames },
  change: canChangeQuickMessage,
  one: true,
  nameOf: ({ shortcode }) => shortcode,
  searchText: ({ shortcode, message }) => `${shortcode} ${message}`,
  calls: {
    'GET /quick-messages/list': { query: QuickMessageListQuery, answer: v.array(QuickMessageView) },
    'POST /quick-messages/:id/media-upload': {
      params: IdParams,
      body: QuickMessageFileBody,
      limits,
      answer: QuickMessageRecord,
    },
    'DELETE /quick-messages/:id/media-upload': { params: IdParams, answer: QuickMessageRecord },
  },
  present:
    (ctx) =>
    ({ geral, userId, mediaId }) => {
      const media = findMedia(ctx, mediaId)
      return {
        ...fileOf(media?.key ?? null, media?.name ?? null),
        status: geral,
        user: nameOfUser(ctx, userId),
      }
    },
  creates(ctx, { shortcode, message, geral, visao, isMedia }) {
    const userId = actingUserId(ctx.actor) ?? null
    assertFree(ctx, shortcode, userId)
    if (!isMedia) assertHasContent(message, null)
    return { shortcode, message, geral, visao: visao || geral, userId }
  },
  /** Only the owner and admins decide who sees it. */
  updates(ctx, { isMedia, ...body }, before) {
    const { shortcode = before.shortcode, message = before.message, geral = before.geral } = body
    const visao = geral || (body.visao ?? before.visao)
    const decides = geral !== before.geral || visao !== before.visao
    if (decides && !canOwnQuickMessage(ctx.actor, before)) refuse('ERR_NO_PERMISSION')
    if (shortcode !== before.shortcode) assertFree(ctx, shortcode, before.userId, before.id)
    if (!isMedia) assertHasContent(message, before.mediaId)
    return { shortcode, message, geral, visao }
  },
  deletes(ctx, message) {
    if (!canOwnQuickMessage(ctx.actor, message)) refuse('ERR_NO_PERMISSION')
    deleteMedia(ctx, message.mediaId)
  },
})

const fileOf = (mediaKey: string | null, mediaName: string | null) => ({
  mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
  mediaName,
  isMedia: mediaKey !== null,
})

const usable = statement((db, { userId }: { userId: number }) => {
  const { id, shortcode, message, geral, visao, userId: ownerId, mediaId } = quickMessageTable
  return db
    .select({
      id,
      shortcode,
      message,
      geral,
      visao,
      userId: ownerId,
      mediaKey: mediaTable.key,
      mediaName: mediaTable.name,
    })
    .from(quickMessageTable)
    .leftJoin(mediaTable, eq(mediaTable.id, mediaId))
    .where(or(eq(ownerId, userId), eq(visao, true), eq(geral, true)))
    .orderBy(sql`${shortcode} COLLATE NOCASE`, isOther(ownerId, userId), id)
})

/** The user's own quick messages and the shared ones, by shortcode. There may be thousands. */
export const listUsableQuickMessages = (ctx: CompanyContext): QuickMessageView[] =>
  usable
    .all(ctx, { userId: actingUserId(ctx.actor) ?? 0 })
    .map(({ mediaKey, mediaName, ...row }) => ({ ...row, status: row.geral, ...fileOf(mediaKey, mediaName) }))

/** Unique per user. */
function assertFree(ctx: CompanyContext, shortcode: string, userId: UserId | null, ownId = 0) {
  const { userId: ownerId, shortcode: ofMessage, id } = quickMessageTable
  const same = and(isSame(ownerId, userId), eq(ofMessage, shortcode), ne(id, ownId))
  const taken = ctx.db.select({ id }).from(quickMessageTable).where(same).get()
  if (taken) refuse('ERR_INVALID_INPUT', { fields: { shortcode: 'shortcodeTaken' } })
}

export function assertHasContent(message: string, mediaId: number | null) {
  if (message.trim() === '' && mediaId === null) refuse('ERR_INVALID_INPUT', { fields: { message: 'required' } })
}
