import { and, eq } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import type { CompanyId } from '../../kernel/ids'
import type { Catalog } from '../catalog'
import { channelAccountTable, connectionTokenTable, retiredWebhookTable, userIndexTable } from '../platform.tables'
import { type AccountDetails, accountName, type HeldName, type NameHolder } from './names'

type Database = Pick<Catalog, 'db'>

/** One kind of names in the catalog. Nothing here begins a transaction. */
export interface HeldNames<Details> {
  kind: 'email' | 'token' | 'account'
  find(name: string): NameHolder | undefined
  /** A name that another record holds stays with it. */
  insert(companyId: CompanyId, held: HeldName<Details>): void
  remove(holder: NameHolder): void
  /** After `remove`, for good. */
  retire?(rows: readonly HeldName<Details>[]): void
  list(companyId: CompanyId): HeldName<Details>[]
  listCompanies(): CompanyId[]
}

const userByEmail = statement((db, of: { email: string }) =>
  db
    .select({ companyId: userIndexTable.companyId, recordId: userIndexTable.userId })
    .from(userIndexTable)
    .where(eq(userIndexTable.email, of.email)),
)

export function heldEmails(catalog: Database): HeldNames<undefined> {
  const { db } = catalog
  const { companyId, userId, email } = userIndexTable
  return {
    kind: 'email',
    find: (name) => userByEmail.get(catalog, { email: name }),
    insert: (company, { name, recordId }) =>
      void db
        .insert(userIndexTable)
        .values({ email: name, companyId: company, userId: recordId })
        .onConflictDoNothing()
        .run(),
    remove: (holder) =>
      void db
        .delete(userIndexTable)
        .where(and(eq(companyId, holder.companyId), eq(userId, holder.recordId)))
        .run(),
    list: (company) => {
      const rows = db.select({ name: email, recordId: userId }).from(userIndexTable).where(eq(companyId, company)).all()
      return rows.map((row) => ({ ...row, details: undefined }))
    },
    listCompanies: () =>
      db
        .selectDistinct({ companyId })
        .from(userIndexTable)
        .all()
        .map((row) => row.companyId),
  }
}

const connectionByToken = statement((db, of: { hash: string }) =>
  db
    .select({ companyId: connectionTokenTable.companyId, recordId: connectionTokenTable.connectionId })
    .from(connectionTokenTable)
    .where(eq(connectionTokenTable.tokenHash, of.hash)),
)

export function heldTokens(catalog: Database): HeldNames<undefined> {
  const { db } = catalog
  const { companyId, connectionId, tokenHash } = connectionTokenTable
  return {
    kind: 'token',
    find: (name) => connectionByToken.get(catalog, { hash: name }),
    insert: (company, { name, recordId }) =>
      void db
        .insert(connectionTokenTable)
        .values({ tokenHash: name, companyId: company, connectionId: recordId })
        .onConflictDoNothing()
        .run(),
    remove: (holder) =>
      void db
        .delete(connectionTokenTable)
        .where(and(eq(companyId, holder.companyId), eq(connectionId, holder.recordId)))
        .run(),
    list: (company) => {
      const columns = { name: tokenHash, recordId: connectionId }
      const rows = db.select(columns).from(connectionTokenTable).where(eq(companyId, company)).all()
      return rows.map((row) => ({ ...row, details: undefined }))
    },
    listCompanies: () =>
      db
        .selectDistinct({ companyId })
        .from(connectionTokenTable)
        .all()
        .map((row) => row.companyId),
  }
}

const place = { companyId: channelAccountTable.companyId, recordId: channelAccountTable.connectionId }

const connectionByAccount = statement((db, { channel, accountId }: { channel: string; accountId: string }) => {
  const isAccount = and(eq(channelAccountTable.channel, channel), eq(channelAccountTable.accountId, accountId))
  return db.select(place).from(channelAccountTable).where(isAccount)
})

const connectionByWebhookKey = statement((db, { key }: { key: string }) =>
  db.select(place).from(channelAccountTable).where(eq(channelAccountTable.webhookKey, key)),
)

const retiredWebhook = statement((db, { key }: { key: string }) =>
  db.select().from(retiredWebhookTable).where(eq(retiredWebhookTable.webhookKey, key)),
)

function partsOf(name: string) {
  const end = name.indexOf(' ')
  return { channel: name.slice(0, end), accountId: name.slice(end + 1) }
}

export function heldAccounts(catalog: Database): HeldNames<AccountDetails> {
  const { db } = catalog
  const { companyId, connectionId } = channelAccountTable
  return {
    kind: 'account',
    find: (name) => connectionByAccount.get(catalog, partsOf(name)),
    insert(company, { name, recordId, details: { webhookKey, subscriptionId } }) {
      const row = { ...partsOf(name), companyId: company, connectionId: recordId, webhookKey, subscriptionId }
      db.insert(channelAccountTable).values(row).onConflictDoNothing().run()
    },
    remove: (holder) => void db.delete(channelAccountTable).where(ofConnection(holder)).run(),
    retire(rows) {
      const retired = rows.flatMap(({ details: { webhookKey } }) => (webhookKey ? [{ webhookKey }] : []))
      if (retired.length > 0) db.insert(retiredWebhookTable).values(retired).onConflictDoNothing().run()
    },
    list: (company) =>
      db
        .select()
        .from(channelAccountTable)
        .where(eq(companyId, company))
        .all()
        .map(({ channel, accountId, webhookKey, subscriptionId, connectionId: recordId }) => ({
          name: accountName(channel, accountId),
          recordId,
          details: { webhookKey: webhookKey ?? undefined, subscriptionId: subscriptionId ?? undefined },
        })),
    listCompanies: () =>
      db
        .selectDistinct({ companyId })
        .from(channelAccountTable)
        .all()
        .map((row) => row.companyId),
  }

  function ofConnection(holder: NameHolder) {
    return and(eq(companyId, holder.companyId), eq(connectionId, holder.recordId))
  }
}

export const findByWebhookKey = (catalog: Database, key: string) => connectionByWebhookKey.get(catalog, { key })

export const isRetiredWebhook = (catalog: Database, key: string) =>
  !findByWebhookKey(catalog, key) && retiredWebhook.get(catalog, { key }) !== undefined

export function leaveSubscription({ db }: Database, subscription: string, holder: NameHolder): boolean {
  const { companyId, connectionId, subscriptionId } = channelAccountTable
  const own = and(eq(companyId, holder.companyId), eq(connectionId, holder.recordId))
  db.update(channelAccountTable).set({ subscriptionId: null }).where(own).run()
  return db.select().from(channelAccountTable).where(eq(subscriptionId, subscription)).get() !== undefined
}
