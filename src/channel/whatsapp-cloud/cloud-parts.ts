import type { CloudAccount } from '../../connection/cloud/cloud-account.queries'
import type { Graph } from '../../connection/cloud/graph-client'
import type { ChannelHost } from '../channel'

/** An open session: Meta accepted the token. */
export interface CloudSession {
  account: CloudAccount
  graph: Graph
}

export interface CloudParts {
  host: ChannelHost
  /** @throws ChannelError offline while not connected */
  session(): CloudSession
  /** Ends the session when Meta no longer accepts the token. Returns the error as ChannelError if it is Graph's. */
  failed(error: unknown): unknown
}
