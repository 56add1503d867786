import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { LoggedAttempt } from '../../platform/host-webhook/webhook-log'

export interface WebhookTarget {
  url: string
  secret: string
  withTexts: boolean
}

export type Attempt = Omit<LoggedAttempt, 'companyId'>

export interface DeliveryTarget {
  get(ctx: CompanyContext): WebhookTarget | undefined
  pausedUntil(ctx: CompanyContext): Date | undefined
  /** When the receiver has capacity. @throws the signal's reason when aborted before */
  inTurn<T>(ctx: CompanyContext, signal: AbortSignal, attempt: () => Promise<T>): Promise<T>
  note(ctx: CompanyContext, attempt: Attempt, ok: boolean): void
}

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
