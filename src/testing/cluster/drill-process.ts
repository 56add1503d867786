import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillAnswer, DrillOrderBody } from './drill-orders'

export type DrillProcess = ReturnType<typeof startDrillProcess>

export function startDrillProcess(name: string, dataDir: string, urls: readonly string[]) {
  mkdirSync(dataDir, { recursive: true })
  // As the product does at its start: one that was killed may have been copying.
  rmSync(join(dataDir, 'tmp'), { recursive: true, force: true })
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'drill-node.ts'), name, dataDir, urls.join(',')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (answer: DrillAnswer) => void>()
  let lastId = 0
  const ready = answerTo(0)
  void listen()

  function answerTo(id: number) {
    return new Promise<DrillAnswer>((resolve) => waiting.set(id, resolve))
  }

  async function listen() {
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of child.stdout) {
      const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const answer = JSON.parse(line) as DrillAnswer
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
      }
    }
    // Answers that a kill cut off never came.
    for (const [id, resolve] of waiting) resolve({ id, error: 'killed' })
    waiting.clear()
  }

  return {
    name,
    dataDir,
    pid: child.pid,
    async ready() {
      const { error } = await ready
      if (error !== undefined) throw new Error(`${name} did not start: ${error}`)
    },
    /** Rejects with what the node says. */
    async ask<Result = unknown>(order: DrillOrderBody): Promise<Result> {
      const id = ++lastId
      const answered = answerTo(id)
      try {
        void child.stdin.write(`${JSON.stringify({ id, ...order })}\n`)
        await child.stdin.flush()
      } catch {
        throw new Error('killed')
      }
      const { result, error } = await answered
      if (error !== undefined) throw new Error(error)
      return result as Result
    },
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
    async stop() {
      await child.stdin.end()
      await child.exited
    },
  }
}
