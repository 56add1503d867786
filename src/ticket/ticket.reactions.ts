import '../contact/contact.events'
import type { CompanyContext } from '../kernel/company/company-context'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import { findTag } from '../tag/tag.queries'
import '../tag/tag.events'
import { removeTicketsOfContact } from './closing/delete-ticket'
import { listActiveTicketIds } from './list/tickets-of-contact'
import { followContactMerge } from './merge/follow-contact-merge'
import { followContactUnmerge } from './merge/follow-contact-unmerge'
import type { ContactEdit } from './contact-edit.contract'

export const ticketReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => followContactMerge(ctx, data.fromContactId, contactId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => followContactUnmerge(ctx, data, contactId)),
  reaction('contact.blocked', (ctx, { contactId, data }) => {
    noteContactEdit(ctx, contactId, { change: data.active ? 'unblocked' : 'blocked', text: '' })
  }),
  reaction('contact.updated', (ctx, { contactId, data: { oldName, switched = {} } }) => {
    if (oldName !== undefined) noteContactEdit(ctx, contactId, { change: 'renamed', text: oldName })
    const { disableBot, acceptAudioMessage } = switched
    if (disableBot !== undefined) noteContactEdit(ctx, contactId, { change: disableBot ? 'botOff' : 'botOn', text: '' })
    if (acceptAudioMessage !== undefined) {
      noteContactEdit(ctx, contactId, { change: acceptAudioMessage ? 'audioOn' : 'audioOff', text: '' })
    }
  }),
  reaction('contact.tagsChanged', (ctx, { contactId, data: { removed } }) => {
    const names = removed.map((id) => findTag(ctx, id)?.name ?? '')
    if (names.length > 0) noteContactEdit(ctx, contactId, { change: 'untagged', text: names.join(', ') })
  }),
  reaction('contact.deleted', (ctx, { contactId }) => removeTicketsOfContact(ctx, contactId)),
]

/** In the logs of the conversations that it concerns. */
function noteContactEdit(ctx: CompanyContext, contactId: ContactId, edit: { change: ContactEdit; text: string }) {
  for (const ticketId of listActiveTicketIds(ctx, contactId)) {
    recordEvent(ctx, 'ticket.contactEdited', { ticketId, contactId }, edit)
  }
}
