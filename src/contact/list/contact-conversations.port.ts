import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'

export interface ContactConversationsPort {
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactConversations: ContactConversationsPort
  }
}
