export type BankProvider = 'efi' | 'mercadopago' | 'asaas'

/** A charge as the bank keeps it. */
export interface BankCharge {
  provider: BankProvider
  /** The bank's own id; for Efí the txid. */
  id: string
  /** The customer's reference: txid, external_reference, externalReference. */
  reference: string
  /** Reais. */
  amount: number
  code: string
  state: 'open' | 'paid' | 'removed'
  /** What the payer sent, in reais. */
  paid?: number
  currency?: string
  endToEndId?: string
  paidAt?: string
  createdAt: string
  /** The request body that created it. */
  request: Record<string, unknown>
  /** Where Mercado Pago reports it. */
  webhookUrl?: string
}

/** How the bank misbehaves; everything is off at first. */
export interface BankFailures {
  /** Every answer comes this late. */
  delayMs: number
  /** Answers to creations come this late, when the charge is made already. */
  delayAnswersMs: number
  /** Every call is answered with this status and does nothing. */
  status: number
  /** Charges are created, but the connection is closed before the answer. */
  loseAnswers: boolean
  /** Charges are paid and reported before the answer to their creation. */
  payBeforeAnswer: boolean
  /** Reported and returned payments are this much lower, in reais. */
  paidTooLittle: number
  /** Of payments; a Pix is always in reais. */
  currency: string
  /** How often each payment is reported. */
  reports: number
  /** Tokens of Efí are refused from now on, though they have not expired. */
  forgetTokens: boolean
  /** Answers are no JSON. */
  nonsense: boolean
  /** Efí answers without the code, as its earlier versions did. */
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
