import type { CloudAccount } from './account/cloud-account'
import type { Graph } from './graph/graph-client'
import type { ChannelHost } from '../channel-driver'

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
