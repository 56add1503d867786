import type { Address, Channel } from '../channel/channel'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { CompanyId, ConnectionId } from '../kernel/ids'

/** The running connections, as the rest of the product may use them. */
export interface ConnectionControl {
  /** Brings it up, or tries again at once. */
  start(companyId: CompanyId, connectionId: ConnectionId): void
  /** Begins a pairing anew: what an earlier one left is forgotten. */
  renew(companyId: CompanyId, connectionId: ConnectionId): void
  /** Unpairs and ends it. */
  leave(companyId: CompanyId, connectionId: ConnectionId): void
  /** The code to type on the phone; undefined when the connection shows none. */
  requestPairingCode(companyId: CompanyId, connectionId: ConnectionId, number: string): Promise<string | undefined>
  /** Interprets what was filed for it, whether it has a session or not. */
  wakeInbox(companyId: CompanyId, connectionId: ConnectionId): void
  /** Brings every wanted connection of the company up anew. */
  restart(companyId: CompanyId): Promise<void>
  /** Unpairs it and forgets it, before its record is deleted. */
  remove(companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** The line to the provider; undefined while it is down. */
  channel(companyId: CompanyId, connectionId: ConnectionId): Channel | undefined
  /** Other addresses of the same person, as the connections of the company have learnt them, whether they are up or not. */
  otherNames(ctx: CompanyContext, address: Address): Address[]
}

declare module '../kernel/company-files' {
  interface CompanyHooks {
    /** Given by whoever runs the connections; absent in scripts. */
    connections?: ConnectionControl
  }
}

/** @throws Refusal ERR_WAPP_NOT_INITIALIZED where no connections run */
export function connectionControl(ctx: CompanyContext): ConnectionControl {
  return ctx.company.services.hooks.connections ?? refuse('ERR_WAPP_NOT_INITIALIZED')
}
