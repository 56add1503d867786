import { and, eq, isNull, ne } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { LongWork } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import { deleteMedia, recordFile, withStagedFiles } from '../kernel/file/media-store'
import type { QuickMessageBody, UpdateQuickMessageBody } from './quick-message.contract'
import { canChangeQuickMessage, canOwnQuickMessage } from './quick-message.policy'
import { getQuickMessage, type QuickMessageRow } from './quick-message.queries'
import { quickMessageTable } from './quick-message.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'quickMessage.created': { quickMessageId: number }
    /** `hides`: it is no longer shared. */
    'quickMessage.updated': { quickMessageId: number; hides: boolean }
    'quickMessage.deleted': { quickMessageId: number; shortcode: string; userId: UserId | null; shared: boolean }
  }
}

type Changes = Partial<Pick<QuickMessageRow, 'shortcode' | 'message' | 'geral' | 'visao' | 'mediaId' | 'userId'>>

/** @throws Refusal ERR_INVALID_INPUT with fields */
export function createQuickMessage(ctx: CompanyContext, body: QuickMessageBody): number {
  const { shortcode, message, geral, visao, isMedia } = body
  return ctx.transaction(() => {
    const userId = actingUserId(ctx.actor) ?? null
    assertFree(ctx, shortcode, userId)
    if (!isMedia) assertHasContent(message, null)
    const times = { createdAt: ctx.now, updatedAt: ctx.now }
    const { id } = ctx.db
      .insert(quickMessageTable)
      .values({ shortcode, message, geral, visao: visao || geral, userId, ...times })
      .returning({ id: quickMessageTable.id })
      .get()
    recordEvent(ctx, 'quickMessage.created', {}, { quickMessageId: id })
    return id
  })
}

/** Only the owner and admins decide who sees it. @throws Refusal ERR_NO_PERMISSION, ERR_INVALID_INPUT with fields */
export function updateQuickMessage(ctx: CompanyContext, id: number, body: UpdateQuickMessageBody) {
  ctx.transaction(() => {
    const before = getChangeable(ctx, id)
    const { shortcode = before.shortcode, message = before.message, geral = before.geral } = body
    const visao = geral || (body.visao ?? before.visao)
    const decides = geral !== before.geral || visao !== before.visao
    if (decides && !canOwnQuickMessage(ctx.actor, before)) refuse('ERR_NO_PERMISSION')
    if (shortcode !== before.shortcode) assertFree(ctx, shortcode, before.userId, id)
    if (!body.isMedia) assertHasContent(message, before.mediaId)
    write(ctx, before, { shortcode, message, geral, visao })
  })
}

/** @throws Refusal ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION */
export function deleteQuickMessage(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const message = getQuickMessage(ctx, id)
    if (!canOwnQuickMessage(ctx.actor, message)) refuse('ERR_NO_PERMISSION')
    remove(ctx, message)
  })
}

/** Stores its file, replacing an earlier one. @throws Refusal ERR_INVALID_INPUT for an empty file */
export async function setQuickMessageFile(ctx: CompanyContext, id: number, file: File) {
  getChangeable(ctx, id)
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { file: 'empty' } })
  await withStagedFiles(ctx, async (stage) => {
    const staged = await stage(file, file.name, file.type)
    ctx.transaction(() => {
      const before = getChangeable(ctx, id)
      const media = recordFile(ctx, staged, 'quick-message', id)
      if (before.mediaId !== null) deleteMedia(ctx, before.mediaId)
      write(ctx, before, { mediaId: media.id })
    })
  })
}

/** @throws Refusal ERR_INVALID_INPUT when nothing would be left to send */
export function removeQuickMessageFile(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const before = getChangeable(ctx, id)
    if (before.mediaId === null) return
    assertHasContent(before.message, null)
    deleteMedia(ctx, before.mediaId)
    write(ctx, before, { mediaId: null })
  })
}

/** Called before a user is deleted. Shared messages stay without an owner, others are deleted. */
export const leaveQuickMessages = (ctx: CompanyContext, userId: UserId): LongWork<QuickMessageRow> => ({
  next: () => ctx.db.select().from(quickMessageTable).where(eq(quickMessageTable.userId, userId)).limit(100).all(),
  work(message) {
    if (message.visao || message.geral) write(ctx, message, { userId: null })
    else remove(ctx, message)
  },
})

function getChangeable(ctx: CompanyContext, id: number): QuickMessageRow {
  const message = getQuickMessage(ctx, id)
  if (!canChangeQuickMessage(ctx.actor, message)) refuse('ERR_NO_PERMISSION')
  return message
}

function write(ctx: CompanyContext, before: QuickMessageRow, changes: Changes) {
  const { id } = before
  ctx.db
    .update(quickMessageTable)
    .set({ ...changes, updatedAt: ctx.now })
    .where(eq(quickMessageTable.id, id))
    .run()
  const hides = before.visao && changes.visao === false
  recordEvent(ctx, 'quickMessage.updated', {}, { quickMessageId: id, hides })
}

function remove(ctx: CompanyContext, { id, shortcode, userId, visao, geral, mediaId }: QuickMessageRow) {
  if (mediaId !== null) deleteMedia(ctx, mediaId)
  ctx.db.delete(quickMessageTable).where(eq(quickMessageTable.id, id)).run()
  recordEvent(ctx, 'quickMessage.deleted', {}, { quickMessageId: id, shortcode, userId, shared: visao || geral })
}

/** Shortcuts are unique per user, not in the company. */
function assertFree(ctx: CompanyContext, shortcode: string, userId: UserId | null, ownId = 0) {
  const owner = userId === null ? isNull(quickMessageTable.userId) : eq(quickMessageTable.userId, userId)
  const same = and(owner, eq(quickMessageTable.shortcode, shortcode), ne(quickMessageTable.id, ownId))
  const taken = ctx.db.select({ id: quickMessageTable.id }).from(quickMessageTable).where(same).get()
  if (taken) refuse('ERR_INVALID_INPUT', { fields: { shortcode: 'shortcodeTaken' } })
}

function assertHasContent(message: string, mediaId: number | null) {
  if (message.trim() === '' && mediaId === null) refuse('ERR_INVALID_INPUT', { fields: { message: 'required' } })
}
