import type { ContactRow, IdentityKey } from './contact.queries'

declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    contact: 'contactId'
  }

  interface EventPayloads {
    'contact.created': { /** Known from an imported message. */ history?: true }
    /** `oldName`: given if a user renamed it. `switched`: what a user turned on or off. */
    'contact.updated': { oldName?: string; switched?: ContactSwitches }
    /** Blocked (active false) or unblocked, in the product or on the account of that connection. */
    'contact.blocked': { active: boolean; connectionId?: number }
    /** The connection's account reported another address of the contact, such as a number's LID. */
    'contact.addressLearned': { connectionId: number }
    /** Two contacts were merged into the subject. Contains everything needed to undo it. */
    'contact.merged': ContactMerge
    /** A merge was undone. The payload names its first and last event in the log. */
    'contact.unmerged': ContactUnmerge
    /** A user marked the two contacts as different people, or undid their merge. */
    'contact.keptApart': { otherContactId: number }
    'contact.deleted': { name: string }
    'contacts.exported': { format: string; rows: number; filter: object }
  }
}

export type ContactSwitches = Partial<Pick<ContactRow, 'acceptAudioMessage' | 'disableBot'>>

export interface ContactMerge {
  fromContactId: number
  from: ContactRow
  into: ContactRow
  identities: IdentityKey[]
  /** All tags of the newer contact, and those that the subject had as well. */
  tagIds: number[]
  sharedTagIds: number[]
  extraInfoIds: number[]
}

export interface ContactUnmerge {
  fromContactId: number
  firstEvent: number
  lastEvent: number
}
