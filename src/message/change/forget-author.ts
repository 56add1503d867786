import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { UserId } from '../../kernel/ids'

/** A few milliseconds of work, because one user's messages are scattered over the file. */
const batchMax = 500

const forget = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'UPDATE message SET user_id = NULL WHERE id IN (SELECT id FROM message WHERE user_id = ? LIMIT ?) RETURNING id',
  ),
)

/** Removes the author from one batch of a user's messages, before the user is deleted. */
export function forgetAuthor(ctx: CompanyContext, userId: UserId): boolean {
  return ctx.transaction(() => forget(ctx.company).all(userId, batchMax).length === batchMax)
}
