import { constants, setPriority } from 'node:os'
import { productFile } from '../../kernel/product-files'
import type { BackupOrder, BackupProgress } from './backup-work'

type Answer = { progress: BackupProgress } | { result: unknown } | { failed: string }

export type BackupHelper = ReturnType<typeof startBackupHelper>

/** Starts the process that copies, checks and packs, at the lowest priority. */
export function startBackupHelper(target: string) {
  const program = Bun.isStandaloneExecutable ? [] : [productFile('src/command/recado.ts')]
  const child = Bun.spawn([process.execPath, ...program, 'backup-process'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const answers = readLines(child.stdout)

  async function write(line: unknown) {
    child.stdin.write(`${JSON.stringify(line)}\n`)
    await child.stdin.flush()
  }

  return {
    /** One at a time. @throws Error with what went wrong */
    async ask<Result>(
      order: BackupOrder extends infer Order ? (Order extends BackupOrder ? Omit<Order, 'target'> : never) : never,
      progress: (step: BackupProgress) => void = () => {},
    ): Promise<Result> {
      await write({ ...order, target })
      for (;;) {
        const { value, done } = await answers.next()
        if (done) throw new Error('The process of the backup ended early')
        const answer = JSON.parse(value) as Answer
        if ('failed' in answer) throw new Error(answer.failed)
        if ('result' in answer) return answer.result as Result
        try {
          progress(answer.progress)
        } catch (error) {
          child.kill()
          throw error
        }
        if (answer.progress.kind === 'copied') await write({ confirmed: true })
      }
    },
    stop() {
      child.kill()
    },
    async end() {
      await child.stdin.end()
      await child.exited
    },
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
