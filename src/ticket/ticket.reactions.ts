import '../contact/contact.events'
import { reaction } from '../kernel/event-log'
import { removeTicketsOfContact } from './delete-ticket'
import { followContactMerge } from './follow-contact-merge'
import { followContactUnmerge } from './follow-contact-unmerge'

export const ticketReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => {
    if (contactId !== undefined) followContactMerge(ctx, data.fromContactId, contactId)
  }),
  reaction('contact.unmerged', (ctx, { data, contactId }) => {
    if (contactId !== undefined) followContactUnmerge(ctx, data, contactId)
  }),
  reaction('contact.deleted', (ctx, { contactId }) => {
    if (contactId !== undefined) removeTicketsOfContact(ctx, contactId)
  }),
]
