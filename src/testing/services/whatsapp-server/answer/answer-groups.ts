import type { BinaryNode } from '@whiskeysockets/baileys'
import { ownerOfConnection } from './answer-account'
import type { Connection } from '../connection/connection.types'
import { groupNode } from '../account/group-node'
import {
  addMembers,
  changeDescription,
  changeSubject,
  createGroupRecord,
  removeMembers,
  setAdmins,
} from '../account/groups'
import { allChildren, bytesOf, childBytes, childrenOf, iqError, iqResult, node } from '../nodes'
import { personByJid } from '../account/people'
import { isMember } from '../failure/server-rules'
import type { GroupRecord, Person } from '../account/server-records.types'
import type { World } from '../account/world'

export function answerGroups(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const owner = ownerOfConnection(world, connection)
  const [action] = allChildren(request)
  if (!owner || !action) return iqError(request, 400, 'bad-request')
  if (request.attrs.to === '@g.us') return answerAboutAll(world, owner, request, action)

  const group = world.groups.get(request.attrs.to ?? '')
  if (!group) return iqError(request, 404, 'item-not-found')
  if (!isMember(group, owner.number)) return iqError(request, 403, 'forbidden')
  if (request.attrs.type === 'get') return answerAboutGroup(world, group, request, action)
  return changeGroup(world, owner, group, request, action)
}

function answerAboutAll(world: World, owner: Person, request: BinaryNode, action: BinaryNode): BinaryNode {
  if (action.tag === 'participating') {
    const mine = [...world.groups.values()].filter((group) => isMember(group, owner.number))
    return iqResult(request, [
      node(
        'groups',
        {},
        mine.map((group) => groupNode(world, group)),
      ),
    ])
  }
  if (action.tag === 'create') {
    const members = peopleIn(world, action)
    const group = createGroupRecord(world, {
      subject: action.attrs.subject ?? '',
      creator: owner,
      members,
      addressing: 'lid',
    })
    return iqResult(request, [groupNode(world, group)])
  }
  if (action.tag === 'leave') {
    for (const { attrs } of childrenOf(action, 'group')) {
      const group = world.groups.get(attrs.id ?? '')
      if (group) removeMembers(world, group, owner, [owner])
    }
    return iqResult(request, [node('leave', {}, [])])
  }
  return iqError(request, 404, 'item-not-found')
}

function answerAboutGroup(world: World, group: GroupRecord, request: BinaryNode, action: BinaryNode): BinaryNode {
  if (action.tag === 'query') return iqResult(request, [groupNode(world, group)])
  if (action.tag === 'invite') return iqResult(request, [node('invite', { code: group.jid.split('@')[0] })])
  return iqResult(request, [node(action.tag, {}, [])])
}

function changeGroup(
  world: World,
  owner: Person,
  group: GroupRecord,
  request: BinaryNode,
  action: BinaryNode,
): BinaryNode {
  const people = peopleIn(world, action)
  switch (action.tag) {
    case 'subject':
      changeSubject(world, group, owner, bytesOf(action)?.toString('utf8') ?? '')
      break
    case 'description':
      changeDescription(world, group, owner, childBytes(action, 'body')?.toString('utf8'))
      break
    case 'add':
      addMembers(world, group, owner, people)
      break
    case 'remove':
      removeMembers(world, group, owner, people)
      break
    case 'promote':
    case 'demote':
      setAdmins(world, group, owner, people, action.tag)
      break
  }
  const participants = childrenOf(action, 'participant').map((participant) => node('participant', participant.attrs))
  return iqResult(request, [node(action.tag, {}, participants)])
}

function peopleIn(world: World, action: BinaryNode): Person[] {
  return childrenOf(action, 'participant').flatMap((participant) => personByJid(world, participant.attrs.jid) ?? [])
}
