import type { InboundEvent } from '../../channel/channel'
import type { connectionTable } from '../../connection/connection.tables'
import type { resolveContact } from '../../contact/resolve-contact'
import type { takeInboundTicket } from '../../ticket/take-inbound-ticket'
import type { ReadContent } from './inbound-content'

/** The connection an event came by, as it stood when its batch was begun. */
export type InboundConnection = typeof connectionTable.$inferSelect

export type MessageEvent = Extract<InboundEvent, { type: 'message' }>

/** A contact's message that has just been stored, and where it stands: what automata are asked about. */
export interface InboundTurn {
  ticket: ReturnType<typeof takeInboundTicket>['ticket']
  change: ReturnType<typeof takeInboundTicket>['change']
  contact: ReturnType<typeof resolveContact>
  connection: InboundConnection
  messageId: number
  content: ReadContent
}
