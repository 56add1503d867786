import { and, eq } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { channelAccountTable, retiredWebhookTable } from '../platform.tables'

export interface ChannelAccount {
  channel: string
  accountId: string
}

interface ClaimedAccount extends ChannelAccount {
  webhookKey?: string
  /** Accounts may share it. */
  subscriptionId?: string
}

const place = { companyId: channelAccountTable.companyId, connectionId: channelAccountTable.connectionId }

const connectionByAccount = statement((db, { channel, accountId }: ChannelAccount) => {
  const isAccount = and(eq(channelAccountTable.channel, channel), eq(channelAccountTable.accountId, accountId))
  return db.select(place).from(channelAccountTable).where(isAccount)
})

const connectionByWebhookKey = statement((db, { key }: { key: string }) =>
  db.select(place).from(channelAccountTable).where(eq(channelAccountTable.webhookKey, key)),
)

const retiredWebhook = statement((db, { key }: { key: string }) =>
  db.select().from(retiredWebhookTable).where(eq(retiredWebhookTable.webhookKey, key)),
)

export const findConnectionByAccount = ({ catalog }: Platform, account: ChannelAccount) =>
  connectionByAccount.get(catalog, { channel: account.channel, accountId: account.accountId })

export const findConnectionByWebhookKey = ({ catalog }: Pick<Platform, 'catalog'>, key: string) =>
  connectionByWebhookKey.get(catalog, { key })

/** Returns its undoing; undefined when another has the account. `rebuildChannelAccounts` clears what a crash leaves. */
export function claimChannelAccount(
  platform: Platform,
  account: ClaimedAccount,
  companyId: CompanyId,
  connectionId: ConnectionId,
): (() => void) | undefined {
  const { db, sqlite } = platform.catalog
  const own = ofConnection(companyId, connectionId)
  const taken = findConnectionByAccount(platform, account)
  if (taken && (taken.companyId !== companyId || taken.connectionId !== connectionId)) return undefined
  const before = db.select().from(channelAccountTable).where(own).get()
  const replace = sqlite.transaction((row: typeof before) => {
    db.delete(channelAccountTable).where(own).run()
    if (row) db.insert(channelAccountTable).values(row).run()
  })
  replace({ webhookKey: null, subscriptionId: null, ...account, companyId, connectionId })
  return () => replace(before)
}

/** Returns whether another connection of any company uses it. */
export function leaveSubscription(
  { catalog: { db } }: Platform,
  subscriptionId: string,
  companyId: CompanyId,
  connectionId: ConnectionId,
): boolean {
  const own = ofConnection(companyId, connectionId)
  db.update(channelAccountTable).set({ subscriptionId: null }).where(own).run()
  const shared = eq(channelAccountTable.subscriptionId, subscriptionId)
  return db.select().from(channelAccountTable).where(shared).get() !== undefined
}

export function releaseChannelAccount({ catalog }: Platform, companyId: CompanyId, connectionId: ConnectionId) {
  const own = ofConnection(companyId, connectionId)
  const deleted = catalog.db.delete(channelAccountTable).where(own).returning().get()
  retireWebhooks(catalog, [deleted])
  return () => {
    if (deleted) catalog.db.insert(channelAccountTable).values(deleted).onConflictDoNothing().run()
  }
}

export function releaseChannelAccountsOf({ catalog }: Platform, companyId: CompanyId) {
  const ofCompany = eq(channelAccountTable.companyId, companyId)
  retireWebhooks(catalog, catalog.db.delete(channelAccountTable).where(ofCompany).returning().all())
}

function retireWebhooks({ db }: Platform['catalog'], accounts: readonly ({ webhookKey: string | null } | undefined)[]) {
  const rows = accounts.flatMap((account) => (account?.webhookKey ? [{ webhookKey: account.webhookKey }] : []))
  if (rows.length > 0) db.insert(retiredWebhookTable).values(rows).onConflictDoNothing().run()
}

export const isRetiredWebhook = ({ catalog }: Platform, key: string) =>
  !findConnectionByWebhookKey({ catalog }, key) && retiredWebhook.get(catalog, { key }) !== undefined

/** Rebuilds a company's index entries from its file. An account that another company has claimed since stays with it. */
export function rebuildChannelAccounts(
  { catalog }: Platform,
  companyId: CompanyId,
  accounts: readonly (ClaimedAccount & { connectionId: ConnectionId })[],
) {
  const { db, sqlite } = catalog
  const ofCompany = eq(channelAccountTable.companyId, companyId)
  const known = db.select().from(channelAccountTable).where(ofCompany).all()
  const rows = accounts.map(({ webhookKey = null, subscriptionId = null, ...account }) => {
    return { ...account, companyId, webhookKey, subscriptionId }
  })
  const keyOf = (row: (typeof rows)[number]) =>
    JSON.stringify([row.channel, row.accountId, row.connectionId, row.webhookKey, row.subscriptionId])
  const knownKeys = new Set(known.map(keyOf))
  if (rows.length === known.length && rows.every((row) => knownKeys.has(keyOf(row)))) return
  sqlite.transaction(() => {
    db.delete(channelAccountTable).where(ofCompany).run()
    for (const row of rows) db.insert(channelAccountTable).values(row).onConflictDoNothing().run()
  })()
}

const ofConnection = (companyId: CompanyId, connectionId: ConnectionId) =>
  and(eq(channelAccountTable.companyId, companyId), eq(channelAccountTable.connectionId, connectionId))
