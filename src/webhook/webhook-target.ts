import type { CompanyContext } from '../kernel/company-context'
import type { CompanyId } from '../kernel/ids'
import type { LoggedAttempt } from '../platform/host-webhook/webhook-log'

/** What is delivered where. */
export interface WebhookTarget {
  url: string
  secret: string
  /** Whether what people wrote is delivered, too. */
  withTexts: boolean
}

export type Attempt = Omit<LoggedAttempt, 'companyId'>

/** One of the addresses to which a company's events are delivered. */
export interface DeliveryTarget {
  /** Undefined while no address is set. */
  get(ctx: CompanyContext): WebhookTarget | undefined
  /** Until when nothing is sent after too many failures in a row; undefined while it is. */
  pausedUntil(ctx: CompanyContext): Date | undefined
  /** Runs the attempt once the receiver has room. @throws the signal's reason when that is aborted before */
  inTurn<T>(ctx: CompanyContext, signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(ctx: CompanyContext, attempt: Attempt, ok: boolean): void
}

/** Where the events of all companies are delivered for the host. */
export interface HostTarget {
  get(): WebhookTarget | undefined
  pausedUntil(): Date | undefined
  inTurn<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(companyId: CompanyId, attempt: Attempt, ok: boolean): void
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    hostWebhook: HostTarget
  }
}
