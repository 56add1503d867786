import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'

const advance = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number, number, number]>(
    'UPDATE connection SET last_message_at = ? WHERE id = ? AND last_message_at < ?',
  ),
)

/** Stores the time of the newest message, which distinguishes late messages from history. */
export function noteConnectionSawMessage(ctx: CompanyContext, id: ConnectionId, at: Date) {
  advance(ctx.company).run(at.getTime(), id, at.getTime())
}
