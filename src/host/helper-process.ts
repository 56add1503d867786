import { constants, setPriority } from 'node:os'
import { productFile } from '../kernel/product-files'

type Answer = { progress: unknown } | { result: unknown } | { failed: string }

export type HelperProcess = ReturnType<typeof startHelperProcess>

/** Starts Recado under a hidden word, at the lowest priority. It takes orders of one line each, and answers with lines. */
export function startHelperProcess(word: string) {
  const program = Bun.isStandaloneExecutable ? [] : [productFile('src/command/recado.ts')]
  const child = Bun.spawn([process.execPath, ...program, word], { stdio: ['pipe', 'pipe', 'inherit'] })
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const answers = readLines(child.stdout)

  async function write(line: unknown) {
    void child.stdin.write(`${JSON.stringify(line)}\n`)
    await child.stdin.flush()
  }

  return {
    write,
    /** One at a time. What `progress` throws ends the process. @throws Error with what went wrong */
    async ask<Result>(order: unknown, progress: (step: unknown) => unknown = () => {}): Promise<Result> {
      await write(order)
      for (;;) {
        const { value, done } = await answers.next()
        if (done) throw new Error(`The process ${word} ended early`)
        const answer = JSON.parse(value) as Answer
        if ('failed' in answer) throw new Error(answer.failed)
        if ('result' in answer) return answer.result as Result
        try {
          await progress(answer.progress)
        } catch (error) {
          child.kill()
          throw error
        }
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
