import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { LoggedAttempt } from '../../platform/host-webhook/webhook-log'

/** Where deliveries go, and what they contain. */
export interface WebhookTarget {
  url: string
  secret: string
  /** Whether the texts of messages are included. */
  withTexts: boolean
}

export type Attempt = Omit<LoggedAttempt, 'companyId'>

/** One of the addresses to which a company's events are delivered. */
export interface DeliveryTarget {
  /** Undefined while no address is set. */
  get(ctx: CompanyContext): WebhookTarget | undefined
  /** End of the pause after too many failures in a row; undefined when not paused. */
  pausedUntil(ctx: CompanyContext): Date | undefined
  /** Runs the attempt when the receiver has capacity. @throws the signal's reason when it is aborted before */
  inTurn<T>(ctx: CompanyContext, signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(ctx: CompanyContext, attempt: Attempt, ok: boolean): void
}

/** Where the events of all companies are delivered for the host. */
export interface HostTarget {
  get(): WebhookTarget | undefined
  pausedUntil(): Date | undefined
  inTurn<T>(company: CompanyId, signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(companyId: CompanyId, attempt: Attempt, ok: boolean): void
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    hostWebhook: HostTarget
  }
}
