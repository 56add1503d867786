import type { Contact } from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import { pick } from '../../../kernel/typed-object.contract'
import { type ChannelReport, type InboundEvent, ChannelError } from '../../channel'
import type { AnnouncedHistory, HistoryNotice } from '../../channel-driver'
import type { DueRequest, MissingNote } from '../receive/payload'
import type { LineOptions } from '../whatsapp-options'

export interface RecordName {
  category: string
  id: string
}

/** `value`: as sealed by the line; null removes it. */
export interface StoredKey extends RecordName {
  value: Uint8Array | null
}

/** A ratchet step with the messages it decrypted, which are stored together or not at all. */
export interface KeyStep {
  keys: readonly StoredKey[]
  payloads: readonly string[]
  /** Marks of the ciphertexts; each can be decrypted only once. */
  decrypted: readonly string[]
  /** Ids of messages that had been missing. */
  arrived: readonly string[]
}

/** One-way calls to the main thread, which has the database. Frames that the line sends later wait until they are stored. */
export interface LineTells {
  store(step: KeyStep): void
  file(payloads: readonly string[]): void
  noteMissing(note: MissingNote & { account: string | undefined; firstMs: number }): void
  resolveMissing(ids: readonly string[]): void
  keepSent(id: string, message: Uint8Array): void
  forgetKeys(): void
  dropHistory(id: string): void
  report(report: ChannelReport): void
  pass(event: InboundEvent): void
  log(level: keyof Log, message: string, facts: Record<string, unknown>): void
}

type HistoryWindow = ReturnType<AnnouncedHistory['window']>

export interface LineAsks {
  keys(names: readonly RecordName[]): (Uint8Array | undefined)[]
  wasDecrypted(mark: string): boolean
  findSent(id: string): Uint8Array | undefined
  /** The messages to request now. Each gets a later time for its next request. */
  takeMissing(firstMs: number): DueRequest[]
  missingDelayMs(): number | undefined
  noteContacts(
    contacts: readonly KnownContact[],
    of: { hasChat: boolean; own: readonly (string | undefined)[] },
  ): Promise<void>
  /** Undefined also while the import is paused. */
  nextHistory(): HistoryNotice | undefined
  postponeHistory(notice: HistoryNotice, error: string): number | undefined
  /** Undefined while the import is paused. */
  historyWindow(): HistoryWindow | undefined
  /** Files nothing and returns false when the window is no longer the one that the messages were chosen by. */
  fileHistory(part: HistoryPart): boolean
  write(call: number, piece: Uint8Array): Promise<void>
}

/** Unsaved contacts have no name. */
export type KnownContact = Pick<Contact, 'id' | 'lid' | 'phoneNumber' | 'name'>

export const knownContact = (contact: Contact): KnownContact => pick(contact, 'id', 'lid', 'phoneNumber', 'name')

export interface HistoryPart {
  id: string
  done: number
  isLast: boolean
  old: readonly string[]
  fresh: readonly string[]
  window: HistoryWindow
}

export interface LineSetup {
  company: number
  connection: number
  sealingKey: Uint8Array
  options: LineOptions
}

export interface PlainError {
  message: string
  reason?: string
  retryAfterMs?: number | undefined
}

export type LineAnswer = { value: unknown } | { error: PlainError }

export type ToLine =
  | { line: number; type: 'open'; setup: LineSetup }
  | { line: number; type: 'call'; call: number; method: string; given: readonly unknown[] }
  | { line: number; type: 'answer'; ask: number; answer: LineAnswer }
  | { line: number; type: 'stored'; tells: number }
  /** A one-way call of the line could not be stored. */
  | { line: number; type: 'failed' }
  | { line: number; type: 'release' }

/** What a thread posts in one turn. Threads have one clock only in whole milliseconds since 1970. */
export interface FromThread {
  postedMs: number
  messages: readonly FromLine[]
}

export type FromLine =
  | { line: number; type: 'tell'; name: keyof LineTells; given: readonly unknown[] }
  | { line: number; type: 'ask'; ask: number; name: keyof LineAsks; given: readonly unknown[] }
  | { line: number; type: 'result'; call: number; answer: LineAnswer }

/** Errors lose their class between threads. */
export function plainError(error: unknown): PlainError {
  if (error instanceof ChannelError) {
    const { message, reason, retryAfterMs } = error
    return { message, reason, retryAfterMs }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

export function fromPlainError({ message, reason, retryAfterMs }: PlainError): Error {
  if (reason === undefined) return new Error(message)
  return new ChannelError(reason as ChannelError['reason'], message, retryAfterMs)
}
