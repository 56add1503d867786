import { Refusal } from '../errors'
import type { CompanyId } from '../ids'

/** Which node serves a company. Answers from memory, because every opening of a file asks. */
export interface Ownership {
  /** Rises each time another node takes the company over. Undefined while this node does not own it. */
  epochOf(id: CompanyId): number | undefined
  nodeOf(id: CompanyId): string | undefined
  /** This node creates the company, which no other node knows yet. */
  begin(id: CompanyId): void
}

export const soleOwnership: Ownership = { epochOf: () => 1, nodeOf: () => undefined, begin: () => {} }

/** `serve` has the owner answer instead. */
export class CompanyElsewhere extends Refusal {
  constructor(
    readonly companyId: CompanyId,
    readonly node?: string | undefined,
  ) {
    super('ERR_COMPANY_ELSEWHERE', { retryAfterSeconds: 2 })
  }
}

/** Background work skips such a company: its owner does it. */
export const isElsewhere = (error: unknown) => error instanceof CompanyElsewhere

/** Also of what the company's former owner could not confirm. */
export const isTakenOver = (error: unknown) =>
  isElsewhere(error) || (error instanceof Refusal && error.code === 'ERR_NOT_CONFIRMED')

/** Also while nothing may be written. None of these is a failure of this node. */
export const isUnwritable = (error: unknown) =>
  isTakenOver(error) || (error instanceof Refusal && error.code === 'ERR_READ_ONLY')
