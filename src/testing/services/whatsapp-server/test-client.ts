import makeWASocket, {
  type AuthenticationCreds,
  type AuthenticationState,
  type BaileysEventMap,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import { quietLibsignal } from './signal/quiet-libsignal'
import { createWatchable, DEFAULT_WAIT_MS } from './wait-until'
import { startWhatsAppServer } from './start-whatsapp-server'
import type { Account } from './account/phone.types'
import type { Phone, WhatsAppServer } from './whatsapp-server.types'

/** Credentials and keys in memory, like the files of `useMultiFileAuthState`. */
interface MemoryAuth {
  state: AuthenticationState
  save(update: Partial<AuthenticationCreds>): void
}

interface SeenEvent<Name extends keyof BaileysEventMap = keyof BaileysEventMap> {
  name: Name
  data: BaileysEventMap[Name]
}

/** An unmodified Baileys client that notes everything it emits. */
export interface TestClient {
  socket: WASocket
  auth: MemoryAuth
  events: SeenEvent[]
  /** Resolves to the first past or future event of this name that satisfies the predicate. */
  event<Name extends keyof BaileysEventMap>(
    name: Name,
    predicate?: (data: BaileysEventMap[Name]) => boolean,
    timeoutMs?: number,
  ): Promise<BaileysEventMap[Name]>
  /** Resolves when the client knows this status of a message or a later one, from any event. */
  status(messageId: string, status: number, timeoutMs?: number): Promise<void>
  /** Resolves with the error code the server refused a message with. */
  refusal(messageId: string, timeoutMs?: number): Promise<string>
  close(): Promise<void>
}

export function createMemoryAuth(): MemoryAuth {
  const creds = initAuthCreds()
  const stored = new Map<string, unknown>()
  return {
    state: {
      creds,
      keys: {
        get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
          const found = ids.map((id) => [id, stored.get(`${type}/${id}`)] as const).filter(([, value]) => value)
          return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[T] }
        },
        set: async (data: SignalDataSet) => {
          for (const [type, values] of Object.entries(data)) {
            for (const [id, value] of Object.entries(values ?? {})) {
              if (value) stored.set(`${type}/${id}`, structuredClone(value))
              else stored.delete(`${type}/${id}`)
            }
          }
        },
      },
    },
    save: (update) => void Object.assign(creds, update),
  }
}

const silentLogger = {
  level: 'silent',
  child: () => silentLogger,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}

export function connectClient(
  server: Pick<WhatsAppServer, 'url'>,
  auth: MemoryAuth,
  config: Partial<UserFacingSocketConfig> = {},
): TestClient {
  quietLibsignal()
  const socket = makeWASocket({ auth: auth.state, waWebSocketUrl: server.url, logger: silentLogger, ...config })
  const watch = createWatchable()
  const events: SeenEvent[] = []
  socket.ev.process((batch) => {
    if (batch['creds.update']) auth.save(batch['creds.update'])
    for (const [name, data] of Object.entries(batch)) events.push({ name, data } as SeenEvent)
    watch.changed()
  })
  return {
    socket,
    auth,
    events,
    event: (name, predicate = () => true, timeoutMs = DEFAULT_WAIT_MS) =>
      watch.until(
        () => events.find((seen) => seen.name === name && predicate(seen.data as never))?.data as never,
        timeoutMs,
        `the client's ${name}`,
      ),
    status: async (messageId, status, timeoutMs = DEFAULT_WAIT_MS) => {
      const isKnown = (state: MessageState) => (state.status ?? 0) >= status
      const known = () => (statesOf(events, messageId).some(isKnown) ? true : undefined)
      await watch.until(known, timeoutMs, `status ${status} of ${messageId}`)
    },
    refusal: (messageId, timeoutMs = DEFAULT_WAIT_MS) => {
      const code = () =>
        statesOf(events, messageId).find((state) => state.messageStubParameters)?.messageStubParameters?.[0]
      return watch.until(code, timeoutMs, `the refusal of ${messageId}`)
    },
    close: async () => socket.end(undefined),
  }
}

interface MessageState {
  status?: number | null
  messageStubParameters?: string[] | null
}

/** Returns the client's states of a message. Baileys merges an early update into the message's own upsert. */
function statesOf(events: readonly SeenEvent[], messageId: string): MessageState[] {
  return events.flatMap((seen): MessageState[] => {
    if (seen.name === 'messages.update') {
      const updates = seen.data as BaileysEventMap['messages.update']
      return updates.filter(({ key }) => key.id === messageId).map(({ update }) => update)
    }
    if (seen.name !== 'messages.upsert') return []
    const { messages } = seen.data as BaileysEventMap['messages.upsert']
    return messages.filter(({ key }) => key.id === messageId)
  })
}

export async function linkClient(
  server: WhatsAppServer,
  phone: Phone,
  config: Partial<UserFacingSocketConfig> = {},
): Promise<{ client: TestClient; account: Account }> {
  const auth = createMemoryAuth()
  const pairing = connectClient(server, auth, config)
  const { qr } = await pairing.event('connection.update', (update) => update.qr !== undefined)
  const linked = phone.scan(qr ?? '')
  await pairing.event('connection.update', (update) => update.connection === 'close')
  const account = await linked
  const client = connectClient(server, auth, config)
  await client.event('connection.update', (update) => update.connection === 'open')
  return { client, account }
}

export async function startLinkedShop() {
  const server = await startWhatsAppServer()
  const { client, account } = await linkClient(server, server.phone(freshNumber(), { name: 'Padaria' }))
  return {
    server,
    client,
    account,
    async stop() {
      await client.close()
      await server.stop()
    },
  }
}

export type LinkedShop = Awaited<ReturnType<typeof startLinkedShop>>

let lastNumber = 5_511_900_000_000 + Math.floor(Math.random() * 90_000_000)

export function freshNumber(): string {
  lastNumber += 1
  return String(lastNumber)
}

/** Sends the media requests that Baileys makes with `fetch` to the server instead of WhatsApp's hosts. Returns what undoes it. */
export function routeMediaTo(server: Pick<WhatsAppServer, 'mediaUrl'>): () => void {
  const originalFetch = globalThis.fetch
  const routed = (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    const { hostname, pathname, search } = new URL(address)
    const isMedia = hostname.endsWith('.whatsapp.net')
    return originalFetch(isMedia ? `${server.mediaUrl}${pathname}${search}` : input, init)
  }
  globalThis.fetch = Object.assign(routed, { preconnect: originalFetch.preconnect })
  return () => {
    globalThis.fetch = originalFetch
  }
}
