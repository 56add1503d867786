import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { UserId } from '../../kernel/ids'
import { passkeyTable } from '../passkey/passkey.tables'
import { totpTable } from './second-factor.tables'

const appUsers = cachedPerCompany(({ db }) => {
  const rows = db.select({ userId: totpTable.userId }).from(totpTable).all()
  return new Set<UserId>(rows.map(({ userId }) => userId))
})
const passkeyUsers = cachedPerCompany(({ db }) => {
  const rows = db.selectDistinct({ userId: passkeyTable.userId }).from(passkeyTable).all()
  return new Set<UserId>(rows.map(({ userId }) => userId))
})

export const hasApp = (ctx: CompanyContext, userId: UserId) => appUsers.get(ctx).has(userId)
export const hasPasskey = (ctx: CompanyContext, userId: UserId) => passkeyUsers.get(ctx).has(userId)

/** An authenticator app or a passkey. */
export const hasSecondFactor = (ctx: CompanyContext, userId: UserId) => hasApp(ctx, userId) || hasPasskey(ctx, userId)

/** In the transaction that changes them. */
export function forgetFactors(ctx: CompanyContext) {
  appUsers.forget(ctx)
  passkeyUsers.forget(ctx)
}
