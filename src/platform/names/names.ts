import type { CompanyId } from '../../kernel/ids'

/**
 * What is unique on the whole platform and leads to a company: e-mails, API tokens and outside accounts. A name is claimed before the
 * transaction that uses it and confirmed after it. The company's file decides: `rebuild` corrects what a crash leaves between the two.
 */
export interface Names {
  /** In lower case; of users. */
  readonly emails: NameIndex
  /** Hashes of API tokens; of connections, and below zero of the company's programs. */
  readonly tokens: NameIndex
  readonly accounts: AccountIndex
  /** Companies with a claim of a process that no longer runs. Opening the company's file releases it. */
  listAbandoned(): Promise<CompanyId[]>
  /** Everything of an erased company, also its claims. */
  releaseCompany(companyId: CompanyId): Promise<void>
}

export interface NameHolder {
  companyId: CompanyId
  /** User or connection. */
  recordId: number
}

export interface NameIndex<Details = undefined> {
  /** Undefined also for a claim that is not confirmed. */
  find(name: string): Promise<NameHolder | undefined>
  /** Also before the name is released. Undefined when another record holds or claims it. A new record has no id yet. */
  claim(name: string, owner: { companyId: CompanyId; recordId?: number }): Promise<NameClaim<Details> | undefined>
  /** After the commit that deleted the record. May be repeated. */
  release(holder: NameHolder): Promise<void>
  listOf(companyId: CompanyId): Promise<Map<number, string>>
  listCompanies(): Promise<Set<CompanyId>>
  /** A name that another company holds stays with it; claims of running processes stay. */
  rebuild(companyId: CompanyId, held: readonly HeldName<Details>[]): Promise<void>
}

export interface NameClaim<Details = undefined> {
  /** After the commit. Releases the earlier name of the record. May be repeated. */
  confirm(recordId: number, details: Details): Promise<void>
  /** The transaction failed. A name that the record held before stays with it. May be repeated. */
  release(): Promise<void>
}

export interface HeldName<Details = undefined> {
  name: string
  recordId: number
  details: Details
}

export interface AccountDetails {
  /** Part of the address at which the account's webhooks arrive; undefined where all accounts share one. */
  webhookKey: string | undefined
  /** Shared by accounts; undefined after a user disconnected it. */
  subscriptionId: string | undefined
}

/** Of outside accounts. */
export const accountName = (channel: string, accountId: string) => `${channel} ${accountId}`

/** Releases the claims when `write` fails. */
export async function whileClaimed<T>(
  claims: readonly (Pick<NameClaim, 'release'> | undefined)[],
  write: () => T,
): Promise<T> {
  try {
    return write()
  } catch (error) {
    for (const claim of claims) await claim?.release()
    throw error
  }
}

export interface AccountIndex extends NameIndex<AccountDetails> {
  findByWebhookKey(webhookKey: string): Promise<NameHolder | undefined>
  /** The connection was deleted; the provider may still call. */
  isRetiredWebhook(webhookKey: string): Promise<boolean>
  /** Returns whether another connection of any company uses it. */
  leaveSubscription(subscriptionId: string, holder: NameHolder): Promise<boolean>
}
