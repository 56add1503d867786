import type { CompanyContext } from '../kernel/company/company-context'
import type { ConnectionId } from '../kernel/ids'
import type { Address, Channel, ChannelReport, InboundEvent } from './channel'
import type { ChannelName } from './channel-rules.contract'

export interface AddressBookEntry {
  phone: string
  lid: string
  name: string
  hasChat: boolean
}

export interface HistoryNotice {
  id: string
  notice: string
  done: number
  attempts: number
}

export interface AnnouncedHistory {
  isPaused(): boolean
  next(): HistoryNotice | undefined
  /** Keeps a notice until it is dropped. One that is known stays as it is. */
  note(id: string, notice: string): void
  /** Files messages of a part together with the position, so that reading continues there after a crash. */
  file(part: { id: string; payloads: readonly string[]; done: number }): void
  drop(id: string): void
  /** Ms until the next try; undefined when the part is given up, with `error`. @param waitMs no failure: the provider says so */
  postpone(notice: HistoryNotice, why?: { waitMs?: number | undefined; error?: string }): number | undefined
  /** What to keep: messages after `newAfterMs` (0: none was seen) are new, those that an import wants are history; others are dropped. */
  window(): { newAfterMs: number; wanted?: { sinceMs: number; untilMs: number; groups: boolean } }
  /** History is interpreted when no new message waits. */
  filed(): void
}

export interface MissingMessage {
  providerId: string
  attempts: number
  request: string
}

/** The unreadable messages, kept until they arrive. All join an open transaction. */
export interface MissingMessages {
  note(missing: { providerId: string; request: string; retryAtMs: number }): void
  resolve(providerId: string): void
  due(limit: number): MissingMessage[]
  /** Ms since 1970; undefined when none is missing. */
  nextAtMs(): number | undefined
  postpone(providerId: string, retryAtMs: number): void
}

export interface ChannelHost {
  connectionId: ConnectionId
  context(): CompanyContext
  report(report: ChannelReport): void
  file(payloads: readonly string[]): void
  pass(event: InboundEvent): void
  accountChanged(): void
  history: AnnouncedHistory
  missing: MissingMessages
  lastInboundKey(of: Address): Record<string, unknown> | undefined
}

export interface ChannelDriver {
  open(host: ChannelHost): Channel
  /** Pure. */
  normalise(payload: string): InboundEvent[]
  otherName?(ctx: CompanyContext, connectionId: ConnectionId, address: Address): Address | undefined
  addressBook?(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[]
  /** @param leave ends the use of a subscription; returns whether another connection of any company uses it */
  forget(
    ctx: CompanyContext,
    connectionId: ConnectionId,
    leave: (subscriptionId: string) => Promise<boolean>,
  ): Promise<void> | void
}

export type ChannelDrivers = Partial<Record<ChannelName, ChannelDriver>>
