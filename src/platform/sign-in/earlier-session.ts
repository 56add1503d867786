import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { earlierSessionTable } from '../platform.tables'

type EarlierSession = typeof earlierSessionTable.$inferSelect

const { id, companyId, tokenHash, previousHash, movedAt, expiresAt } = earlierSessionTable

/** Gives what is not yet in the company's file to `store`, which may be given it again after a crash. */
export function takeEarlierSessions(
  { catalog: { db }, clock }: Platform,
  of: CompanyId,
  store: (sessions: EarlierSession[]) => void,
) {
  const waiting = and(eq(companyId, of), isNull(movedAt))
  const sessions = db.select().from(earlierSessionTable).where(waiting).all()
  if (sessions.length === 0) return
  store(sessions)
  db.update(earlierSessionTable).set({ movedAt: clock.now() }).where(waiting).run()
}

/** For a token that does not name its company. @param token its session if it is marked, and its hash */
export function findEarlierSession({ catalog }: Platform, token: { sessionId: string | undefined; hash: string }) {
  const isIt = or(eq(id, token.sessionId ?? ''), eq(tokenHash, token.hash), eq(previousHash, token.hash))
  return catalog.db.select({ id, companyId }).from(earlierSessionTable).where(isIt).get()
}

export function forgetEarlierSessions({ catalog, clock }: Platform) {
  catalog.db.delete(earlierSessionTable).where(lt(expiresAt, clock.now())).run()
}
