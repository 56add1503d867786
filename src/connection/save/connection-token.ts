import { eq } from 'drizzle-orm'
import { readSecret, hashSecret } from '../../kernel/config/sealed-secret'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { withoutTrace } from '../../kernel/database/without-trace'
import type { CompanyId } from '../../kernel/ids'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import type { Connection } from '../connection.queries'
import { apiTokenTable, holderIdOf } from '../api-token/api-token.record'
import { connectionTable } from '../connection.tables'

/** Sealed to be shown, hashed to be found, also without the host's key. */
export function tokenColumns({ company }: CompanyContext, token: string) {
  return { token: company.services.sealer.seal(token), tokenHash: hashSecret(token) }
}

/** Undefined when another host sealed it; it stays valid. */
export function readToken({ company }: CompanyContext, { token }: Connection): string | undefined {
  const secret = readSecret(company.services.sealer, token)
  return secret.state === 'set' ? secret.text : undefined
}

/** After a restore, move or crash, for each opened file. Seals tokens of earlier releases. */
export function rebuildTokenIndex(platform: Platform, companyId: CompanyId) {
  if (isCopy(platform, companyId)) return
  const ctx = createContext(platform.files.use(companyId))
  sealOldTokens(ctx)
  const { id: recordId, tokenHash: name } = connectionTable
  const tokens = ctx.db.select({ recordId, name }).from(connectionTable).all()
  const programs = ctx.db
    .select({ id: apiTokenTable.id, name: apiTokenTable.hash })
    .from(apiTokenTable)
    .all()
    .map(({ id, name }) => ({ name, recordId: holderIdOf(id) }))
  return platform.names.tokens.rebuild(
    companyId,
    [...tokens, ...programs].map((token) => ({ ...token, details: undefined })),
  )
}

function sealOldTokens(ctx: CompanyContext) {
  const { id, token, tokenHash } = connectionTable
  const old = ctx.db.select({ id, token }).from(connectionTable).where(eq(tokenHash, '')).all()
  if (old.length === 0) return
  withoutTrace(ctx.company.sqlite, () => {
    for (const row of old) {
      ctx.db.update(connectionTable).set(tokenColumns(ctx, row.token)).where(eq(id, row.id)).run()
    }
  })
}
