import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'

/** What contacts need from conversations, a later domain. Implemented in `compose.ts`. */
export interface ContactConversationsPort {
  /** Returns the last message of each contact's newest ticket that the user may see. */
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactConversations: ContactConversationsPort
  }
}
