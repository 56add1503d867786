import type { ConnectionId } from '../kernel/ids'
import type { ConnectionStatus } from './connection.contract'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    /** The row contains the rest: pairing codes expire and do not belong in a log. */
    'connection.statusChanged': { connectionId: ConnectionId; status: ConnectionStatus; error?: string }
    /** Another message could not be read, or a missing one arrived. */
    'connection.missingChanged': { connectionId: ConnectionId }
  }
}
