import { eq } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { findConnectionByWebhookKey } from '../../platform/connection-index/channel-account'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/secret-guesses'
import '../connection.events'
import { findCloudAccount } from './cloud-account.queries'
import { cloudAccountTable } from './cloud-account.tables'
import { isSameSecret } from '../../kernel/config/secret-text'

const updateWaitMsMax = 5_000

interface Verification {
  /** Of the address. */
  key: string
  mode: string
  verifyToken: string
  challenge: string
}

/**
 * Returns what proves to Meta that the address is ours, and notes that it was verified.
 * @throws Refusal ERR_NO_PERMISSION for an unknown address or another verify token, ERR_TOO_MANY_REQUESTS
 */
export async function verifyWebhook(platform: Platform, request: Request, verification: Verification) {
  const { key, mode, verifyToken, challenge } = verification
  const home = findConnectionByWebhookKey(platform, key)
  if (home) await platform.files.ready(home.companyId, updateWaitMsMax)
  const ctx = home && createContext(platform.files.use(home.companyId))
  const expected = (ctx && findCloudAccount(ctx, home.connectionId)?.verifyToken) ?? ''
  const isRight = isSameSecret(verifyToken, expected)
  limitGuesses(platform, request, 'metaVerifyToken', `${key}\n${verifyToken}`, isRight)
  const isMeta = mode === 'subscribe' && /^[\x20-\x7e]{1,200}$/.test(challenge)
  if (!ctx || !isMeta || !isRight) refuse('ERR_NO_PERMISSION')
  noteVerified(ctx, home.connectionId)
  return challenge
}

/** Notes that Meta knows an address for the number: that of the connection, or of another one with the same app. */
export function noteVerified(ctx: CompanyContext, connectionId: ConnectionId) {
  if (findCloudAccount(ctx, connectionId)?.verifiedAt) return
  ctx.transaction(() => {
    const own = eq(cloudAccountTable.connectionId, connectionId)
    ctx.db.update(cloudAccountTable).set({ verifiedAt: ctx.now }).where(own).run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId })
  })
}
