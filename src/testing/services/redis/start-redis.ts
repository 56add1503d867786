import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { startRedisServer } from './redis-server'

/** The machine's own redis-server where there is one, otherwise ours. */
export function startRedis({ password }: { password: string }) {
  const program = Bun.which('redis-server')
  return program ? startProcess(program, password) : startRedisServer({ password })
}

async function startProcess(program: string, password: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recado-redis-'))
  const port = await freePort()
  const flags = ['--port', String(port), '--dir', folder, '--save', '', '--requirepass', password]
  const child = Bun.spawn([program, '--bind', '127.0.0.1', ...flags], { stdout: 'ignore', stderr: 'inherit' })
  const url = `redis://:${password}@127.0.0.1:${port}/0`
  const client = await connect(url)
  return {
    url,
    set: async (key: string, value: string) => void (await client.set(key, value)),
    async stop() {
      client.close()
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connect(url: string): Promise<Bun.RedisClient> {
  const client = new Bun.RedisClient(url, { autoReconnect: false })
  try {
    await client.connect()
    return client
  } catch {
    await Bun.sleep(20)
    return connect(url)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
