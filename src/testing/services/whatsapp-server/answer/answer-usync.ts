import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { lidJid, parseUserJid } from '../jids'
import { allChildren, child, childrenOf, childText, iqResult, node, unixSeconds } from '../nodes'
import { jidOf, personByDialledNumber, personByJid } from '../account/people'
import type { Person } from '../account/server-records.types'
import { companionsOf, type World } from '../account/world'

/** Looks users up: contact checks, device lists, LIDs, "about" texts. */
export function answerUsync(world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  const usync = child(request, 'usync')
  const protocols = allChildren(child(usync, 'query')).map((protocol) => protocol.tag)
  const users = childrenOf(child(usync, 'list'), 'user').map((user) => lookUp(world, protocols, user))
  const result = protocols.map((protocol) => node(protocol))
  const { sid, mode, context } = usync?.attrs ?? {}
  const answer = node('usync', { sid, mode, context, index: 0, last: 'true' }, [
    node('result', {}, result),
    node('list', {}, users),
  ])
  return iqResult(request, [answer])
}

function lookUp(world: World, protocols: readonly string[], user: BinaryNode): BinaryNode {
  const dialled = childText(user, 'contact')
  const person = dialled ? personByDialledNumber(world, dialled) : installedPerson(world, user.attrs.jid)
  const askedByLid = parseUserJid(user.attrs.jid)?.isLid ?? false
  const jid = person ? jidOf(person, askedByLid ? 'lid' : 'pn') : (user.attrs.jid ?? numberJid(dialled))
  const answers = protocols.flatMap((protocol) => answerProtocol(world, protocol, person, askedByLid))
  return node('user', { jid }, answers)
}

function installedPerson(world: World, jid: string | undefined): Person | undefined {
  const person = personByJid(world, jid)
  return person?.installed ? person : undefined
}

function numberJid(dialled: string | undefined): string {
  return `${(dialled ?? '').replace(/\D/g, '')}@s.whatsapp.net`
}

function answerProtocol(world: World, protocol: string, person: Person | undefined, askedByLid: boolean): BinaryNode[] {
  if (protocol === 'contact') return [node('contact', { type: person ? 'in' : 'out' })]
  if (!person) return []
  switch (protocol) {
    case 'devices':
      return [devicesOf(world, person)]
    case 'lid':
      // A LID has no further LID; the client would store it as its own mapping.
      return askedByLid ? [] : [node('lid', { val: lidJid(person.lidUser) })]
    case 'status':
      return [node('status', { t: unixSeconds() }, Buffer.from(person.about))]
    case 'disappearing_mode':
      return [node('disappearing_mode', { duration: 0, t: 0 })]
    default:
      return []
  }
}

function devicesOf(world: World, person: Person): BinaryNode {
  const linked = companionsOf(world, person.number).map(({ device, keyIndex }) =>
    node('device', { id: device, 'key-index': keyIndex }),
  )
  return node('devices', {}, [
    node('device-list', { hash: `2:${linked.length}` }, [node('device', { id: 0 }), ...linked]),
    node('key-index-list', { ts: unixSeconds() }, Buffer.alloc(0)),
  ])
}
