import type { ContactRow, IdentityKey } from './contact.queries'

declare module '../kernel/event-log' {
  interface EventPayloads {
    'contact.created': object
    'contact.updated': object
    /** Blocked (active false) or unblocked. */
    'contact.blocked': { active: boolean }
    /** Two records turned out to be one person: everything of the younger went to the subject. Enough to undo it. */
    'contact.merged': ContactMerge
    'contact.deleted': { name: string }
  }
}

export interface ContactMerge {
  fromContactId: number
  from: ContactRow
  into: ContactRow
  identities: IdentityKey[]
  tagIds: number[]
  extraInfoIds: number[]
}
