import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compose, shutdown } from '../../../compose'
import { listConnectionCountsOfAll } from '../../../connection/host/all-connections'
import { readConfig } from '../../../kernel/config/config'
import { buildSingleFile } from '../../../scripts/single-file'
import type { Row } from '../rows'
import { percentiles } from '../load'

const root = join(import.meta.dir, '../../../..')
const sources = [process.execPath, 'src/main.ts']
const singleFile = join(root, 'dist/recado')

export async function* processRows(benchDir: string): AsyncGenerator<Row> {
  yield await startRow('start to first answer, existing data', benchDir)
  await buildSingleFile(singleFile)
  yield await startRow('the same of the single file', benchDir, [singleFile])
  const megabytes = Math.round(statSync(singleFile).size / 1_000_000)
  yield { what: 'the single file', goal: '< 200 MB', result: `${megabytes} MB` }
  const dataDir = join(root, 'dist/bench-many')
  await makeCompanies(dataDir, 1000)
  yield await idleRow(dataDir)
  yield await openCompanyRow(dataDir)
  yield await allConnectionsRow(dataDir)
}

async function startRow(what: string, dataDir: string, command = sources): Promise<Row> {
  const times: number[] = []
  for (let run = 0; run < 7; run++) {
    const started = performance.now()
    const product = await startProduct(dataDir, command)
    times.push(performance.now() - started)
    await product.stop()
  }
  const { p50Ms } = percentiles(times)
  return {
    what,
    goal: '< 400 ms',
    result: `median ${Math.round(p50Ms)} ms of ${times.length}`,
  }
}

/** At the second start: the first one reads the files of companies that are missing from the catalog. */
async function idleRow(dataDir: string): Promise<Row> {
  const first = await startProduct(dataDir)
  await first.untilIdle()
  await first.stop()
  const product = await startProduct(dataDir)
  await product.untilIdle()
  const idle = await product.rssMegabytes()
  await product.stop()
  return { what: 'idle memory, 1,000 companies known, none open', goal: '< 130 MB', result: `${idle.toFixed(0)} MB` }
}

async function openCompanyRow(dataDir: string): Promise<Row> {
  const script = join(root, 'src/testing/bench/open-companies.ts')
  const bytes = Number(await Bun.$`${process.execPath} ${script} ${dataDir} 1 190`.text())
  return { what: 'an open company', goal: '< 1 MB', result: `${(bytes / 1_000_000).toFixed(2)} MB` }
}

async function allConnectionsRow(dataDir: string): Promise<Row> {
  const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
  // Each company is counted when its file is first read.
  const { length } = await listConnectionCountsOfAll(platform)
  const times: number[] = []
  for (let run = 0; run < 50; run++) {
    const started = performance.now()
    await listConnectionCountsOfAll(platform)
    times.push(performance.now() - started)
  }
  await shutdown(platform)
  const { p50Ms, p99Ms } = percentiles(times)
  return {
    what: `connections of ${length.toLocaleString('en')} companies listed`,
    goal: '< 100 ms',
    result: `p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  }
}

async function makeCompanies(dataDir: string, count: number) {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const first = await startProduct(dataDir)
  await first.stop()
  const catalog = new Database(join(dataDir, 'platform.sqlite'))
  catalog.transaction(() => {
    for (let id = 2; id <= count; id++) {
      catalog.run(
        `INSERT INTO company (id, name, email, plan_id, due_date, created_at, updated_at) VALUES (?, ?, ?, 1, '2999-12-31', 0, 0)`,
        [id, `Empresa ${id}`, emailOf(id)],
      )
      catalog.run('INSERT INTO user_index (email, company_id, user_id) VALUES (?, ?, 1)', [emailOf(id), id])
      copyCompany(dataDir, id)
    }
  })()
  catalog.close()
}

const clockTickMs = 10
/** Processor time per second from which a process counts as busy. */
const busyMs = 20
const quietSecondsMin = 3

const emailOf = (id: number) => `e${id}@bench.test`

/** Gives the copy its own number, or it would not be opened, and its own user, because e-mail addresses are unique. */
function copyCompany(dataDir: string, id: number) {
  const folder = join(dataDir, 'companies', String(id))
  cpSync(join(dataDir, 'companies/1'), folder, { recursive: true })
  const file = new Database(join(folder, 'company.sqlite'))
  file.run('PRAGMA synchronous = OFF')
  file.run('UPDATE identity SET company_id = ?', [id])
  file.run('UPDATE user SET email = ?', [emailOf(id)])
  file.run('PRAGMA wal_checkpoint(TRUNCATE)')
  file.close()
}

async function startProduct(dataDir: string, command = sources) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reader = child.stdout.getReader()
  let text = ''
  while (!/answers at \S+:\d+\n/.test(text)) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The product ended before it answered')
    text += new TextDecoder().decode(value)
  }
  const port = text.match(/answers at \S+:(\d+)\n/)?.[1]
  await fetch(`http://127.0.0.1:${port}/version`)
  async function processorMs() {
    const stat = await Bun.file(`/proc/${child.pid}/stat`).text()
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * clockTickMs
  }
  return {
    async untilIdle() {
      for (let quietSeconds = 0; quietSeconds < quietSecondsMin;) {
        const before = await processorMs()
        await Bun.sleep(1000)
        quietSeconds = (await processorMs()) - before > busyMs ? 0 : quietSeconds + 1
      }
    },
    async rssMegabytes() {
      const status = await Bun.file(`/proc/${child.pid}/status`).text()
      return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
    },
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
