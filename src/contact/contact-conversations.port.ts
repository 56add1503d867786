import type { CompanyContext } from '../kernel/company-context'
import type { ContactId } from '../kernel/ids'

/** What contacts need of their conversations, a later domain. `compose.ts` supplies the adapter. */
export interface ContactConversationsPort {
  /** What stands last on each contact's newest ticket; of those that the acting person may see. */
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    contactConversations: ContactConversationsPort
  }
}
