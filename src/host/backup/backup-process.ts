import { createInterface } from 'node:readline'
import { type BackupOrder, type BackupProgress, doBackupWork } from './backup-work'

/** Runs in a process of its own: takes orders from its input, one a line, and answers each with lines. Ends with its input. */
export async function runBackupProcess() {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
  // Recado was killed.
  process.stdout.on('error', () => process.exit(1))
  const work = {
    progress: (progress: BackupProgress) => say({ progress }),
    async confirmed() {
      if ((await lines.next()).done) process.exit(1)
    },
  }
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return
    try {
      say({ result: await doBackupWork(JSON.parse(value) as BackupOrder, work) })
    } catch (error) {
      say({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
}
