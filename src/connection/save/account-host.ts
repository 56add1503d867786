import { recordAudit } from '../../kernel/audit/audit'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { AccountHost, GivenAccount } from '../../channel/channel-provider'
import { afterCommit, type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse, Refusal } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { nameKey } from '../../kernel/text/name-text.contract'
import { whileClaimed } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { assertMayConnect, assertWithinPlan } from '../above-plan'
import { ConnectionBody } from '../connection.contract'
import { getConnection, canManageConnections } from '../connection.queries'
import { connectionTable } from '../connection.tables'
import { connectionControl } from '../running/connection-control'
import { accountDetails, claimAccount, writeChannelAccount } from './channel-account'
import { assertNewConnection, createConnection } from './save-connection'

export function createAccountHost(platform: Platform): AccountHost {
  function assertMayManage({ actor }: CompanyContext) {
    if (!canManageConnections(actor)) refuse('ERR_NO_PERMISSION')
  }

  function getManaged(ctx: CompanyContext, id: ConnectionId) {
    const connection = getConnection(ctx, id)
    assertMayManage(ctx)
    return connection
  }

  return {
    assertMayManage,
    getManaged,
    findOwn: ({ db }, channel, accountId) => {
      const own = and(eq(connectionTable.channel, channel), eq(connectionTable.accountId, accountId))
      return db.select({ id: connectionTable.id, name: connectionTable.name }).from(connectionTable).where(own).get()
    },
    isNameFree: ({ db }, name) => {
      const named = eq(connectionTable.nameKey, nameKey(name))
      return db.select({ id: connectionTable.id }).from(connectionTable).where(named).get() === undefined
    },
    accountChanged(ctx, id) {
      recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
      const { name } = getConnection(ctx, id)
      recordAudit(ctx, { object: 'connection', action: 'updated', id, name, changes: [{ field: 'account' }] })
    },
    pageUrl: (path) => platform.config.publicUrl && `${platform.config.publicUrl}${path}`,
    webhookUrl: (webhookKey) => `${platform.config.publicUrl ?? ''}/webhook/meta/${webhookKey}`,
    async create(asked, { name, queueIds, greetingMessage, ratingMessage, expiresTicketNPS }, account) {
      const own = { name, queueIds, greetingMessage, ratingMessage, expiresTicketNPS, channel: account.channel }
      const body = v.parse(ConnectionBody, own)
      assertNewConnection(asked, body)
      const store = await account.check()
      // The provider took a while.
      const ctx = createContext(asked.company, asked.actor)
      return atField(account, () =>
        createConnection(platform, ctx, body, {
          accountId: account.accountId,
          link(id) {
            store(ctx, id)
            connectNow(ctx, id)
          },
        }),
      )
    },
    async update(asked, id, account) {
      const connection = getManaged(asked, id)
      if (connection.channel !== account.channel) refuse('ERR_NO_WAPP_FOUND')
      // What runs may get another token, but not another account.
      if (connection.accountId === account.accountId) assertMayConnect(asked, connection)
      else assertWithinPlan(asked, connection)
      const store = await account.check()
      const ctx = createContext(asked.company, asked.actor)
      const { channel, accountId } = account
      const claim = await atField(account, () => claimAccount(platform, ctx, { channel, accountId, id }))
      await whileClaimed([claim], () =>
        ctx.transaction(() => {
          store(ctx, id)
          writeChannelAccount(ctx, id, accountId)
          recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
          connectNow(ctx, id)
        }),
      )
      await claim.confirm(id, accountDetails(ctx, id))
    },
  }
}

async function atField<T>({ field }: GivenAccount, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTaken = error instanceof Refusal && error.details.fields?.['accountId'] === 'taken'
    throw isTaken ? new Refusal('ERR_INVALID_INPUT', { fields: { [field]: 'taken' } }) : error
  }
}

function connectNow(ctx: CompanyContext, id: ConnectionId) {
  afterCommit(ctx, () => connectionControl(ctx).reopen(ctx.company.id, id))
}
