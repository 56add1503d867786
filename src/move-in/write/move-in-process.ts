import { createInterface } from 'node:readline'
import { doMoveInWork, type MoveInOrder, type MoveInProgress } from './move-in-work'

const progressMs = 200

/** Runs in a process of its own: takes orders from its input, one a line, and answers each with lines. Ends with its input. */
export async function runMoveInProcess() {
  const input = createInterface({ input: process.stdin })
  // Recado was killed, or needs no more.
  input.on('close', () => process.exit(0))
  process.stdout.on('error', () => process.exit(1))
  const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
  let saidMs = 0
  const progress = (step: MoveInProgress) => {
    if (performance.now() - saidMs < progressMs) return
    saidMs = performance.now()
    say({ progress: step })
  }
  for await (const line of input) {
    try {
      say({ result: await doMoveInWork(JSON.parse(line) as MoveInOrder, progress) })
    } catch (error) {
      say({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
}
