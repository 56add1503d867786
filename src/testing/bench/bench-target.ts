import { join } from 'node:path'
import type { BenchTarget } from './rows'

/** Starts `bench-server.ts` in a separate process, so that measuring does not slow it down. */
export async function startBenchTarget(dataDir: string): Promise<BenchTarget> {
  const waiting: ((rssBytes: number) => void)[] = []
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bench-server.ts'), dataDir], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ipc: (message: { rssBytes: number }) => waiting.shift()?.(message.rssBytes),
  })
  const reader = child.stdout.getReader()
  let text = ''
  while (!text.includes('\n')) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The server of the benchmark ended before it answered')
    text += new TextDecoder().decode(value)
  }
  const { port, floorPort, sessions } = JSON.parse(text.slice(0, text.indexOf('\n')))
  return {
    url: `http://127.0.0.1:${port}`,
    floorUrl: `http://127.0.0.1:${floorPort}/`,
    liveUrl: `ws://127.0.0.1:${port}/live`,
    sessions,
    memory() {
      const answer = new Promise<number>((resolve) => waiting.push(resolve))
      child.send('memory')
      return answer
    },
    startJobs: async () => void child.send('jobs'),
    async stop() {
      child.kill()
      await child.exited
    },
  }
}
