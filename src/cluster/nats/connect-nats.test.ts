import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { createLog } from '../../kernel/log'
import { freePort } from '../../testing/process/free-port'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { connectNats } from './connect-nats'

/** As the client protocol's page describes it (docs.nats.io, "NATS Protocol", 2026-11-30): INFO first, PONG to each PING. */
function startServer(version: string, at = 0) {
  const info = { server_id: 'X', version, headers: true, proto: 1, max_payload: 1_048_576, jetstream: true }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => void (data.includes('PING') && socket.write('PONG\r\n')))
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
  })
  return new Promise<{ port: number; url: string; stop(): void }>((resolve) =>
    server.listen(at, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      const stop = () => {
        server.close()
        for (const socket of sockets) socket.destroy()
      }
      resolve({ port, url: `nats://127.0.0.1:${port}`, stop })
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

test('servers that start after the node are known to it when the one it is connected to dies', async () => {
  // The client tries the servers in an order of its own.
  for (let round = 0; round < 5; round++) {
    const ports = [await freePort(), await freePort()]
    const first = await startServer('2.12.0')
    const urls = [...ports, first.port].map((port) => `nats://127.0.0.1:${port}`)
    const nats = await connectNats({ urls, name: 'n1', log: createLog('silent') })
    expect(nats.state().server).toEndWith(`:${first.port}`)
    const second = await startServer('2.12.0', ports[1])
    first.stop()
    await until(() => nats.state().isConnected && nats.state().reconnects === 1, 'the second server', 10_000)
    expect(nats.state().server).toEndWith(`:${second.port}`)
    await nats.close()
    second.stop()
  }
})
