import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compose, shutdown } from '../../../compose'
import { bringBack } from '../../../host/backup/bring-back'
import { makeBackup } from '../../../host/backup/make-backup'
import { folderSink } from '../../../host/backup/folder-sink'
import { readConfig } from '../../../kernel/config/config'
import type { Platform } from '../../../platform/platform'
import { percentiles } from '../load'
import type { Row } from '../rows'
import { receive } from './inbound-rows'

const messages = 10_000
const restored = 50_000
const perSecond = 100
const steadyMs = 15_000
const call = { progress() {}, signal: new AbortController().signal }

export async function* backupRows(dataDir: string): AsyncGenerator<Row> {
  const target = join(dataDir, 'backup')
  const passphrase = 'a long passphrase'
  rmSync(target, { recursive: true, force: true })
  const open = (environment = {}) =>
    compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }) })
  const archived = { BACKUP_TO: target, BACKUP_PASSPHRASE: passphrase }

  const times: Record<'without' | 'with', number[]> = { without: [], with: [] }
  let bytes = 0
  for (let round = 0; round < 3; round++) {
    for (const kind of ['without', 'with'] as const) {
      const platform = open(kind === 'with' ? archived : {})
      await receive(platform, 1_000, 1)
      const before = await logBytes(platform, target)
      times[kind].push((await receive(platform, messages, 1)).microseconds)
      bytes = (await logBytes(platform, target)) - before
      await shutdown(platform)
    }
  }
  const [without, with_] = [Math.min(...times.without), Math.min(...times.with)]
  yield {
    what: 'archive of writes, processor time of all threads per inbound message',
    goal: '≤ 5 %',
    result: `${without} → ${with_} µs (best of three of each: ${times.without.join(', ')}; ${times.with.join(', ')})`,
  }
  yield {
    what: 'archive of writes per inbound message, 20 commits together',
    goal: '≤ 3 KB',
    result: `${Math.round(bytes / messages)} bytes`,
  }

  const platform = open(archived)
  const alone = await steadily(platform, Bun.sleep(steadyMs))
  const size = statSync(join(platform.files.folderOf(1), 'company.sqlite')).size
  const began = performance.now()
  const during = await steadily(platform, makeBackup(platform, { target, passphrase }, call))
  const tookMs = Math.round(performance.now() - began)
  yield {
    what: `backup of ${Math.round(size / 1e6)} MB with ${perSecond} inbound messages/s`,
    goal: 'p99 within 20 % of none, no turn above 50 ms',
    result: `${tookMs} ms; p99 ${alone.p99Ms} → ${during.p99Ms} ms, longest turn ${alone.longestMs} → ${during.longestMs} ms`,
  }

  const fromMs = Date.now()
  await receive(platform, restored, 20)
  await platform.archive?.flush()
  const folder = join(dataDir, 'restored')
  const restoring = performance.now()
  const { commits } = await bringBack({ target, companyId: 1, atMs: undefined, folder }, call)
  yield {
    what: `restore of the last moment, ${restored.toLocaleString('en')} messages after the copy (written in ${Date.now() - fromMs} ms)`,
    goal: '< 30 s',
    result: `${((performance.now() - restoring) / 1000).toFixed(1)} s, ${commits} parts`,
  }
  await shutdown(platform)
}

async function logBytes(platform: Platform, target: string) {
  await platform.archive?.flush()
  const files = await folderSink(target).list('log/1')
  return files.reduce((sum, { size }) => sum + size, 0)
}

async function steadily(platform: Platform, work: Promise<unknown>) {
  const times: number[] = []
  let longestMs = 0
  let last = performance.now()
  let isDone = false
  const turns = setInterval(() => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last - 1)
    last = now
  }, 1)
  const receiving = (async () => {
    for (let next = performance.now(); !isDone; next += 1000 / perSecond) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      const at = performance.now()
      await receive(platform, 1, 1)
      times.push(performance.now() - at)
    }
  })()
  await work.finally(() => (isDone = true))
  await receiving
  clearInterval(turns)
  return { ...percentiles(times), longestMs: Math.round(longestMs) }
}
