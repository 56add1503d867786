import type { CompanyId } from '../ids'

/**
 * Holds back what leaves the process after a write until the write is safe elsewhere: answers, live messages, frames to
 * providers, outgoing calls and mails. A process alone has none.
 */
export interface OutputGate {
  /** Called when a file is opened. */
  open(file: GatedFile): CompanyGate
}

export interface GatedFile {
  id: CompanyId
  /** Of the ownership under which it was opened. */
  epoch: number
  /**
   * Hands what was committed to the archives that hold output back. Resolves when they have taken all of it; undefined if they
   * already have.
   */
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
