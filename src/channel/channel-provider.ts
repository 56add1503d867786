import type { AnyElysia } from 'elysia'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Config } from '../kernel/config/config'
import type { HostKey } from '../kernel/config/host-key'
import type { UserGuard, Operator, SuperUserGuard } from '../kernel/http/user-guard'
import type { CompanyId, ConnectionId } from '../kernel/ids'
import type { Metric } from '../kernel/metrics'
import type { PersonRows } from '../kernel/person/person-data'
import type { Log } from '../kernel/log'
import type { Party, ProviderNotice, TemplatePart } from './channel'
import type { ChannelDriver } from './channel-driver'
import type { ChannelName } from './channel-rules.contract'
import type { NewConnection } from './new-connection.contract'

/** All that the product knows about a provider, in one folder. Facts that browsers need too are its `ChannelRules`. */
export interface ChannelProvider {
  readonly channel: ChannelName
  createDriver(services: DriverServices): ChannelDriver
  routes?(guard: UserGuard, host: AccountHost): AnyElysia
  supportRoutes?(guard: SuperUserGuard, enter: EnterCompany): AnyElysia
  readonly webhook?: ChannelWebhook
  readonly metrics?: readonly Metric[]
  readonly personRows?: readonly PersonRows[]
  /** Credentials of its connections: keys and tokens that never go back to an earlier state. */
  readonly credentialTables?: readonly CredentialTable[]
  /** Makes credentials of an earlier time usable when today's are lost. */
  renewSessions?(ctx: CompanyContext): void
  readNotice?(ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice): NoticeEffect[]
  accountFacts?(ctx: CompanyContext, connectionId: ConnectionId): AccountFacts | undefined
  /** Conversations that the provider lets the connection begin on a day. */
  conversationsMax?(ctx: CompanyContext, connectionId: ConnectionId): number
  /** Returns the scope of the ids that the provider gives people, if it is not the connection. Asked for every message. */
  identityScope?(ctx: CompanyContext, connectionId: ConnectionId): number
  /** People may answer for the `humanAgentDays` of the rules. */
  hasHumanAgent?(ctx: CompanyContext, connectionId: ConnectionId): boolean
  /** What the numbers at the start of the provider's errors say about more than the message itself. */
  readonly sendFaults?: Readonly<Record<number, SendFault>>
  /** Whether the account is also on a phone, which shows what the product cannot. */
  hasPhone?(ctx: CompanyContext, connectionId: ConnectionId): boolean
  openTemplates?(ctx: CompanyContext, connectionId: ConnectionId): ProviderTemplates | undefined
}

export type CredentialTable = SQLiteTable & { readonly connectionId: SQLiteColumn }

/**
 * `sender`: it may not write so much. `account`: it cannot pay, or is locked. `personCap`: the person gets no more for a
 * while. `personStopped`: the person stopped marketing. `template`: refused for every recipient.
 */
export type SendFault = 'sender' | 'account' | 'personCap' | 'personStopped' | 'template'

export type ChannelProviders = Partial<Record<ChannelName, ChannelProvider>>

export interface DriverServices {
  config: Config
  hostKey: HostKey
  log: Log
}

export interface NoticeEffect {
  connectionId: ConnectionId
  warning?: string
  endedWarning?: (text: string) => boolean
  closed?: string
  isReopened?: true
  /** Why the rest of a shared history does not come. */
  historyError?: string
  template?: TemplateChange
  marketing?: { party: Party; isWanted: boolean }
}

export interface AccountFacts {
  verifiedName: string
  quality: string
  tier: string
  isVerified: boolean
  accessEndsAt: string | null
  reported: { at: string; text: string } | null
}

export interface ChannelWebhook {
  /** Splits a request's body into events, in order. Nothing is read from the body of another provider. */
  split(body: unknown): Iterable<WebhookEvent>
  account(ctx: CompanyContext, connectionId: ConnectionId): WebhookAccount | undefined
  secret(ctx: CompanyContext, connectionId: ConnectionId): string | undefined
  noteVerified(ctx: CompanyContext, connectionId: ConnectionId): void
}

export interface WebhookEvent {
  accountId: string | undefined
  businessAccountId: string
  payload: string
  /** New messages need not wait for it. */
  isHistory?: true
  isComment?: true
}

export interface WebhookAccount {
  /** Absent where only the host's app has an address. */
  webhookKey?: string
  verifyToken?: string
  /** Accounts may share it; undefined after a user disconnected it. */
  subscriptionId?: string
  businessAccountId: string
  takesComments?: boolean
  isWanted: boolean
  isVerified: boolean
}

export interface AccountHost {
  /** Adds a connection whose account was accepted, and connects it. @throws Refusal; at `field` for a taken account */
  create(ctx: CompanyContext, connection: NewConnection, account: GivenAccount): Promise<ConnectionId>
  /** Replaces the account of a connection, and connects it again. @throws Refusal */
  update(ctx: CompanyContext, id: ConnectionId, account: GivenAccount): Promise<void>
  assertMayManage(ctx: CompanyContext): void
  /** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
  getManaged(ctx: CompanyContext, id: ConnectionId): { name: string; channel: ChannelName }
  findOwn(ctx: CompanyContext, channel: ChannelName, accountId: string): { id: ConnectionId; name: string } | undefined
  isNameFree(ctx: CompanyContext, name: string): boolean
  accountChanged(ctx: CompanyContext, id: ConnectionId): void
  webhookUrl(webhookKey: string): string
  /** Undefined while the host has not set it. */
  pageUrl(path: string): string | undefined
}

/** What the operator does by `host` is audited. @throws Refusal ERR_NO_COMPANY_FOUND; ERR_COMPANY_DISABLED */
export type EnterCompany = (operator: Operator, companyId: CompanyId) => { ctx: CompanyContext; host: AccountHost }

export interface GivenAccount {
  channel: ChannelName
  accountId: string
  field: string
  check(): Promise<(ctx: CompanyContext, id: ConnectionId) => void>
}

export interface ProviderTemplate {
  providerId: string
  name: string
  language: string
  category: string
  status: string
  reason: string
  quality: string
  components: TemplatePart[]
}

export type NewTemplate = Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'components'>

export type TemplateChange = Pick<ProviderTemplate, 'providerId'> &
  Partial<Pick<ProviderTemplate, 'status' | 'reason' | 'quality' | 'category'>>

export interface ProviderTemplates {
  /** @throws ChannelError with the provider's sentence */
  readPage(after: string | undefined, signal?: AbortSignal): Promise<{ templates: ProviderTemplate[]; after?: string }>
  /** `isNamed`: variables have names, not numbers. @throws Refusal ERR_INVALID_INPUT at `name` or `body` */
  create(template: NewTemplate, isNamed: boolean): Promise<Pick<ProviderTemplate, 'providerId' | 'status'>>
  /** Returns what `create` calls the example. @throws Refusal ERR_INVALID_INPUT at `headerHandle` */
  upload(file: File): Promise<string>
  remove(name: string, providerId: string): Promise<void>
}
