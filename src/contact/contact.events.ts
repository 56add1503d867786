import type { ContactRow, IdentityKey } from './contact.queries'

declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    contact: 'contactId'
  }

  interface EventPayloads {
    'contact.created': { /** Known from an imported message. */ history?: true }
    'contact.updated': { oldName?: string; switched?: ContactSwitches }
    'contact.blocked': { active: boolean; connectionId?: number }
    /** The connection's account reported another address of the contact, such as a number's LID. */
    'contact.addressLearned': { connectionId: number }
    'contact.merged': ContactMerge
    /** Names its first and last event in the log. */
    'contact.unmerged': ContactUnmerge
    'contact.keptApart': { otherContactId: number }
    'contact.deleted': { name: string }
    /** Begins; `contact.deleted` ends it. */
    'contact.erased': object
    'contacts.exported': { format: string; rows: number; filter: object }
  }
}

export type ContactSwitches = Partial<Pick<ContactRow, 'acceptAudioMessage' | 'disableBot'>>

export interface ContactMerge {
  fromContactId: number
  from: ContactRow
  into: ContactRow
  identities: IdentityKey[]
  tagIds: number[]
  sharedTagIds: number[]
  extraInfoIds: number[]
}

export interface ContactUnmerge {
  fromContactId: number
  firstEvent: number
  lastEvent: number
}
