import type { CompanyContext } from '../kernel/company-context'

/** What contact lists need of campaigns, a later domain. `compose.ts` supplies it. */
export interface ContactListUsePort {
  /** The name of a campaign that is planned or under way with the list. */
  findCampaignUsing(ctx: CompanyContext, listId: number): string | undefined
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    contactListUse: ContactListUsePort
  }
}
