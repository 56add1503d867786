import { afterEach, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createWhatsAppWorld, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

let w: WhatsAppWorld
const stops: (() => void)[] = []
afterEach(async () => {
  await w.stop()
  for (const stop of stops.splice(0)) stop()
})

/** Starts a server that accepts connections and never answers. Returns its URL. */
async function startSilentServer(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/chat`
}

/** Starts a server that accepts web sockets and never sends a frame. Returns its URL. */
async function startMuteServer(): Promise<string> {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, http) => (http.upgrade(request) ? undefined : new Response(null, { status: 404 })),
    websocket: { message() {} },
  })
  stops.push(() => void server.stop(true))
  return `ws://127.0.0.1:${server.port}/ws/chat`
}

test.each([
  ['the web socket', startSilentServer],
  ['the handshake', startMuteServer],
])('gives up a session when the server does not answer %s', async (_, start) => {
  w = await createWhatsAppWorld({
    world: { environment: { WHATSAPP_WEB_URL: await start() } },
    whatsapp: { connectMs: 100 },
  })
  w.connections.start(1, 1)
  await w.whenStatus('TIMEOUT')
  expect(w.connectionRow()?.['last_error']).not.toBe('')
})
