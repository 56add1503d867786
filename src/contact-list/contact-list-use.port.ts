import type { CompanyContext } from '../kernel/company/company-context'

/** What contact lists need of campaigns, a later domain. `compose.ts` supplies it. */
export interface ContactListUsePort {
  /** Returns the name of a scheduled or running campaign that uses the list. */
  findCampaignUsing(ctx: CompanyContext, listId: number): string | undefined
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    contactListUse: ContactListUsePort
  }
}
