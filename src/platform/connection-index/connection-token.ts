import { and, eq } from 'drizzle-orm'
import { hashSecret } from '../../kernel/config/sealed-secret'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { connectionTokenTable } from '../platform.tables'

export function findConnectionByToken({ catalog }: Platform, token: string) {
  return catalog.db
    .select()
    .from(connectionTokenTable)
    .where(eq(connectionTokenTable.tokenHash, hashSecret(token)))
    .get()
}

/** Returns its undoing, or undefined when another connection has the token. */
export function claimConnectionToken(
  platform: Platform,
  token: string,
  companyId: CompanyId,
  connectionId: ConnectionId,
): (() => void) | undefined {
  const { db, sqlite } = platform.catalog
  const own = and(eq(connectionTokenTable.companyId, companyId), eq(connectionTokenTable.connectionId, connectionId))
  const taken = findConnectionByToken(platform, token)
  if (taken && (taken.companyId !== companyId || taken.connectionId !== connectionId)) return undefined
  const before = db.select().from(connectionTokenTable).where(own).get()
  const replace = sqlite.transaction((row: typeof before) => {
    db.delete(connectionTokenTable).where(own).run()
    if (row) db.insert(connectionTokenTable).values(row).run()
  })
  replace({ tokenHash: hashSecret(token), companyId, connectionId })
  return () => replace(before)
}

export function releaseConnectionToken({ catalog }: Platform, companyId: CompanyId, connectionId: ConnectionId) {
  const own = and(eq(connectionTokenTable.companyId, companyId), eq(connectionTokenTable.connectionId, connectionId))
  const deleted = catalog.db.delete(connectionTokenTable).where(own).returning().get()
  return () => {
    if (deleted) catalog.db.insert(connectionTokenTable).values(deleted).onConflictDoNothing().run()
  }
}

export function rebuildConnectionTokens(
  { catalog }: Platform,
  companyId: CompanyId,
  tokens: readonly { connectionId: ConnectionId; tokenHash: string }[],
) {
  const { db, sqlite } = catalog
  const ofCompany = eq(connectionTokenTable.companyId, companyId)
  const known = db.select().from(connectionTokenTable).where(ofCompany).all()
  const isKnown = ({ connectionId, tokenHash }: (typeof tokens)[number]) =>
    known.some((row) => row.connectionId === connectionId && row.tokenHash === tokenHash)
  if (tokens.length === known.length && tokens.every(isKnown)) return
  sqlite.transaction(() => {
    db.delete(connectionTokenTable).where(ofCompany).run()
    for (const token of tokens)
      db.insert(connectionTokenTable)
        .values({ ...token, companyId })
        .onConflictDoNothing()
        .run()
  })()
}

/** By connection. */
export function listTokenHashes({ catalog }: Platform, companyId: CompanyId): Map<ConnectionId, string> {
  const rows = catalog.db.select().from(connectionTokenTable).where(eq(connectionTokenTable.companyId, companyId)).all()
  return new Map(rows.map(({ connectionId, tokenHash }) => [connectionId, tokenHash]))
}
