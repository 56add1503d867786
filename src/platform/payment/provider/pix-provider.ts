import type { CompanyId } from '../../../kernel/ids'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import type { Mutex } from '../../../kernel/job/limiter'
import type { RateLimit } from '../../../kernel/http/rate-limit'
import type { ChargeLocation } from '../../platform.tables'

export interface ChargeOrder {
  /** Ours: repeating creates no second charge. */
  txid: string
  amount: number
  description: string
  createdAt: Date
  expiresAt: Date | null
  /** Less for a repeated request. */
  secondsLeft: number
  payer: { name: string; /** CPF or CNPJ; empty if unknown. */ document: string; email: string }
  webhookUrl: string | undefined
}

interface CreatedCharge {
  code: string
  providerId: string
  pixKey?: string
  location?: ChargeLocation | undefined
}

export interface ReceivedPayment {
  id: string
  amount: number
  currency: string
  returned: number
  returnedBy?: 'refund' | 'chargeback'
}

export interface ChargeAtProvider {
  payments: ReceivedPayment[]
  /** Whether its code can still be paid, as far as the provider's status tells. */
  isPayable: boolean
}

export interface ChargeReference {
  txid: string
  providerId: string
}

export interface PixProvider {
  readonly name: PixProviderName
  /** Null for a code that does not expire. */
  readonly expirySeconds: number | null
  /** Nobody can pay an expired charge. Otherwise it is removed. */
  readonly closesExpired: boolean
  readonly needsDocument: boolean
  readonly txidLength: number
  create(order: ChargeOrder, signal: AbortSignal): Promise<CreatedCharge>
  find(charge: ChargeReference, signal: AbortSignal): Promise<ChargeAtProvider | undefined>
  /** Asks to make the charge unpayable. Only `find` tells whether it is: it may have been paid meanwhile. */
  remove(charge: ChargeReference, signal: AbortSignal): Promise<void>
  registerWebhook?(url: string, signal: AbortSignal): Promise<void>
}

export interface Payments {
  current(): PixProvider | undefined
  get(name: PixProviderName): PixProvider | undefined
  inOrder: Mutex<CompanyId>
  limit: RateLimit
}

/** unavailable: the charge may exist. refused: rejected. */
export class ProviderError extends Error {
  readonly minimum: number | undefined

  constructor(
    readonly reason: 'unavailable' | 'refused',
    message: string,
    readonly status?: number,
    options?: ErrorOptions & { minimum?: number },
  ) {
    super(message, options)
    this.name = 'ProviderError'
    this.minimum = options?.minimum
  }
}

export const isRefusal = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.reason === 'refused'

/** A charge that cannot be removed is paid, expired or gone. */
export function ignoreRefusal(error: unknown) {
  if (!isRefusal(error)) throw error
}

export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.status !== 404) throw error
}
