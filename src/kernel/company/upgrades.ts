import type { Worker } from 'node:worker_threads'
import type { Migration } from '../database/migrate'
import { startProductWorker } from '../product-files'
import type { UpgradeOrder, UpgradeResult } from './upgrade-worker'

const failureMs = 60_000

export type Upgrades = ReturnType<typeof createUpgrades>

/** Migrates files in a worker: copying the file and migrating large tables would block the event loop. */
export function createUpgrades(migrations: readonly Migration[]) {
  const running = new Map<string, PromiseWithResolvers<void>>()
  const failures = new Map<string, { reason: string; atMs: number }>()
  let worker: Worker | undefined

  function finish({ path, failure }: UpgradeResult) {
    const upgrade = running.get(path)
    running.delete(path)
    if (failure !== undefined) failures.set(path, { reason: failure, atMs: performance.now() })
    upgrade?.resolve()
    if (running.size === 0) stop()
  }

  function startWorker() {
    const started = startProductWorker('src/kernel/company/upgrade-worker.ts')
    started.on('message', finish)
    started.on('error', (error) => {
      for (const path of [...running.keys()]) finish({ path, failure: String(error) })
    })
    return started
  }

  function stop() {
    void worker?.terminate()
    worker = undefined
  }

  return {
    begin(path: string, isForeign = false) {
      if (running.has(path)) return
      failures.delete(path)
      running.set(path, Promise.withResolvers())
      worker ??= startWorker()
      worker.postMessage({ path, migrations, isForeign } satisfies UpgradeOrder)
    },
    whenEnded: (path: string) => running.get(path)?.promise,
    failureOf(path: string) {
      const failure = failures.get(path)
      return failure && performance.now() - failure.atMs < failureMs ? failure.reason : undefined
    },
    /** Another file takes this path. */
    forget: (path: string) => void failures.delete(path),
    /** SQLite rolls an interrupted migration back. */
    stop() {
      stop()
      for (const upgrade of running.values()) upgrade.resolve()
      running.clear()
    },
  }
}
