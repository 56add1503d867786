import type { CompanyContext } from '../kernel/company-context'
import type { ContactId } from '../kernel/ids'

/** What contacts ask of their conversations, which stand above them. Given when the product is put together. */
export interface ConversationGateway {
  /** What stands last on each contact's newest ticket; of those that the acting person may see. */
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    conversationGateway: ConversationGateway
  }
}
