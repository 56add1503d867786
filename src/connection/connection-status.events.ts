import type { ConnectionId } from '../kernel/ids'
import type { ConnectionStatus } from './connection.contract'

declare module '../kernel/event-log' {
  interface EventPayloads {
    /** The row says the rest: codes are worth nothing a minute later and have no place in a log. */
    'connection.statusChanged': { connectionId: ConnectionId; status: ConnectionStatus; error?: string }
    /** Another message could not be read, or one of those has come. */
    'connection.missingChanged': { connectionId: ConnectionId }
  }
}
