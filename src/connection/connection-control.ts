import type { Address, AddressBookEntry, Channel } from '../channel/channel'
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
  /** The channel; undefined while it is down. */
  channel(companyId: CompanyId, connectionId: ConnectionId): Channel | undefined
  /** Other addresses of the same person, as the connections of the company have learnt them, whether they are up or not. */
  otherNames(ctx: CompanyContext, address: Address): Address[]
  /** Whom the account of a connection knows, whether it is up or not. */
  addressBook(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[]
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    /** `noConnections` until somebody runs them. */
    connections: ConnectionControl
  }
}

const refuseToAct = () => refuse('ERR_WAPP_NOT_INITIALIZED')

/** Where no connections run, such as in scripts: nothing is connected, and what would act is refused. */
export const noConnections: ConnectionControl = {
  start: refuseToAct,
  renew: refuseToAct,
  leave: refuseToAct,
  requestPairingCode: refuseToAct,
  wakeInbox: () => {},
  restart: async () => {},
  remove: async () => {},
  channel: () => undefined,
  otherNames: () => [],
  addressBook: () => [],
}

/** The running connections. */
export const connectionControl = (ctx: CompanyContext): ConnectionControl => ctx.company.services.ports.connections
