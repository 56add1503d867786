import type { CompanyId } from '../../../kernel/ids'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import type { Mutex } from '../../../kernel/job/limiter'
import type { RateLimit } from '../../../kernel/http/rate-limit'
import type { ChargeLocation } from '../../platform.tables'

export interface ChargeOrder {
  /** Ours. Repeating the request with it creates no second charge. */
  txid: string
  amount: number
  description: string
  createdAt: Date
  expiresAt: Date | null
  /** Until it expires; less than at first for a repeated request. */
  secondsLeft: number
  payer: { name: string; /** CPF or CNPJ; empty if unknown. */ document: string; email: string }
  /** Where the provider reports payments; undefined without a public address. */
  webhookUrl: string | undefined
}

interface CreatedCharge {
  code: string
  providerId: string
  /** The Pix key that receives. */
  pixKey?: string
  location?: ChargeLocation | undefined
}

export interface ReceivedPayment {
  id: string
  amount: number
  currency: string
  /** What went back to the payer of it, or is about to. */
  returned: number
  returnedBy?: 'refund' | 'chargeback'
}

/** What a provider states about a charge now. */
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
  /** Seconds until a charge expires; null for a code that does not. */
  readonly expirySeconds: number | null
  /** Whether nobody can pay a charge after it has expired. Otherwise it has to be removed. */
  readonly closesExpired: boolean
  readonly needsDocument: boolean
  readonly txidLength: number
  create(order: ChargeOrder, signal: AbortSignal): Promise<CreatedCharge>
  /** Returns undefined for an unknown charge. */
  find(charge: ChargeReference, signal: AbortSignal): Promise<ChargeAtProvider | undefined>
  /** Asks to make the charge unpayable. Only `find` tells whether it is: it may have been paid meanwhile. */
  remove(charge: ChargeReference, signal: AbortSignal): Promise<void>
  /** Registers the URL for payment reports, if the provider does not accept it with each charge. */
  registerWebhook?(url: string, signal: AbortSignal): Promise<void>
}

export interface Payments {
  current(): PixProvider | undefined
  get(name: PixProviderName): PixProvider | undefined
  /** Creates and replaces a company's charges one after the other. */
  inOrder: Mutex<CompanyId>
  limit: RateLimit
}

/** unavailable: no usable answer; the charge may or may not exist. refused: the provider rejected it. */
export class ProviderError extends Error {
  /** The provider's least amount, if the charge was refused for being below it. */
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

/** For removals: a charge that the provider refuses to remove is paid, expired or gone. */
export function ignoreRefusal(error: unknown) {
  if (!isRefusal(error)) throw error
}

/** For look-ups: nothing is found where the provider answers 404. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.status !== 404) throw error
}
