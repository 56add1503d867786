import type { CompanyContext } from '../kernel/company/company-context'

/** What contact lists need from campaigns, a later domain. Implemented in `src/ports.ts`. */
interface ContactListUsePort {
  /** Returns the name of a scheduled or running campaign that uses the list. */
  findCampaignUsing(ctx: CompanyContext, listId: number): string | undefined
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    contactListUse: ContactListUsePort
  }
}
