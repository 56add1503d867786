import type { CompanyId } from '../kernel/ids'
import type { LoggedAttempt } from '../platform/host-webhook/webhook-log'

/** What is delivered where. */
export interface WebhookTarget {
  url: string
  secret: string
  /** Whether what people wrote is delivered, too. */
  withTexts: boolean
}

/** Where the events of all companies are delivered for the host. */
export interface HostTarget {
  /** Undefined while the host has set no address. */
  get(): WebhookTarget | undefined
  /** Until when nothing is sent after too many failures in a row; undefined while it is. */
  pausedUntil(): Date | undefined
  /** Runs the attempt once the receiver has room. @throws the signal's reason when that is aborted before */
  inTurn<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(companyId: CompanyId, attempt: Omit<LoggedAttempt, 'companyId'>, ok: boolean): void
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    hostWebhook: HostTarget
  }
}
