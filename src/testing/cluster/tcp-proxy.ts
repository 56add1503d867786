import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Passes connections on to one port of loopback until it is cut. */
export async function startTcpProxy(port: number) {
  const pairs = new Set<Socket[]>()
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const pair = [client, upstream]
    pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (!isCut) from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  const end = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: `nats://127.0.0.1:${own}`,
    /** Nothing passes, and nobody is told, as when a cable is pulled. */
    cut() {
      isCut = true
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    heal() {
      isCut = false
      // What was lost meanwhile would be missing in the middle of the stream.
      end()
    },
    stop() {
      server.close()
      end()
    },
  }
}
