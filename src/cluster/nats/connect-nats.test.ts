import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createLog } from '../../kernel/log'
import { connectNats } from './connect-nats'

/** As the client protocol's page describes it (docs.nats.io, "NATS Protocol", 2026-11-30): INFO first, PONG to each PING. */
function startServer(version: string) {
  const info = { server_id: 'X', version, headers: true, proto: 1, max_payload: 1_048_576, jetstream: true }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => void (data.includes('PING') && socket.write('PONG\r\n')))
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
  })
  return new Promise<{ url: string; stop(): void }>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      resolve({ url: `nats://127.0.0.1:${port}`, stop: () => void server.close() })
    }),
  )
}

async function warningsOf(version: string) {
  const server = await startServer(version)
  const warnings: string[] = []
  const log = { ...createLog('silent'), warn: (message: string) => void warnings.push(message) }
  const nats = await connectNats({ urls: [server.url], name: 'n1', log })
  expect(nats.state()).toMatchObject({ version, isConnected: true })
  await nats.close()
  server.stop()
  return warnings
}

test('a node starts with any server, and warns of those before 2.12', async () => {
  const old = (version: string) => [`NATS ${version} works, but production wants 2.12 or newer`]
  for (const version of ['2.9.10', '2.11.4']) expect(await warningsOf(version)).toEqual(old(version))
  for (const version of ['2.12.0', '2.15.1', '3.0.0']) expect(await warningsOf(version)).toEqual([])
})
