import { eq } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import { perCompany } from '../kernel/company/company-files'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { foldText } from '../kernel/text/fold-text.contract'
import { mediaUrl } from '../kernel/file/media-store'
import { pageOf, refuseOtherCompany } from '../kernel/http/request-parts'
import { searchWords } from '../kernel/text/search-words.contract'
import type { QuickMessageRecord, QuickMessageView } from './quick-message.calls'
import type { QuickMessageListQuery, QuickMessagePageQuery } from './quick-message.contract'
import { canSeeQuickMessage } from './quick-message.policy'
import { quickMessageTable } from './quick-message.tables'
import { presentQuickMessages, type UsableRow } from './quick-message.view'

export type QuickMessageRow = typeof quickMessageTable.$inferSelect

interface ListedRow {
  id: number
  userId: number | null
}

const visible = 'q.user_id = ?1 OR q.visao = 1 OR q.geral = 1'
const inOrder = 'ORDER BY q.shortcode COLLATE NOCASE, q.user_id IS NOT ?1, q.id'

const statements = perCompany(({ sqlite }) => ({
  usable: sqlite.prepare<UsableRow, [number]>(
    `SELECT q.id, q.shortcode, q.message, q.geral, q.visao, q.user_id AS userId, m.key AS mediaKey, m.name AS mediaName
     FROM quick_message q LEFT JOIN media m ON m.id = q.media_id WHERE ${visible} ${inOrder}`,
  ),
  all: sqlite.prepare<ListedRow, [number]>(
    `SELECT q.id, q.user_id AS userId FROM quick_message q WHERE ${visible} ${inOrder}`,
  ),
  searched: sqlite.prepare<ListedRow & { text: string }, [number]>(
    `SELECT q.id, q.user_id AS userId, q.shortcode || ' ' || q.message AS text
     FROM quick_message q WHERE ${visible} ${inOrder}`,
  ),
}))

/** Folded texts by quick message: folding thousands takes longer than searching them. */
const foldedTexts = perCompany(() => new Map<number, { text: string; folded: string }>())

function foldedText(known: Map<number, { text: string; folded: string }>, id: number, text: string): string {
  const kept = known.get(id)
  if (kept?.text === text) return kept.folded
  const folded = foldText(text)
  known.set(id, { text, folded })
  return folded
}

function searchVisible(ctx: CompanyContext, userId: number, typed: string): ListedRow[] {
  const words = searchWords(typed)
  if (words.length === 0) return statements(ctx.company).all.all(userId)
  const known = foldedTexts(ctx.company)
  return statements(ctx.company)
    .searched.all(userId)
    .filter(({ id, text }) => {
      const folded = foldedText(known, id, text)
      return words.every((word) => folded.includes(word))
    })
}

/**
 * Returns the user's own quick messages and the shared ones, by shortcode.
 * @throws Refusal ERR_NO_PERMISSION for others'
 */
export function listUsableQuickMessages(ctx: CompanyContext, query: QuickMessageListQuery): QuickMessageView[] {
  return statements(ctx.company)
    .usable.all(assertOwnQuery(ctx, query))
    .map(({ mediaKey, geral, visao, ...row }) => ({
      ...row,
      geral: geral === 1,
      visao: visao === 1,
      status: geral === 1,
      mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
      isMedia: mediaKey !== null,
    }))
}

export function listQuickMessages(ctx: CompanyContext, query: QuickMessagePageQuery) {
  const userId = assertOwnQuery(ctx, query)
  const found = searchVisible(ctx, userId, query.searchParam).filter((row) => !query.mine || row.userId === userId)
  const { rows, ...page } = pageOf(found, query.pageNumber)
  return {
    records: presentQuickMessages(
      ctx,
      rows.map(({ id }) => id),
    ),
    ...page,
  }
}

function assertOwnQuery(ctx: CompanyContext, query: QuickMessageListQuery) {
  refuseOtherCompany(ctx, query.companyId)
  const userId = actingUserId(ctx.actor) ?? 0
  if (query.userId !== undefined && query.userId !== userId) refuse('ERR_NO_PERMISSION')
  return userId
}

export function findQuickMessage(ctx: CompanyContext, id: number): QuickMessageRow | undefined {
  return ctx.db.select().from(quickMessageTable).where(eq(quickMessageTable.id, id)).get()
}

/** @throws Refusal ERR_NO_QUICK_MESSAGE_FOUND, also for one that the actor does not see */
export function getQuickMessage(ctx: CompanyContext, id: number): QuickMessageRow {
  const found = findQuickMessage(ctx, id)
  return required(found && canSeeQuickMessage(ctx.actor, found) ? found : undefined, 'ERR_NO_QUICK_MESSAGE_FOUND')
}

/** Returns the quick message as in answers. @throws Refusal ERR_NO_QUICK_MESSAGE_FOUND */
export function getQuickMessageView(ctx: CompanyContext, id: number): QuickMessageRecord {
  return required(presentQuickMessages(ctx, [getQuickMessage(ctx, id).id])[0], 'ERR_NO_QUICK_MESSAGE_FOUND')
}
