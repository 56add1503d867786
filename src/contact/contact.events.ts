import type { ContactRow, IdentityKey } from './contact.queries'

declare module '../kernel/event-log' {
  interface RequiredSubjects {
    contact: 'contactId'
  }

  interface EventPayloads {
    'contact.created': { /** Known by a message out of the past. */ history?: true }
    'contact.updated': object
    /** Blocked (active false) or unblocked. */
    'contact.blocked': { active: boolean }
    /** Two records turned out to be one person: everything of the younger went to the subject. Enough to undo it. */
    'contact.merged': ContactMerge
    /** The merge was undone: the subject gave back what was the other's. The log from the first event to the last says what. */
    'contact.unmerged': ContactUnmerge
    /** People said that the subject and the other are two, or merging them was undone. */
    'contact.keptApart': { otherContactId: number }
    'contact.deleted': { name: string }
    /** A list of contacts left as a file. */
    'contacts.exported': { format: string; rows: number; filter: object }
  }
}

export interface ContactMerge {
  fromContactId: number
  from: ContactRow
  into: ContactRow
  identities: IdentityKey[]
  /** All that the younger had; of them, those the subject had as well. */
  tagIds: number[]
  sharedTagIds: number[]
  extraInfoIds: number[]
}

export interface ContactUnmerge {
  fromContactId: number
  firstEvent: number
  lastEvent: number
}
