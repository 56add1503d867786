import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../process/free-port'

/** Debian's package `nats-server`. */
export const natsServerPath = Bun.which('nats-server', { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` })

export type NatsServers = Awaited<ReturnType<typeof startNatsServers>>

interface NatsOptions {
  /** Bytes of a message at most; the server's own limit is 1 MB. */
  maxPayload?: number
}

/** Starts one server or a cluster of three on loopback, with JetStream in a temporary folder. */
export async function startNatsServers(count: 1 | 3, { maxPayload }: NatsOptions = {}) {
  if (!natsServerPath) throw new Error('nats-server is not installed')
  const program = natsServerPath
  const folder = mkdtempSync(join(tmpdir(), 'recado-nats-'))
  const ports = await Promise.all(
    Array.from({ length: count }, async () => [await freePort(), await freePort()] as const),
  )
  const routes = ports.map(([, route]) => `nats://127.0.0.1:${route}`)
  const children: (Bun.Subprocess | undefined)[] = []

  async function start(index: number) {
    const [port, route] = ports[index] ?? []
    const store = join(folder, `n${index}`)
    mkdirSync(store, { recursive: true })
    const config = join(folder, `n${index}.conf`)
    const cluster =
      count > 1
        ? `cluster { name: recado, listen: "127.0.0.1:${route}", routes: [${routes.map((url) => `"${url}"`).join(', ')}] }`
        : ''
    await Bun.write(
      config,
      `server_name: n${index}\nlisten: "127.0.0.1:${port}"\njetstream { store_dir: "${store}" }\n${cluster}\n${maxPayload ? `max_payload: ${maxPayload}\n` : ''}`,
    )
    children[index] = Bun.spawn([program, '-c', config], { stdio: ['ignore', 'ignore', 'ignore'] })
  }

  const urls = ports.map(([port]) => `nats://127.0.0.1:${port}`)
  await Promise.all(ports.map((_, index) => start(index)))
  return {
    urls,
    url: urls.join(','),
    start,
    kill(index: number) {
      children[index]?.kill('SIGKILL')
      return children[index]?.exited
    },
    signal: (index: number, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void children[index]?.kill(signal),
    async stop() {
      for (const child of children) child?.kill('SIGKILL')
      await Promise.all(children.map((child) => child?.exited))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
