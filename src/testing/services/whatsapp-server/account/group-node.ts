import type { BinaryNode } from '@whiskeysockets/baileys'
import { lidJid, phoneNumberJid } from '../jids'
import { node, unixSeconds } from '../nodes'
import { jidOf } from './people'
import type { GroupMember, GroupRecord, Person } from './server-records.types'
import type { World } from './world'

/** `<group>` with its members, as metadata queries and creation notices carry it. */
export function groupNode(world: World, group: GroupRecord): BinaryNode {
  const { addressing, subject, jid } = group
  const creator = world.people.get(group.creator)
  const subjectBy = world.people.get(group.subjectBy)
  const attributes = {
    id: jid.split('@')[0],
    subject,
    addressing_mode: addressing,
    creation: unixSeconds(group.createdAt),
    creator: creator && jidOf(creator, addressing),
    creator_pn: creator && phoneNumberJid(creator.number),
    s_o: subjectBy && jidOf(subjectBy, addressing),
    s_o_pn: subjectBy && phoneNumberJid(subjectBy.number),
    s_t: unixSeconds(group.subjectAt),
    size: group.members.length,
  }
  const members = group.members.flatMap((member) => {
    const person = world.people.get(member.number)
    return person ? [participantNode(group, person, member.admin)] : []
  })
  return node('group', attributes, [...members, ...descriptionNodes(group, creator)])
}

export function participantNode(group: GroupRecord, person: Person, admin?: GroupMember['admin']): BinaryNode {
  const isLid = group.addressing === 'lid'
  return node('participant', {
    jid: jidOf(person, group.addressing),
    phone_number: isLid ? phoneNumberJid(person.number) : undefined,
    lid: isLid ? undefined : lidJid(person.lidUser),
    type: admin,
  })
}

function descriptionNodes(group: GroupRecord, author: Person | undefined): BinaryNode[] {
  if (!group.description) return []
  const attributes = {
    id: String(Bun.hash(group.description)),
    t: unixSeconds(group.createdAt),
    participant: author && jidOf(author, group.addressing),
  }
  return [node('description', attributes, [node('body', {}, Buffer.from(group.description))])]
}
