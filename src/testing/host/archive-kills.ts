import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderSink } from '../../host/backup/folder-sink'
import { materialize } from '../../host/backup/materialize'

export interface KillReport {
  rounds: number
  /** Rounds whose restored file was not the live one. */
  different: number
  /** Restarts after which the archive did not lead on. */
  newChains: number
}

/** `bun src/testing/host/archive-kills.ts ROUNDS SEED` */
export async function killArchivedWriter(rounds: number, seed: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'recado-kills-'))
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'backup')]
  mkdirSync(dataDir)
  let running: Bun.Subprocess | undefined
  const report: KillReport = { rounds, different: 0, newChains: -1 }
  try {
    for (let round = 0; round < rounds; round++) {
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, 'archived-writer.ts'), dataDir, target, String(seed + round)],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      )
      running = child
      const said = await firstLine(child.stdout)
      if (said === 'new chain') report.newChains++
      if (!(await isRestored(folder, dataDir, target))) report.different++
      if (round % 50 === 49) console.error(JSON.stringify(report), round + 1)
      void child.stdin.write('go\n')
      await child.stdin.flush()
      await Promise.race([Bun.sleep(20 + (((seed + round) * 7919) % 250)), child.exited])
      child.kill('SIGKILL')
      await child.exited
    }
    return report
  } finally {
    running?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** While nothing writes: compares the file and its log with what the archive gives back. */
async function isRestored(folder: string, dataDir: string, target: string) {
  const [live, restored] = [join(folder, 'live.sqlite'), join(folder, 'restored.sqlite')]
  for (const end of ['', '-wal', '-shm']) rmSync(`${live}${end}`, { force: true })
  for (const end of ['', '-wal']) {
    const path = join(dataDir, `written.sqlite${end}`)
    if (existsSync(path)) copyFileSync(path, `${live}${end}`)
  }
  const db = new Database(live)
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  await materialize(folderSink(target), '7', Number.POSITIVE_INFINITY, restored)
  return readFileSync(restored).equals(readFileSync(live))
}

async function firstLine(stream: ReadableStream<Uint8Array>) {
  let text = ''
  const reader = stream.getReader()
  while (!text.includes('\n')) {
    const { value, done } = await reader.read()
    if (done) return text
    text += Buffer.from(value).toString('utf8')
  }
  return text.split('\n')[0]
}

if (import.meta.main) {
  const [rounds = '1000', seed = '1'] = process.argv.slice(2)
  console.log(await killArchivedWriter(Number(rounds), Number(seed)))
}
