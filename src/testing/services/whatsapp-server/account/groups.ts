import type { BinaryNode } from '@whiskeysockets/baileys'
import { groupNode, participantNode } from './group-node'
import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import { jidOf } from './people'
import { isMember } from '../failure/server-rules'
import type { Addressing } from '../whatsapp-server.types'
import type { GroupMember, GroupRecord, Person } from './server-records.types'
import { companionsOf, deviceKey, nextStanzaId, type World } from './world'

interface NewGroup {
  subject: string
  creator: Person
  members: readonly Person[]
  addressing: Addressing
  description?: string
}

export function createGroupRecord(world: World, wanted: NewGroup): GroupRecord {
  const now = Date.now()
  const others = wanted.members.filter((member) => member !== wanted.creator)
  const members: GroupMember[] = [
    { number: wanted.creator.number, admin: 'superadmin' },
    ...others.map((member) => ({ number: member.number })),
  ]
  const group: GroupRecord = {
    jid: `120363${nextStanzaId(world)}@g.us`,
    subject: wanted.subject,
    subjectAt: now,
    subjectBy: wanted.creator.number,
    createdAt: now,
    creator: wanted.creator.number,
    description: wanted.description,
    addressing: wanted.addressing,
    members,
  }
  world.groups.set(group.jid, group)
  notifyMembers(
    world,
    group,
    wanted.creator,
    node('create', { type: 'new', key: nextStanzaId(world) }, [groupNode(world, group)]),
  )
  return group
}

export function addMembers(world: World, group: GroupRecord, by: Person, people: readonly Person[]): void {
  const added = people.filter((person) => !isMember(group, person.number))
  group.members.push(...added.map((person) => ({ number: person.number })))
  notifyChange(world, group, by, 'add', added)
}

/** Removes members, also when somebody leaves. */
export function removeMembers(world: World, group: GroupRecord, by: Person, people: readonly Person[]): void {
  const removed = people.filter((person) => isMember(group, person.number))
  // Removed members are notified too, so the notice is sent first.
  notifyChange(world, group, by, 'remove', removed)
  group.members = group.members.filter((member) => !removed.some((person) => person.number === member.number))
  world.groups.set(group.jid, group)
  forgetSenderKeys(world, group)
}

export function setAdmins(
  world: World,
  group: GroupRecord,
  by: Person,
  people: readonly Person[],
  action: 'promote' | 'demote',
): void {
  for (const member of group.members) {
    if (!people.some((person) => person.number === member.number)) continue
    member.admin = action === 'promote' ? 'admin' : undefined
  }
  notifyChange(world, group, by, action, people)
}

export function changeSubject(world: World, group: GroupRecord, by: Person, subject: string): void {
  group.subject = subject
  group.subjectAt = Date.now()
  group.subjectBy = by.number
  world.groups.set(group.jid, group)
  const attributes = { subject, s_o: jidOf(by, group.addressing), s_t: unixSeconds(group.subjectAt) }
  notifyMembers(world, group, by, node('subject', attributes))
}

/** Changes or, without text, removes the description. */
export function changeDescription(world: World, group: GroupRecord, by: Person, description: string | undefined): void {
  group.description = description
  world.groups.set(group.jid, group)
  const body = description ? [node('body', {}, Buffer.from(description))] : undefined
  notifyMembers(world, group, by, node('description', { id: nextStanzaId(world) }, body))
}

function notifyChange(world: World, group: GroupRecord, by: Person, tag: string, people: readonly Person[]): void {
  world.groups.set(group.jid, group)
  if (people.length === 0) return
  const participants = people.map((person) => {
    const member = group.members.find((candidate) => candidate.number === person.number)
    return participantNode(group, person, member?.admin)
  })
  notifyMembers(world, group, by, node(tag, {}, participants))
}

function notifyMembers(world: World, group: GroupRecord, by: Person, change: BinaryNode): void {
  for (const member of group.members) {
    for (const companion of companionsOf(world, member.number)) {
      const attributes = {
        from: group.jid,
        type: 'w:gp2',
        id: nextStanzaId(world),
        participant: jidOf(by, group.addressing),
        participant_pn: group.addressing === 'lid' ? phoneNumberJid(by.number) : undefined,
        addressing_mode: group.addressing,
        notify: by.name,
        t: unixSeconds(),
      }
      deliver(world, companion, node('notification', attributes, [change]))
    }
  }
  world.store.flush()
}

/** When a member leaves, the others start new sender keys, as phones do. */
function forgetSenderKeys(world: World, group: GroupRecord): void {
  for (const phone of world.phones.values()) {
    for (const companion of world.companions.values()) {
      phone.signal.senderKeyHolders.delete(`${group.jid}/${deviceKey(companion)}`)
    }
  }
}
