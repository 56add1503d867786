import { and, eq, lt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { recordAudit } from '../../kernel/audit/audit'
import type { AuditAction } from '../../kernel/audit/audit.contract'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { dayMs, minuteMs } from '../../kernel/time/durations.contract'
import { audit, type Platform } from '../../platform/platform'
import { clearTries, countTry, tryCount } from '../../platform/sign-in/count-tries'
import { auditOwn, auditRefusal } from '../audit-user'
import { findUserFacts, type User } from '../user.queries'
import { forgetFactors, hasSecondFactor } from './factors'
import { dropRecoveryCodes, findRecoveryCode, storeRecoveryCodes, takeRecoveryCode } from './recovery-codes'
import type { RecoveryCodes } from './recovery-codes'
import { totpTable } from './second-factor.tables'
import { stepOfCode } from './totp'

const limits = {
  quarter: { limit: 10, windowMs: 15 * minuteMs },
  day: { limit: 100, windowMs: dayMs },
}

/** Of the app, or one of the recovery codes, which then ends. @throws Refusal ERR_INVALID_INPUT, ERR_TOO_MANY_REQUESTS */
export async function useCode(platform: Platform, ctx: CompanyContext, user: User, given: string) {
  const userId = user.id
  const who = `${ctx.company.id}/${userId}`
  const tries = [tryCount('code', who, limits.quarter), tryCount('codeOfDay', who, limits.day)]
  countTry(platform, tries)
  const code = given.replaceAll(/[\s-]/g, '')
  const kind = /^\d{6}$/.test(code)
    ? takeTotp(platform, ctx, userId, code) && 'totp'
    : (await takeRecovery(ctx, user, code)) && 'recovery'
  audit(platform, kind ? 'secondFactor.used' : 'secondFactor.refused', { companyId: ctx.company.id, userId }, { kind })
  if (kind) return clearTries(platform, tries)
  auditRefusal(ctx, user, { object: 'twoFactor', action: 'refused' })
  refuseCode()
}

export const refuseCode = () => refuse('ERR_INVALID_INPUT', { fields: { code: 'wrongCode' } })

function takeTotp({ hostKey }: Platform, ctx: CompanyContext, userId: UserId, code: string) {
  return ctx.transaction(() => {
    const row = findTotp(ctx, userId)
    if (!row) return false
    const secret = readSecret(hostKey, row.secret)
    if (secret.state !== 'set') return false
    const lastStep = stepOfCode(secret.text, { code, at: ctx.now, lastStep: row.lastStep })
    if (lastStep === undefined) return false
    const unused = and(eq(totpTable.userId, userId), lt(totpTable.lastStep, lastStep))
    return (
      ctx.db.update(totpTable).set({ lastStep }).where(unused).returning({ userId: totpTable.userId }).all().length > 0
    )
  })
}

async function takeRecovery(ctx: CompanyContext, user: User, code: string) {
  const hash = await findRecoveryCode(ctx, user.id, code)
  if (hash === undefined) return false
  return ctx.transaction(() => {
    if (!takeRecoveryCode(ctx, user.id, hash)) return false
    auditOwn(ctx, user, { object: 'twoFactor', action: 'codeUsed' })
    return true
  })
}

/** Replaces an earlier app. */
export function enableTotp(
  platform: Platform,
  ctx: CompanyContext,
  { userId, secret, lastStep, recovery }: { userId: UserId; secret: string; lastStep: number; recovery: RecoveryCodes },
) {
  const set = { secret: platform.hostKey.seal(secret), lastStep, createdAt: ctx.now }
  ctx.transaction(() => {
    ctx.db
      .insert(totpTable)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: totpTable.userId, set })
      .run()
    storeRecoveryCodes(ctx, userId, recovery)
    noteChange(ctx, userId, 'turnedOn')
  })
}

export const findTotp = ({ db }: CompanyContext, userId: UserId) =>
  db.select().from(totpTable).where(eq(totpTable.userId, userId)).get()

/** In the caller's transaction; also for a user who is deleted. */
export function dropApp(ctx: CompanyContext, userId: UserId) {
  ctx.db.delete(totpTable).where(eq(totpTable.userId, userId)).run()
  afterRemoval(ctx, userId)
}

/** In the transaction that removed an app or a passkey. Recovery codes replace either, and end with the last. */
export function afterRemoval(ctx: CompanyContext, userId: UserId) {
  forgetFactors(ctx)
  if (!hasSecondFactor(ctx, userId)) dropRecoveryCodes(ctx, userId)
}

/** In the caller's transaction. */
export function noteChange(ctx: CompanyContext, userId: UserId, action: AuditAction) {
  forgetFactors(ctx)
  recordEvent(ctx, 'user.changed', {}, { userId, fields: ['twoFactor'] })
  recordAudit(ctx, { object: 'twoFactor', action, id: userId, name: findUserFacts(ctx, userId)?.name ?? '' })
}
