/**
 * Runs the server as a process of its own: `bun src/testing/services/whatsapp-server/serve.ts`.
 *
 * WHATSAPP_SERVER_PORT  port on 127.0.0.1, 0 for a free one (default 0)
 * WHATSAPP_SERVER_STATE SQLite file that lets it survive being killed (default: memory only)
 *
 * Prints one line of JSON with its addresses once it listens. `POST /control/<command>` drives it; see README.md.
 */
import { answerControl } from './control-endpoint'
import { startWhatsAppServer } from './start-whatsapp-server'

const server = await startWhatsAppServer({
  port: Number(process.env.WHATSAPP_SERVER_PORT ?? 0),
  stateFile: process.env.WHATSAPP_SERVER_STATE,
  onRequest: (request) => answerControl(server, request),
})

console.log(JSON.stringify({ url: server.url, mediaUrl: server.mediaUrl }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await server.stop()
    process.exit(0)
  })
}
