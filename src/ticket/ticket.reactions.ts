import '../contact/contact.events'
import { reaction } from '../kernel/event/event-log'
import { removeTicketsOfContact } from './closing/delete-ticket'
import { followContactMerge } from './merge/follow-contact-merge'
import { followContactUnmerge } from './merge/follow-contact-unmerge'

export const ticketReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => followContactMerge(ctx, data.fromContactId, contactId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => followContactUnmerge(ctx, data, contactId)),
  reaction('contact.deleted', (ctx, { contactId }) => removeTicketsOfContact(ctx, contactId)),
]
