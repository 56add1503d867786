import { and, eq, gt, or } from 'drizzle-orm'
import type { CompanyId, UserId } from '../kernel/ids'
import { randomToken } from '../kernel/ids'
import type { Platform } from './platform'
import { sessionTable } from './platform.tables'

export const sessionDays = 30
/** Two tabs may refresh with the same token at once; after this long an old token is a stolen one. */
const graceMs = 30_000
const dayMs = 86_400_000

export interface Session {
  id: string
  companyId: CompanyId
  userId: UserId
}

const hash = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest('base64url')

/** Begins a user's one live session, ending the earlier. The answer's `replaced` says that there was one. */
export function startSession(platform: Platform, user: { companyId: CompanyId; userId: UserId }, address: string) {
  const now = platform.clock.now()
  const refreshToken = randomToken(48)
  const session = {
    id: randomToken(16),
    ...user,
    tokenHash: hash(refreshToken),
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
    address,
  }
  const { db } = platform.catalog
  const replaced = endSessionOf(platform, user)
  db.insert(sessionTable).values(session).run()
  return { session: { id: session.id, ...user } as Session, refreshToken, replaced }
}

/** The session a refresh token belongs to; reading pages and files does not rotate it. */
export function findSessionByRefreshToken(platform: Platform, refreshToken: string) {
  const now = platform.clock.now()
  const tokenHash = hash(refreshToken)
  const row = platform.catalog.db
    .select()
    .from(sessionTable)
    .where(
      and(
        or(eq(sessionTable.tokenHash, tokenHash), eq(sessionTable.previousHash, tokenHash)),
        gt(sessionTable.expiresAt, now),
      ),
    )
    .get()
  if (!row) return undefined
  if (row.tokenHash !== tokenHash && now.getTime() - row.rotatedAt.getTime() > graceMs) return undefined
  return row
}

/**
 * Gives a new refresh token for the present one. Within the grace time the token before it keeps the session without
 * rotating again; after that, its use means that it was copied, and the session ends for both.
 */
export function rotateSession(platform: Platform, refreshToken: string) {
  const { db } = platform.catalog
  const now = platform.clock.now()
  const tokenHash = hash(refreshToken)
  const row = findSessionByRefreshToken(platform, refreshToken)
  if (!row) {
    db.delete(sessionTable).where(eq(sessionTable.previousHash, tokenHash)).run()
    return undefined
  }
  const session: Session = { id: row.id, companyId: row.companyId, userId: row.userId }
  if (row.tokenHash !== tokenHash) return { session, refreshToken: undefined }
  const next = randomToken(48)
  db.update(sessionTable)
    .set({
      tokenHash: hash(next),
      previousHash: tokenHash,
      rotatedAt: now,
      expiresAt: new Date(now.getTime() + sessionDays * dayMs),
    })
    .where(eq(sessionTable.id, row.id))
    .run()
  return { session, refreshToken: next }
}

/** Whether this is still its user's live session. Asked on every request. */
export function isLiveSession(platform: Platform, session: Session) {
  const live = platform.catalog.sqlite
    .query<{ id: string }, [number, number]>('SELECT id FROM session WHERE company_id = ? AND user_id = ?')
    .get(session.companyId, session.userId)
  return live?.id === session.id
}

/** Ends a user's session, if there is one: signed out, replaced, deleted, or given another password. */
export function endSessionOf(platform: Platform, user: { companyId: CompanyId; userId: UserId }) {
  const ended = platform.catalog.db
    .delete(sessionTable)
    .where(and(eq(sessionTable.companyId, user.companyId), eq(sessionTable.userId, user.userId)))
    .returning({ id: sessionTable.id })
    .all()
  return ended.length > 0
}
