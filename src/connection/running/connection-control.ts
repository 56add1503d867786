import type { Address, Channel } from '../../channel/channel'
import type { AddressBookEntry } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId, ConnectionId } from '../../kernel/ids'

export interface UnpairedLine {
  id: ConnectionId
  channel: string
  /** False when it was not connected: the device then stays listed on the owner's phone. */
  loggedOut: boolean
}

export interface ConnectionControl {
  start(companyId: CompanyId, connectionId: ConnectionId): void
  /** Connects with other credentials, without unpairing. */
  reopen(companyId: CompanyId, connectionId: ConnectionId): void
  renew(companyId: CompanyId, connectionId: ConnectionId): void
  leave(companyId: CompanyId, connectionId: ConnectionId): void
  /** Closes the session until a user acts. Its credentials stay. */
  close(companyId: CompanyId, connectionId: ConnectionId, error: string): void
  requestPairingCode(companyId: CompanyId, connectionId: ConnectionId, number: string): Promise<string | undefined>
  wakeInbox(companyId: CompanyId, connectionId: ConnectionId): void
  restart(companyId: CompanyId): Promise<void>
  /** Connects if needed. Before the record goes. */
  remove(companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** Connects those that are not. */
  unpairCompany(companyId: CompanyId): Promise<UnpairedLine[]>
  channel(companyId: CompanyId, connectionId: ConnectionId): Channel | undefined
  /** Other addresses of the same person, connected or not. */
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
  unpairCompany: async () => [],
  channel: () => undefined,
  otherNames: () => [],
  addressBook: () => [],
}

export const connectionControl = (ctx: CompanyContext): ConnectionControl => ctx.company.services.ports.connections
