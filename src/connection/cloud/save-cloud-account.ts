import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { cloudChannel } from '../../channel/channel-rules.contract'
import { afterCommit, type CompanyContext, createContext } from '../../kernel/company/company-context'
import { changeSecret, readSecret } from '../../kernel/config/sealed-secret'
import { refuse, required, Refusal } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { type ConnectionId, randomToken } from '../../kernel/ids'
import { withCatalogUndo } from '../../platform/company/catalog-undo'
import type { Platform } from '../../platform/platform'
import { ConnectionBody } from '../connection.contract'
import '../connection.events'
import { assertMayConnect, assertWithinPlan } from '../above-plan'
import { canManageConnections } from '../connection.policy'
import { getConnection } from '../connection.queries'
import { connectionControl } from '../running/connection-control'
import { writeChannelAccount } from '../save/channel-account'
import { assertNewConnection, createConnection } from '../save/save-connection'
import { checkCloudAccount } from './check-cloud-account'
import type { CreateCloudConnectionBody, UpdateCloudAccountBody } from './cloud-account.contract'
import { type CloudAccountRow, findCloudAccount } from './cloud-account.queries'
import { cloudAccountTable } from './cloud-account.tables'
import type { CloudNumber } from './cloud-number'

const keyLength = 30

/**
 * Adds a connection of WhatsApp's official API once Meta has accepted its account, and connects it.
 * @throws Refusal as `createConnection` and `checkCloudAccount`; `taken` for a number that a connection already has
 */
export async function createCloudConnection(
  platform: Platform,
  asked: CompanyContext,
  given: CreateCloudConnectionBody,
): Promise<ConnectionId> {
  const { phoneNumberId, businessAccountId, token, appSecret, ...own } = given
  const account = { phoneNumberId, businessAccountId, token, appSecret }
  const body = v.parse(ConnectionBody, { ...own, channel: cloudChannel })
  // Before Meta is asked, because nothing could be saved.
  assertNewConnection(asked, body)
  const secrets = secretsOf(platform, undefined, account)
  const number = await checkCloudAccount(asked, { ...account, ...secrets })
  // A fresh time, because Meta took a while.
  const ctx = createContext(asked.company, asked.actor)
  return atField(() =>
    createConnection(platform, ctx, body, {
      link(id, noteUndo) {
        ctx.db
          .insert(cloudAccountTable)
          .values({
            ...columnsOf(ctx, account, number),
            connectionId: id,
            webhookKey: randomToken(keyLength),
            verifyToken: randomToken(keyLength),
            token: changeSecret(platform.hostKey, '', account.token),
            appSecret: changeSecret(platform.hostKey, '', account.appSecret),
          })
          .run()
        noteUndo(writeChannelAccount(platform, ctx, id, account.phoneNumberId))
        connectNow(ctx, id)
      },
    }),
  )
}

/** @throws Refusal as `createCloudConnection` */
export async function updateCloudAccount(
  platform: Platform,
  given: CompanyContext,
  id: ConnectionId,
  account: UpdateCloudAccountBody,
) {
  const connection = getConnection(given, id)
  if (!canManageConnections(given.actor)) refuse('ERR_NO_PERMISSION')
  const stored = required(findCloudAccount(given, id), 'ERR_NO_WAPP_FOUND')
  // What runs may get another token, but not another number.
  if (stored.phoneNumberId === account.phoneNumberId) assertMayConnect(given, connection)
  else assertWithinPlan(given, connection)
  const number = await checkCloudAccount(given, { ...account, ...secretsOf(platform, stored, account) })
  const ctx = createContext(given.company, given.actor)
  atField(() =>
    withCatalogUndo(ctx, (noteUndo) => {
      const { token, appSecret } = required(findCloudAccount(ctx, id), 'ERR_NO_WAPP_FOUND')
      ctx.db
        .update(cloudAccountTable)
        .set({
          ...columnsOf(ctx, account, number),
          token: changeSecret(platform.hostKey, token, account.token),
          appSecret: changeSecret(platform.hostKey, appSecret, account.appSecret),
        })
        .where(eq(cloudAccountTable.connectionId, id))
        .run()
      noteUndo(writeChannelAccount(platform, ctx, id, account.phoneNumberId))
      recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
      connectNow(ctx, id)
    }),
  )
}

function columnsOf(ctx: CompanyContext, account: UpdateCloudAccountBody, { number: _digits, ...facts }: CloudNumber) {
  const { phoneNumberId, businessAccountId } = account
  return { phoneNumberId, businessAccountId, ...facts, updatedAt: ctx.now }
}

/** The typed secrets, or else the stored ones. @throws Refusal ERR_INVALID_INPUT naming the missing ones */
function secretsOf(
  { hostKey, config }: Platform,
  stored: CloudAccountRow | undefined,
  given: Pick<UpdateCloudAccountBody, 'token' | 'appSecret'>,
) {
  const keptOf = (name: 'token' | 'appSecret') => {
    const secret = readSecret(hostKey, stored?.[name] ?? '')
    return secret.state === 'set' ? secret.text : ''
  }
  const token = given.token || keptOf('token')
  const appSecret = given.appSecret || keptOf('appSecret') || (config.graph.appSecret ?? '')
  const fields = { ...(token ? {} : { token: 'required' }), ...(appSecret ? {} : { appSecret: 'required' }) }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  return { token, appSecret }
}

/** The form calls the provider's account by its own name. */
function atField<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isTakenAccount(error)) refuse('ERR_INVALID_INPUT', { fields: { phoneNumberId: 'taken' } })
    throw error
  }
}

const isTakenAccount = (error: unknown) => error instanceof Refusal && error.details.fields?.['accountId'] === 'taken'

function connectNow(ctx: CompanyContext, id: ConnectionId) {
  afterCommit(ctx, () => connectionControl(ctx).reopen(ctx.company.id, id))
}
