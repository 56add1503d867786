import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { UserId } from '../../kernel/ids'

const batchMax = 500

const release = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'UPDATE contact SET wallet_user_id = NULL WHERE id IN (SELECT id FROM contact WHERE wallet_user_id = ? LIMIT ?) RETURNING id',
  ),
)

/** Removes a batch of contacts from a user's wallet, before the user is deleted. */
export function emptyWallet(ctx: CompanyContext, userId: UserId): boolean {
  return ctx.transaction(() => release(ctx.company).all(userId, batchMax).length === batchMax)
}
