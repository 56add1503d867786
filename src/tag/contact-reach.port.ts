import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { ContactId } from '../kernel/ids'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** Whether the acting user sees a conversation of the contact, or nobody has had one. */
    reachesContact(ctx: CompanyContext, contactId: ContactId): boolean
  }
}

/** For what changes the conversations of others. @throws Refusal ERR_NO_PERMISSION */
export function assertReachesContact(ctx: CompanyContext, contactId: ContactId) {
  if (!ctx.company.services.ports.reachesContact(ctx, contactId)) refuse('ERR_NO_PERMISSION')
}
