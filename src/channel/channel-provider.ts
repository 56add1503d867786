import type { AnyElysia } from 'elysia'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Config } from '../kernel/config/config'
import type { HostKey } from '../kernel/config/host-key'
import type { UserGuard } from '../kernel/http/user-guard'
import type { ConnectionId } from '../kernel/ids'
import type { Log } from '../kernel/log'
import type { Party, ProviderNotice, TemplatePart } from './channel'
import type { ChannelDriver } from './channel-driver'
import type { ChannelName } from './channel-rules.contract'
import type { NewConnection } from './new-connection.contract'

/**
 * All that the product knows about a provider, in one folder: its driver, and what only some providers have. Its limits
 * and other facts, which browsers need too, are its `ChannelRules`.
 */
export interface ChannelProvider {
  readonly channel: ChannelName
  createDriver(services: DriverServices): ChannelDriver
  routes?(guard: UserGuard, host: AccountHost): AnyElysia
  readonly webhook?: ChannelWebhook
  /** Reads a reported fact about an account and keeps what is the provider's own, in the inbox's transaction. */
  readNotice?(ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice): NoticeEffect[]
  accountFacts?(ctx: CompanyContext, connectionId: ConnectionId): AccountFacts | undefined
  /** Conversations that the provider lets the connection begin on a day. */
  conversationsMax?(ctx: CompanyContext, connectionId: ConnectionId): number
  /** Returns the scope of the ids that the provider gives people, if it is not the connection. Asked for every message. */
  identityScope?(ctx: CompanyContext, connectionId: ConnectionId): number
  /** Whether the provider lets people answer for the `humanAgentDays` of the channel's rules. */
  hasHumanAgent?(ctx: CompanyContext, connectionId: ConnectionId): boolean
  /** What the numbers at the start of the provider's errors say about more than the message itself. */
  readonly sendFaults?: Readonly<Record<number, SendFault>>
  /** Whether the account is also on a phone, which shows what the product cannot. */
  hasPhone?(ctx: CompanyContext, connectionId: ConnectionId): boolean
  openTemplates?(ctx: CompanyContext, connectionId: ConnectionId): ProviderTemplates | undefined
}

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

/** What a notice means for one connection; without more, that its account's facts changed. */
export interface NoticeEffect {
  connectionId: ConnectionId
  warning?: string
  /** Ends a warning whose text it accepts. */
  endedWarning?: (text: string) => boolean
  /** The last error of a connection that the provider ended. */
  closed?: string
  /** A connection that the provider had ended goes on. */
  isReopened?: true
  template?: TemplateChange
  marketing?: { party: Party; isWanted: boolean }
}

export interface AccountFacts {
  verifiedName: string
  quality: string
  tier: string
  /** Whether the provider has reached the webhook's address. */
  isVerified: boolean
  /** When somebody must sign in again; null while the access lasts. */
  accessEndsAt: string | null
  /** The last error that the provider reported about the account itself. */
  reported: { at: string; text: string } | null
}

/** How signed requests at the webhook address of a connection are read. */
export interface ChannelWebhook {
  /** Splits a request's body into events, in order. Nothing is read from the body of another provider. */
  split(body: unknown): Iterable<WebhookEvent>
  account(ctx: CompanyContext, connectionId: ConnectionId): WebhookAccount | undefined
  /** The secret with which requests are signed; undefined while it is unknown. */
  secret(ctx: CompanyContext, connectionId: ConnectionId): string | undefined
  noteVerified(ctx: CompanyContext, connectionId: ConnectionId): void
}

export interface WebhookEvent {
  /** Undefined for events of a whole business account. */
  accountId: string | undefined
  businessAccountId: string
  payload: string
  /** Part of the account's past, which new messages need not wait for. */
  isHistory?: true
  /** A comment in public, which only some accounts take. */
  isComment?: true
}

export interface WebhookAccount {
  /** Of the connection's own address, with its verify token; absent where only the host's app has an address. */
  webhookKey?: string
  verifyToken?: string
  /** What the provider delivers its events for, which accounts may share; undefined after a user disconnected it. */
  subscriptionId?: string
  businessAccountId: string
  takesComments?: boolean
  /** False after a user disconnected it. */
  isWanted: boolean
  isVerified: boolean
}

/** What a provider's own calls ask of the domain of connections. */
export interface AccountHost {
  /** Adds a connection once its account is accepted, and connects it. @throws Refusal; at `field`, for a taken account */
  create(ctx: CompanyContext, connection: NewConnection, account: GivenAccount): Promise<ConnectionId>
  /** Replaces the account of a connection, and connects it again. @throws Refusal */
  update(ctx: CompanyContext, id: ConnectionId, account: GivenAccount): Promise<void>
  /** @throws Refusal ERR_NO_PERMISSION */
  assertMayManage(ctx: CompanyContext): void
  /** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
  getManaged(ctx: CompanyContext, id: ConnectionId): { name: string; channel: ChannelName }
  /** The company's connection with the account. */
  findOwn(ctx: CompanyContext, channel: ChannelName, accountId: string): { id: ConnectionId; name: string } | undefined
  isNameFree(ctx: CompanyContext, name: string): boolean
  /** Reports that what is shown of the account changed. Joins an open transaction. */
  accountChanged(ctx: CompanyContext, id: ConnectionId): void
  webhookUrl(webhookKey: string): string
  /** The public address of a page of the product; undefined while the host has not set it. */
  pageUrl(path: string): string | undefined
}

export interface GivenAccount {
  channel: ChannelName
  /** Unique on the platform. */
  accountId: string
  /** The field of the call's body that names it. */
  field: string
  /** Asks the provider. Returns how to store the account, in the transaction that saves the connection. @throws Refusal */
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
  /** `isNamed`: its variables have names, not numbers. @throws Refusal ERR_INVALID_INPUT at `name` or `body` */
  create(template: NewTemplate, isNamed: boolean): Promise<Pick<ProviderTemplate, 'providerId' | 'status'>>
  /** Uploads an example of a header's file. Returns how `create` names it. @throws Refusal ERR_INVALID_INPUT at `headerHandle` */
  upload(file: File): Promise<string>
  /** @throws Refusal ERR_INVALID_INPUT at `name` */
  remove(name: string, providerId: string): Promise<void>
}
