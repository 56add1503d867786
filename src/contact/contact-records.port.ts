import type { CompanyContext } from '../kernel/company-context'
import type { ContactId } from '../kernel/ids'
import type { MergePreview } from './contact.answers'

export type ContactRecords = MergePreview['moves'] & Pick<MergePreview, 'twinTickets'>

/** Counts what a later domain keeps of a contact and would move to the other. */
export type CountContactRecords = (ctx: CompanyContext, fromId: ContactId, intoId: ContactId) => Partial<ContactRecords>

declare module '../kernel/company-files' {
  interface CompanyPorts {
    contactRecords: readonly CountContactRecords[]
  }
}
