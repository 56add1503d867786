import type { ConnectionId } from '../kernel/ids'
import type { ConnectionStatus } from './connection.contract'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    /** Pairing codes expire and do not belong in a log. */
    'connection.statusChanged': { connectionId: ConnectionId; status: ConnectionStatus; error?: string }
    'connection.missingChanged': { connectionId: ConnectionId }
  }
}
