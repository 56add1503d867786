import { actingUserId } from '../kernel/actor'
import { perCompany } from '../kernel/company-files'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { mediaUrl } from '../kernel/media-store'
import { refuseOtherCompany } from '../kernel/request-parts'
import type { QuickMessageView } from './quick-message.calls'
import type { QuickMessageListQuery } from './quick-message.contract'

interface QuickMessageRow {
  id: number
  shortcode: string
  message: string
  geral: number
  visao: number
  userId: number | null
  mediaKey: string | null
  mediaName: string | null
}

const usable = perCompany(({ sqlite }) =>
  sqlite.prepare<QuickMessageRow, [number]>(
    `SELECT q.id, q.shortcode, q.message, q.geral, q.visao, q.user_id AS userId, m.key AS mediaKey, m.name AS mediaName
     FROM quick_message q LEFT JOIN media m ON m.id = q.media_id
     WHERE q.user_id = ? OR q.visao = 1 OR q.geral = 1
     ORDER BY q.shortcode COLLATE NOCASE, q.id`,
  ),
)

/** What the person may answer with: their own, and what is shown to all. @throws Refusal ERR_NO_PERMISSION for others' */
export function listUsableQuickMessages(ctx: CompanyContext, query: QuickMessageListQuery): QuickMessageView[] {
  refuseOtherCompany(ctx, query.companyId)
  const userId = actingUserId(ctx.actor) ?? 0
  if (query.userId !== undefined && query.userId !== userId) refuse('ERR_NO_PERMISSION')
  return usable(ctx.company)
    .all(userId)
    .map(({ mediaKey, geral, visao, ...row }) => ({
      ...row,
      geral: geral === 1,
      visao: visao === 1,
      mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
      isMedia: mediaKey !== null,
    }))
}
