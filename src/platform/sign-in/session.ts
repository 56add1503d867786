import { createHmac } from 'node:crypto'
import { hashSecret, isSameSecret } from '../../kernel/config/sealed-secret'
import { and, eq, gt, or } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import type { CompanyId, UserId } from '../../kernel/ids'
import { randomToken } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'
import { sessionTable } from '../platform.tables'

export const sessionDays = 30
/** Grace time for two tabs that refresh with the same token. Later use of an old token counts as theft. */
const graceMs = 30_000

export interface Session {
  id: string
  companyId: CompanyId
  userId: UserId
}

type SessionUser = Pick<Session, 'companyId' | 'userId'>

const cacheKey = ({ companyId, userId }: SessionUser) => `${companyId}/${userId}`

/** The MAC tells an old token from a forged one. */
function mintToken({ hostKey }: Platform, sessionId: string) {
  const unmarked = `${sessionId}.${randomToken(48)}`
  return `${unmarked}.${markOf(hostKey.linkSecret, unmarked)}`
}

const markOf = (secret: Buffer, unmarked: string) =>
  createHmac('sha256', secret).update(`refresh\n${unmarked}`).digest('base64url')

/** Undefined for a forged token. */
function sessionNamedBy({ hostKey }: Platform, refreshToken: string) {
  const [sessionId, random, mark] = refreshToken.split('.')
  if (!sessionId || !random || !mark) return undefined
  return isSameSecret(mark, markOf(hostKey.linkSecret, `${sessionId}.${random}`)) ? sessionId : undefined
}

/** Ends an earlier session; `replaced`: there was one. */
export function startSession(platform: Platform, user: SessionUser, address: string) {
  const now = platform.clock.now()
  const id = randomToken(16)
  const refreshToken = mintToken(platform, id)
  const session = {
    id,
    ...user,
    tokenHash: hashSecret(refreshToken),
    rotatedAt: now,
    createdAt: now,
    expiresAt: addMs(now, sessionDays * dayMs),
    address,
  }
  const { db } = platform.catalog
  const replaced = endSessionOf(platform, user)
  db.insert(sessionTable).values(session).run()
  return { session: { id: session.id, ...user }, refreshToken, replaced }
}

const byToken = statement((db, of: { hash: string; now: Date }) =>
  db
    .select()
    .from(sessionTable)
    .where(
      and(
        or(eq(sessionTable.tokenHash, of.hash), eq(sessionTable.previousHash, of.hash)),
        gt(sessionTable.expiresAt, of.now),
      ),
    ),
)

/** Does not rotate it. */
export function findSessionByRefreshToken(platform: Platform, refreshToken: string) {
  const now = platform.clock.now()
  const hash = hashSecret(refreshToken)
  const row = byToken.get(platform.catalog, { hash, now })
  if (!row) return undefined
  if (row.tokenHash !== hash && now.getTime() - row.rotatedAt.getTime() > graceMs) return undefined
  return row
}

type Rotation =
  | { kind: 'rotated'; session: Session; refreshToken: string }
  | { kind: 'kept'; session: Session }
  | { kind: 'refused'; ended: Session | undefined }

/** A previous token passes within the grace time; afterwards it counts as copied, and ends the session: `ended`. */
export function rotateSession(platform: Platform, refreshToken: string): Rotation {
  const { db } = platform.catalog
  const now = platform.clock.now()
  const tokenHash = hashSecret(refreshToken)
  const row = findSessionByRefreshToken(platform, refreshToken)
  if (!row) return { kind: 'refused', ended: endReplayed(platform, refreshToken) }
  const session: Session = { id: row.id, companyId: row.companyId, userId: row.userId }
  if (row.tokenHash !== tokenHash) return { kind: 'kept', session }
  const next = mintToken(platform, row.id)
  db.update(sessionTable)
    .set({
      tokenHash: hashSecret(next),
      previousHash: tokenHash,
      rotatedAt: now,
      expiresAt: addMs(now, sessionDays * dayMs),
    })
    .where(eq(sessionTable.id, row.id))
    .run()
  return { kind: 'rotated', session, refreshToken: next }
}

function endReplayed(platform: Platform, refreshToken: string): Session | undefined {
  const id = sessionNamedBy(platform, refreshToken)
  if (id === undefined) return undefined
  const [ended] = platform.catalog.db.delete(sessionTable).where(eq(sessionTable.id, id)).returning().all()
  if (ended) platform.catalog.liveSessions.forget(cacheKey(ended))
  // The newest token, merely expired.
  if (!ended || ended.tokenHash === hashSecret(refreshToken)) return undefined
  return { id: ended.id, companyId: ended.companyId, userId: ended.userId }
}

type SessionState = 'live' | 'replaced' | 'ended'

/** Called on every request. */
export function stateOfSession(platform: Platform, session: Session): SessionState {
  const liveId = findLiveId(platform, session)
  if (liveId === undefined) return 'ended'
  return liveId === session.id ? 'live' : 'replaced'
}

function findLiveId({ catalog }: Platform, { companyId, userId }: SessionUser) {
  const key = cacheKey({ companyId, userId })
  const known = catalog.liveSessions.get(key)
  if (known !== undefined) return known
  const isOfUser = and(eq(sessionTable.companyId, companyId), eq(sessionTable.userId, userId))
  const live = catalog.db.select({ id: sessionTable.id }).from(sessionTable).where(isOfUser).get()
  if (live) catalog.liveSessions.keep(key, live.id)
  return live?.id
}

/** Ends a user's session, if any, after sign-out, deletion or a change of password. */
export function endSessionOf(platform: Platform, user: SessionUser) {
  const ended = platform.catalog.db
    .delete(sessionTable)
    .where(and(eq(sessionTable.companyId, user.companyId), eq(sessionTable.userId, user.userId)))
    .returning({ id: sessionTable.id })
    .all()
  platform.catalog.liveSessions.forget(cacheKey(user))
  return ended.length > 0
}
