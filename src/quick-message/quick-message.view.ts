import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { mediaUrl } from '../kernel/file/media-store'
import type { QuickMessageRecord } from './quick-message.calls'

// Joined, because lists show the owner and the file.
const byIds = perCompany(({ sqlite }) =>
  sqlite.prepare<Row, [string]>(
    `SELECT q.id, q.shortcode, q.message, q.geral, q.visao, q.user_id AS userId, u.name AS userName, m.key AS mediaKey,
       m.name AS mediaName, q.created_at AS createdAt, q.updated_at AS updatedAt
     FROM json_each(?) ids JOIN quick_message q ON q.id = ids.value
     LEFT JOIN user u ON u.id = q.user_id LEFT JOIN media m ON m.id = q.media_id
     ORDER BY ids.key`,
  ),
)

export interface UsableRow {
  id: number
  shortcode: string
  message: string
  geral: number
  visao: number
  userId: number | null
  mediaKey: string | null
  mediaName: string | null
}

interface Row extends UsableRow {
  userName: string | null
  createdAt: number
  updatedAt: number
}

/** Quick messages as they are answered, in the order of the ids. */
export function presentQuickMessages(ctx: CompanyContext, ids: readonly number[]): QuickMessageRecord[] {
  return byIds(ctx.company)
    .all(JSON.stringify(ids))
    .map(({ userName, mediaKey, ...row }) => ({
      ...row,
      geral: row.geral === 1,
      visao: row.visao === 1,
      status: row.geral === 1,
      user: row.userId === null ? null : { id: row.userId, name: userName ?? '' },
      mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
      isMedia: mediaKey !== null,
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    }))
}
