import type { Address, Channel } from '../../channel/channel'
import type { AddressBookEntry } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId, ConnectionId } from '../../kernel/ids'

export interface ConnectionControl {
  start(companyId: CompanyId, connectionId: ConnectionId): void
  /** Connects with other credentials, ending the present session without unpairing it. */
  reopen(companyId: CompanyId, connectionId: ConnectionId): void
  /** Starts a new pairing and deletes the data of an earlier one. */
  renew(companyId: CompanyId, connectionId: ConnectionId): void
  leave(companyId: CompanyId, connectionId: ConnectionId): void
  /** Ends the session with that last error until a user acts. Its credentials stay. */
  close(companyId: CompanyId, connectionId: ConnectionId, error: string): void
  requestPairingCode(companyId: CompanyId, connectionId: ConnectionId, number: string): Promise<string | undefined>
  /** Interprets filed events, with or without a session. */
  wakeInbox(companyId: CompanyId, connectionId: ConnectionId): void
  restart(companyId: CompanyId): Promise<void>
  /** Unpairs the connection, connecting it if needed, and deletes its data, before its record is deleted. */
  remove(companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** Unpairs all connections of a company that is being deleted, connecting those that are not connected. */
  unpairCompany(companyId: CompanyId): Promise<void>
  channel(companyId: CompanyId, connectionId: ConnectionId): Channel | undefined
  /** Returns other addresses of the same person known to the company's connections, connected or not. */
  otherNames(ctx: CompanyContext, address: Address): Address[]
  addressBook(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[]
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** `noConnections` until a supervisor is created. */
    connections: ConnectionControl
  }
}

const refuseToAct = () => refuse('ERR_WAPP_NOT_INITIALIZED')

/** For scripts without connections: nothing is connected, and actions are refused. */
export const noConnections: ConnectionControl = {
  start: refuseToAct,
  reopen: () => {},
  renew: refuseToAct,
  leave: refuseToAct,
  close: () => {},
  requestPairingCode: refuseToAct,
  wakeInbox: () => {},
  restart: async () => {},
  remove: async () => {},
  unpairCompany: async () => {},
  channel: () => undefined,
  otherNames: () => [],
  addressBook: () => [],
}

export const connectionControl = (ctx: CompanyContext): ConnectionControl => ctx.company.services.ports.connections
