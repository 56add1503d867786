import { addMembers, changeSubject, createGroupRecord, removeMembers, setAdmins } from './groups'
import { phoneNumberJid } from '../jids'
import { requirePerson } from './people'
import { requireGroup } from '../failure/server-rules'
import type { Group, GroupOptions, Recipient } from '../whatsapp-server.types'
import type { World } from './world'

/** Creates a group as its creator's phone would. */
export function createGroup(world: World, options: GroupOptions): Group {
  const { subject, description, addressing = 'lid' } = options
  const creator = requirePerson(world, options.creator)
  const members = options.members.map((member) => requirePerson(world, member))
  return openGroup(world, createGroupRecord(world, { subject, description, addressing, creator, members }).jid)
}

export function openGroup(world: World, jid: string): Group {
  const group = requireGroup(world, jid)
  const people = (recipients: readonly Recipient[]) => recipients.map((recipient) => requirePerson(world, recipient))
  return {
    jid,
    get subject() {
      return group.subject
    },
    get members() {
      return group.members.map((member) => phoneNumberJid(member.number))
    },
    add: async (by, ...added) => addMembers(world, group, requirePerson(world, by), people(added)),
    remove: async (by, ...removed) => removeMembers(world, group, requirePerson(world, by), people(removed)),
    promote: async (by, ...promoted) => setAdmins(world, group, requirePerson(world, by), people(promoted), 'promote'),
    demote: async (by, ...demoted) => setAdmins(world, group, requirePerson(world, by), people(demoted), 'demote'),
    leave: async (person) => removeMembers(world, group, requirePerson(world, person), people([person])),
    changeSubject: async (by, subject) => changeSubject(world, group, requirePerson(world, by), subject),
  }
}
