import { eq, ne } from 'drizzle-orm'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { isReadOnly } from '../../kernel/company/held-output'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { recordEvent } from '../../kernel/event/event-log'
import { statement } from '../../kernel/database/statement'
import type { CompanyId, UserId } from '../../kernel/ids'
import { randomToken } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import type { Session } from '../../platform/sign-in/access-token'
import { takeEarlierSessions } from '../../platform/sign-in/earlier-session'
import { type NamedToken, mintToken } from './session-token'
import { sessionTable } from './session.tables'

/** Without use. */
export const sessionDays = 30
/** After signing in, however often it is used. */
const sessionDaysMax = 90
/** Grace time for two tabs that refresh with the same token. Later use of an old token counts as theft. */
const graceMs = 30_000

const liveSessions = cachedPerCompany(() => new Map<UserId, string>())

/** Ends an earlier session; `replaced`: there was one. */
export function startSession(
  platform: Platform,
  ctx: CompanyContext,
  userId: UserId,
  address: string,
  deviceHash = '',
) {
  const { now, company } = ctx
  const id = randomToken(16)
  const refreshToken = mintToken(platform, company.id, id)
  const row = {
    id,
    userId,
    tokenHash: hashSecret(refreshToken),
    rotatedAt: now,
    createdAt: now,
    expiresAt: addMs(now, sessionDays * dayMs),
    address,
    deviceHash,
  }
  const replaced = ctx.transaction(() => {
    const ended = endSession(ctx, userId)
    ctx.db.insert(sessionTable).values(row).run()
    return ended
  })
  const session: Session = { id, companyId: company.id, userId }
  return { session, refreshToken, replaced }
}

const byId = statement((db, of: { id: string }) => db.select().from(sessionTable).where(eq(sessionTable.id, of.id)))

/** Of that user, and not expired. */
export function hasSession(ctx: CompanyContext, id: string, userId: UserId) {
  const row = byId.get(ctx, { id })
  return row?.userId === userId && row.expiresAt > ctx.now
}

/** Does not rotate it. */
export function findSession(ctx: CompanyContext, token: NamedToken): Session | undefined {
  const row = findRow(ctx, token)
  return row && { id: row.id, companyId: ctx.company.id, userId: row.userId }
}

function findRow(ctx: CompanyContext, { sessionId, hash }: NamedToken) {
  const row = byId.get(ctx, { id: sessionId })
  if (!row || row.expiresAt <= ctx.now) return undefined
  if (row.tokenHash === hash) return row
  return row.previousHash === hash && ctx.now.getTime() - row.rotatedAt.getTime() <= graceMs ? row : undefined
}

type Rotation =
  | { kind: 'rotated'; session: Session; refreshToken: string }
  | { kind: 'kept'; session: Session }
  | { kind: 'refused'; ended: Session | undefined }

/** A previous token passes within the grace time; afterwards it counts as copied, and ends the session: `ended`. */
export function rotateSession(platform: Platform, ctx: CompanyContext, token: NamedToken): Rotation {
  const row = findRow(ctx, token)
  if (!row) return { kind: 'refused', ended: endReplayed(ctx, token) }
  const { id, userId } = row
  const session: Session = { id, companyId: ctx.company.id, userId }
  // Whoever is signed in goes on reading.
  if (row.tokenHash !== token.hash || isReadOnly(ctx.company)) return { kind: 'kept', session }
  const refreshToken = mintToken(platform, ctx.company.id, id)
  const next = { tokenHash: hashSecret(refreshToken), previousHash: token.hash, rotatedAt: ctx.now }
  const lastMs = row.createdAt.getTime() + sessionDaysMax * dayMs
  const expiresAt = new Date(Math.min(ctx.now.getTime() + sessionDays * dayMs, lastMs))
  ctx.transaction(() => {
    ctx.db
      .update(sessionTable)
      .set({ ...next, expiresAt })
      .where(eq(sessionTable.id, id))
      .run()
  })
  return { kind: 'rotated', session, refreshToken }
}

function endReplayed(ctx: CompanyContext, { sessionId: id, hash }: NamedToken): Session | undefined {
  const row = byId.get(ctx, { id })
  if (!row) return undefined
  endSession(ctx, row.userId)
  // The newest token, merely expired.
  if (row.tokenHash === hash) return undefined
  return { id, companyId: ctx.company.id, userId: row.userId }
}

type SessionState = 'live' | 'replaced' | 'ended'

/** Called on every request. */
export function stateOfSession(ctx: CompanyContext, { id, userId }: Session): SessionState {
  const liveId = findLiveId(ctx, userId)
  if (liveId === undefined) return 'ended'
  return liveId === id ? 'live' : 'replaced'
}

const idOfUser = statement((db, of: { userId: UserId }) =>
  db.select({ id: sessionTable.id }).from(sessionTable).where(eq(sessionTable.userId, of.userId)),
)

function findLiveId(ctx: CompanyContext, userId: UserId) {
  const cached = liveSessions.get(ctx)
  const known = cached.get(userId)
  if (known !== undefined) return known
  const live = idOfUser.get(ctx, { userId })
  if (live) cached.set(userId, live.id)
  return live?.id
}

/** Ends a user's session, if any, after sign-out, deletion or a change of password. */
export function endSession(ctx: CompanyContext, userId: UserId): boolean {
  const ended = ctx.transaction(() => {
    liveSessions.forget(ctx)
    return ctx.db.delete(sessionTable).where(eq(sessionTable.userId, userId)).returning({ id: sessionTable.id }).all()
  })
  return ended.length > 0
}

/** Returns how many ended. */
export function endSessionsBut(ctx: CompanyContext, keptUserId: UserId | undefined) {
  return ctx.transaction(() => {
    liveSessions.forget(ctx)
    const others = keptUserId === undefined ? undefined : ne(sessionTable.userId, keptUserId)
    const ended = ctx.db.delete(sessionTable).where(others).returning({ userId: sessionTable.userId }).all()
    for (const { userId } of ended) recordEvent(ctx, 'user.signedOut', {}, { userId })
    return ended.length
  })
}

export function endAllSessions(ctx: CompanyContext) {
  ctx.transaction(() => {
    liveSessions.forget(ctx)
    ctx.db.delete(sessionTable).run()
  })
}

/** Sessions of the release that kept them in the catalog. For each opened file. */
export function moveSessions(platform: Platform, companyId: CompanyId) {
  if (isCopy(platform, companyId)) return
  takeEarlierSessions(platform, companyId, (sessions) => {
    const ctx = createContext(platform.files.use(companyId))
    const rows = sessions.map(({ companyId: _, movedAt, ...row }) => row)
    ctx.transaction(() => {
      for (const row of rows) ctx.db.insert(sessionTable).values(row).onConflictDoNothing().run()
    })
  })
}
