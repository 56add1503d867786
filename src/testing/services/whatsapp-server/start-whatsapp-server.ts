import type { Connection, SocketData } from './connection/connection.types'
import { createConnection, cutConnection } from './connection/connection'
import { createAccount } from './account/create-account'
import { createPhone } from './account/create-phone'
import { createFailureSwitches } from './failure/failure-switches'
import { handleBytes } from './connection/handle-frame'
import { answerMediaRequest } from './media/media-endpoint'
import { forgetPairing } from './pairing/pairings'
import { ensurePerson, requirePerson } from './account/people'
import { quietLibsignal } from './signal/quiet-libsignal'
import { serverKeys } from './account/server-keys'
import type { WhatsAppServer, WhatsAppServerOptions, Group, GroupOptions, Recipient } from './whatsapp-server.types'
import { companionsOf, createWorld, type World } from './account/world'
import { addMembers, changeSubject, createGroupRecord, removeMembers, setAdmins } from './account/groups'
import { phoneNumberJid } from './jids'
import { requireGroup } from './failure/server-rules'

const SOCKET_PATH = '/ws/chat'

/** Starts a WhatsApp server for tests and demos on 127.0.0.1; see README.md. */
export async function startWhatsAppServer(options: WhatsAppServerOptions = {}): Promise<WhatsAppServer> {
  quietLibsignal()
  const world = createWorld(options)
  serverKeys(world)
  const http = listen(world, options)
  const port = http.port ?? 0

  return {
    url: `ws://127.0.0.1:${port}${SOCKET_PATH}`,
    mediaUrl: `http://127.0.0.1:${port}`,
    port,
    phone: (number, phoneOptions) => {
      const person = ensurePerson(world, number, phoneOptions)
      world.store.flush()
      return createPhone(world, person.number)
    },
    get phones() {
      return [...world.people.values()].map((person) => createPhone(world, person.number))
    },
    account: (number) => newestAccount(world, number),
    get accounts() {
      const linked = [...world.companions.values()].filter((companion) => !companion.unlinked)
      return linked.map((companion) => createAccount(world, companion, createPhone(world, companion.number)))
    },
    createGroup: async (groupOptions) => createGroup(world, groupOptions),
    group: (jid) => openGroup(world, jid),
    get groups() {
      return [...world.groups.values()].map((group) => openGroup(world, group.jid))
    },
    ...createFailureSwitches(world),
    stop: async () => {
      for (const connection of [...world.sockets]) cutConnection(connection)
      await http.stop(true)
      world.store.flush()
      world.store.close()
    },
  }
}

function listen(world: World, options: WhatsAppServerOptions) {
  return Bun.serve<SocketData>({
    hostname: '127.0.0.1',
    port: options.port ?? 0,
    // A request on a connection that is just being closed for idleness would fail.
    idleTimeout: 0,
    fetch: async (request, server) => {
      const { pathname } = new URL(request.url)
      if (pathname === SOCKET_PATH) {
        if (world.faults.refuseConnections) return new Response(null, { status: 503 })
        if (server.upgrade(request, { data: {} })) return undefined
      }
      const media = await answerMediaRequest(world, request)
      return media ?? options.onRequest?.(request) ?? new Response(null, { status: 404 })
    },
    websocket: {
      open: (socket) => {
        const connection = createConnection(socket)
        socket.data.connection = connection
        world.sockets.add(connection)
      },
      message: (socket, data) => {
        const { connection } = socket.data
        if (connection && typeof data !== 'string') handleBytes(world, connection, data)
      },
      close: (socket) => {
        if (socket.data.connection) forgetConnection(world, socket.data.connection)
      },
    },
  })
}

function forgetConnection(world: World, connection: Connection): void {
  connection.closed = true
  world.sockets.delete(connection)
  forgetPairing(world.pairings, connection)
  const { deviceKey } = connection
  if (deviceKey && world.connections.get(deviceKey) === connection) world.connections.delete(deviceKey)
  world.watch.changed()
}

function newestAccount(world: World, number: string) {
  const companion = companionsOf(world, number.replace(/\D/g, '')).at(-1)
  if (!companion) throw new Error(`No device is linked to ${number}`)
  return createAccount(world, companion, createPhone(world, companion.number))
}

function createGroup(world: World, options: GroupOptions): Group {
  const { subject, description, addressing = 'lid' } = options
  const creator = requirePerson(world, options.creator)
  const members = options.members.map((member) => requirePerson(world, member))
  return openGroup(world, createGroupRecord(world, { subject, description, addressing, creator, members }).jid)
}

function openGroup(world: World, jid: string): Group {
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
