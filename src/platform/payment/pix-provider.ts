import type { CompanyId } from '../../kernel/ids'
import type { PixProviderName } from '../../kernel/payment-config'
import type { RateLimit } from '../../kernel/rate-limit'

/** What a provider is asked to collect. */
export interface ChargeOrder {
  /** Ours; asking again with it makes no second charge. */
  txid: string
  /** Centavos. */
  amount: number
  description: string
  createdAt: Date
  expiresAt: Date | null
  payer: { name: string; /** CPF or CNPJ; empty if unknown. */ document: string; email: string }
  /** Where the provider reports payments; undefined without a public address. */
  webhookUrl: string | undefined
}

export interface CreatedCharge {
  /** Pix "copia e cola". */
  code: string
  /** The provider's own id. */
  providerId: string
}

export interface ReceivedPayment {
  /** As the provider names it. */
  id: string
  /** Centavos. */
  amount: number
  currency: string
}

/** How a charge is named when asked about. */
export interface ChargeReference {
  txid: string
  providerId: string
}

/** A Pix provider. Its calls throw ProviderError. */
export interface PixProvider {
  readonly name: PixProviderName
  /** Seconds until a charge expires; null for a code that does not. */
  readonly expirySeconds: number | null
  readonly needsDocument: boolean
  readonly txidLength: number
  create(order: ChargeOrder, signal: AbortSignal): Promise<CreatedCharge>
  /** The payments that have arrived for it, as the provider states now. A charge it does not know has none. */
  findPayments(charge: ChargeReference, signal: AbortSignal): Promise<ReceivedPayment[]>
  /** Makes the charge unpayable. Succeeds for one that is unknown or cannot be paid any more. */
  remove(charge: ChargeReference, signal: AbortSignal): Promise<void>
  /** Tells the provider where to report payments, where that is not said with each charge. */
  registerWebhook?(url: string, signal: AbortSignal): Promise<void>
}

/** The state of payments that lives as long as the process. */
export interface Payments {
  /** The provider for new charges; undefined while none is chosen or its settings are incomplete. */
  current(): PixProvider | undefined
  /** A provider that earlier charges may be of; undefined when its settings are gone. */
  get(name: PixProviderName): PixProvider | undefined
  /** A company's charges are created and replaced one after the other. */
  inOrder<T>(companyId: CompanyId, work: () => Promise<T>): Promise<T>
  limit: RateLimit
}

/**
 * unavailable: no usable answer, the charge may or may not have been created. refused: the provider answered that it cannot be.
 */
export class ProviderError extends Error {
  constructor(
    readonly reason: 'unavailable' | 'refused',
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'ProviderError'
  }
}
