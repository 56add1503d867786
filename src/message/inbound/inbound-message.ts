import type { InboundEvent } from '../../channel/channel'
import type { Connection } from '../../connection/connection.queries'
import type { resolveContact } from '../../contact/identity/resolve-contact'
import type { resolveInboundTicket } from '../../ticket/opening/resolve-inbound-ticket'
import type { MessageId } from '../../kernel/ids'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ReadContent } from './inbound-content'

export type InboundConnection = Connection

export type MessageEvent = Extract<InboundEvent, { type: 'message' }>

export interface InboundMessage {
  ticket: ReturnType<typeof resolveInboundTicket>['ticket']
  change: ReturnType<typeof resolveInboundTicket>['change']
  contact: ReturnType<typeof resolveContact>
  connection: InboundConnection
  messageId: number
  content: ReadContent
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** The answer to a campaign is then only stored in the contact's history. */
    handleSilentAnswer(
      ctx: CompanyContext,
      message: Pick<InboundMessage, 'contact' | 'connection' | 'content'> & { quotedMessageId: MessageId | null },
    ): boolean
    answerContact(ctx: CompanyContext, message: InboundMessage): void
  }
}
