import { and, eq, ne } from 'drizzle-orm'
import { overwriting } from '../../kernel/database/without-trace'
import { type CompanyId, randomToken } from '../../kernel/ids'
import type { Clock } from '../../kernel/time/clock'
import type { Catalog } from '../catalog'
import { nameClaimTable } from '../platform.tables'
import {
  findByWebhookKey,
  heldAccounts,
  heldEmails,
  type HeldNames,
  heldTokens,
  isRetiredWebhook,
  leaveSubscription,
} from './held-names'
import type { NameClaim, NameIndex, Names } from './names'

const { kind, name: claimedName, companyId: claimant, claimedBy } = nameClaimTable

interface Claimed {
  catalog: Catalog
  clock: Clock
  /** This process. No other runs on the folder. */
  by: string
}

/** For one process: the names are in the catalog. */
export function createCatalogNames(catalog: Catalog, clock: Clock): Names {
  const claimed = { catalog, clock, by: randomToken(8) }
  const held = { emails: heldEmails(catalog), tokens: heldTokens(catalog), accounts: heldAccounts(catalog) }
  const { db, sqlite } = catalog
  return {
    emails: inLowerCase(createIndex(claimed, held.emails)),
    tokens: createIndex(claimed, held.tokens),
    accounts: {
      ...createIndex(claimed, held.accounts),
      findByWebhookKey: async (key) => findByWebhookKey(catalog, key),
      isRetiredWebhook: async (key) => isRetiredWebhook(catalog, key),
      leaveSubscription: async (subscriptionId, holder) => leaveSubscription(catalog, subscriptionId, holder),
    },
    async listAbandoned() {
      const rows = db.selectDistinct({ id: claimant }).from(nameClaimTable).where(ne(claimedBy, claimed.by)).all()
      return rows.map(({ id }) => id)
    },
    async releaseCompany(companyId) {
      const release = sqlite.transaction(() => {
        releaseAll(held.emails, companyId)
        releaseAll(held.tokens, companyId)
        releaseAll(held.accounts, companyId)
        db.delete(nameClaimTable).where(eq(claimant, companyId)).run()
      })
      overwriting(sqlite, () => release())
    },
  }
}

function releaseAll<Details>(names: HeldNames<Details>, companyId: CompanyId) {
  const rows = names.list(companyId)
  for (const { recordId } of rows) names.remove({ companyId, recordId })
  names.retire?.(rows)
}

function inLowerCase(index: NameIndex): NameIndex {
  return {
    ...index,
    find: (email) => index.find(email.toLowerCase()),
    claim: (email, owner) => index.claim(email.toLowerCase(), owner),
    rebuild: (companyId, held) =>
      index.rebuild(
        companyId,
        held.map((row) => ({ ...row, name: row.name.toLowerCase() })),
      ),
  }
}

function createIndex<Details>({ catalog, clock, by }: Claimed, names: HeldNames<Details>): NameIndex<Details> {
  const { db, sqlite } = catalog
  const inTransaction = <T>(work: () => T): T => sqlite.transaction(work)()
  const isClaim = (name: string) => and(eq(kind, names.kind), eq(claimedName, name))
  const endClaim = (name: string) => void db.delete(nameClaimTable).where(isClaim(name)).run()

  /** What an earlier process claimed for the same company ends with it. */
  function isTaken(name: string, owner: { companyId: CompanyId; recordId?: number }) {
    const holder = names.find(name)
    if (holder && (holder.companyId !== owner.companyId || holder.recordId !== owner.recordId)) return true
    const other = db.select().from(nameClaimTable).where(isClaim(name)).get()
    return other !== undefined && (other.companyId !== owner.companyId || other.claimedBy === by)
  }

  function claimOf(name: string, companyId: CompanyId): NameClaim<Details> {
    let isOpen = true
    return {
      confirm: async (recordId, details) =>
        inTransaction(() => {
          names.remove({ companyId, recordId })
          names.insert(companyId, { name, recordId, details })
          if (isOpen) endClaim(name)
          isOpen = false
        }),
      async release() {
        if (isOpen) endClaim(name)
        isOpen = false
      },
    }
  }

  return {
    find: async (name) => names.find(name),
    claim: async (name, owner) =>
      inTransaction(() => {
        if (isTaken(name, owner)) return undefined
        const { companyId } = owner
        endClaim(name)
        db.insert(nameClaimTable)
          .values({ kind: names.kind, name, companyId, claimedAt: clock.now(), claimedBy: by })
          .run()
        return claimOf(name, companyId)
      }),
    release: async (holder) =>
      inTransaction(() => {
        const rows = names.list(holder.companyId).filter(({ recordId }) => recordId === holder.recordId)
        names.remove(holder)
        names.retire?.(rows)
        for (const { name } of rows) endClaim(name)
      }),
    listOf: async (companyId) => new Map(names.list(companyId).map(({ recordId, name }) => [recordId, name])),
    listCompanies: async () => new Set(names.listCompanies()),
    async rebuild(companyId, held) {
      const abandoned = and(eq(kind, names.kind), eq(claimant, companyId), ne(claimedBy, by))
      const hasAbandoned = db.select({ claimant }).from(nameClaimTable).where(abandoned).get() !== undefined
      const known = new Set(names.list(companyId).map(keyOf))
      const isKnown = held.length === known.size && held.every((row) => known.has(keyOf(row)))
      if (isKnown && !hasAbandoned) return
      inTransaction(() => {
        if (!isKnown) {
          for (const { recordId } of names.list(companyId)) names.remove({ companyId, recordId })
          for (const row of held) names.insert(companyId, row)
        }
        db.delete(nameClaimTable).where(abandoned).run()
      })
    },
  }
}

const keyOf = <Details>({ name, recordId, details }: { name: string; recordId: number; details: Details }) =>
  JSON.stringify([name, recordId, details])
