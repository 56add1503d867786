import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'
import type { MergePreview } from '../contact.answers'

export type ContactRecords = MergePreview['moves'] & Pick<MergePreview, 'twinTickets'>

type CountContactRecords = (ctx: CompanyContext, fromId: ContactId, intoId: ContactId) => Partial<ContactRecords>

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactRecords: readonly CountContactRecords[]
  }
}
