import type { CompanyId } from '../ids'

/** Holds back answers, live messages, frames, calls and mails after a write until it is safe elsewhere. A process alone has none. */
export interface OutputGate {
  open(file: GatedFile): CompanyGate
}

export interface GatedFile {
  id: CompanyId
  epoch: number
  /** Hands what was committed to the archives that hold output back. Resolves when they have it; undefined if they already do. */
  ship(): Promise<void> | undefined
}

export interface CompanyGate {
  /**
   * Resolves once all that was committed before the call is safe; undefined if it already is. Later calls never resolve
   * before earlier ones. Rejects with a Refusal when it will never be safe, because another node has taken over.
   */
  durable(): Promise<void> | undefined
  /** Nothing may be written now, such as while the nodes have no majority. */
  isReadOnly(): boolean
}
