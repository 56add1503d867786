import type { NameClaim, NameHolder, NameIndex, Names } from '../../platform/names/names'
import type { CatalogRows } from './catalog-rows'
import type { OwnerCalls } from './owner-calls'

interface SharedNamesOptions {
  local: Names
  rows: CatalogRows
  calls: OwnerCalls
}

type IndexName = 'emails' | 'tokens' | 'accounts'
type Order = { index?: IndexName; method: string; args: unknown[] }

const askMsMax = 2_000

/** Names that are unique among all nodes: the owner of the business claims them, and every node finds them in its own catalog. */
export function createSharedNames({ local, rows, calls }: SharedNamesOptions): Names {
  const claims = new Map<string, NameClaim<unknown>>()

  /** At the owner. */
  async function obey({ index, method, args }: Order): Promise<unknown> {
    if (method === 'confirm' || method === 'withdraw') return endClaim(method, args)
    const target = (index ? local[index] : local) as object as Record<string, (...given: unknown[]) => unknown>
    const result = await target[method]?.(...args)
    if (method !== 'claim') return result
    if (result === undefined) return undefined
    const id = crypto.randomUUID()
    claims.set(id, result as NameClaim<unknown>)
    return id
  }

  async function endClaim(method: string, [id, recordId, details]: unknown[]) {
    const claim = claims.get(String(id))
    // The owner before has claimed it: opening the company's file settles it.
    if (!claim) return
    if (method === 'confirm') await claim.confirm(Number(recordId), details)
    else await claim.release()
    claims.delete(String(id))
  }

  calls.handle('names', async (order) => {
    const result = await obey(order as Order)
    await rows.settled()
    return result
  })

  const ask = (index: IndexName | undefined, method: string, ...args: unknown[]) =>
    calls.ask('names', { index, method, args } satisfies Order)

  /** A name that another node has just confirmed may not have arrived yet. */
  async function findAnywhere(
    index: IndexName,
    method: string,
    name: string,
    find: () => Promise<NameHolder | undefined>,
  ) {
    const found = await find()
    if (found || rows.isOwner()) return found
    const late = Bun.sleep(askMsMax).then(() => undefined)
    return Promise.race([ask(index, method, name) as Promise<NameHolder | undefined>, late])
  }

  function shared<Details>(index: IndexName, own: NameIndex<Details>): NameIndex<Details> {
    return {
      ...own,
      find: (name) => findAnywhere(index, 'find', name, () => own.find(name)),
      async claim(name, owner) {
        const id = await ask(index, 'claim', name, owner)
        if (typeof id !== 'string') return undefined
        return {
          confirm: async (recordId, details) => void (await ask(undefined, 'confirm', id, recordId, details)),
          release: async () => void (await ask(undefined, 'withdraw', id)),
        }
      },
      release: async (holder) => void (await ask(index, 'release', holder)),
      rebuild: async (companyId, held) => void (await ask(index, 'rebuild', companyId, held)),
    }
  }

  const { accounts } = local
  return {
    emails: shared('emails', local.emails),
    tokens: shared('tokens', local.tokens),
    accounts: {
      ...accounts,
      ...shared('accounts', accounts),
      findByWebhookKey: (key) =>
        findAnywhere('accounts', 'findByWebhookKey', key, () => accounts.findByWebhookKey(key)),
      leaveSubscription: async (id, holder) => (await ask('accounts', 'leaveSubscription', id, holder)) === true,
    },
    listAbandoned: local.listAbandoned,
    releaseCompany: async (companyId) => void (await ask(undefined, 'releaseCompany', companyId)),
  }
}
