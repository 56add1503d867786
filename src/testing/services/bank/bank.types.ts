export type BankProvider = 'efi' | 'mercadopago' | 'asaas'

export interface BankCharge {
  provider: BankProvider
  /** The bank's own id; for Efí the txid. */
  id: string
  /** The customer's reference: txid, external_reference, externalReference. */
  reference: string
  amount: number
  code: string
  state: 'open' | 'paid' | 'removed'
  /** The amount that the payer sent, in reais. */
  paid?: number
  currency?: string
  endToEndId?: string
  /** Payments after the first, which only the fake of Efí accepts. */
  again?: { endToEndId: string; paid: number; paidAt: string }[]
  /** What went back to the payer, in reais. */
  returned?: number
  returnedBy?: 'refund' | 'chargeback'
  /** The host confirmed at Asaas that it received cash. */
  inCash?: boolean
  paidAt?: string
  createdAt: string
  request: Record<string, unknown>
  webhookUrl?: string
}

/** Injected failures, all off by default. */
export interface BankFailures {
  delayMs: number
  /** Delay of answers to creations, after the charge was created. */
  delayAnswersMs: number
  /** Answers every call with this status without effect. */
  status: number
  /** Creates charges, but closes the connection before the answer. */
  loseAnswers: boolean
  /** Pays and reports charges before the answer to their creation. */
  payBeforeAnswer: boolean
  /** Pays charges while their removal is requested, without a report. */
  payBeforeRemoval: boolean
  /** Reduces reported and returned payments by this amount, in reais. */
  paidTooLittle: number
  /** Currency of payments; a Pix is always in reais. */
  currency: string
  /** How often each payment is reported. */
  reports: number
  /** Rejects Efí's tokens although they have not expired. */
  forgetTokens: boolean
  nonsense: boolean
  /** Efí omits the code from answers, like its earlier versions. */
  codeByLocation: boolean
}

export interface BankCall {
  provider: BankProvider
  /** `PUT /v2/cob/abc`. */
  line: string
  headers: Record<string, string>
  body: unknown
}

export interface BankReport {
  url: string
  status: number
}
