import { Worker } from 'node:worker_threads'
import type { Migration } from '../database/migrate'
import type { UpgradeOrder, UpgradeResult } from './upgrade-worker'

/** Delay before a failed migration is retried, instead of at every request. */
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
    const started = new Worker(new URL('./upgrade-worker.ts', import.meta.url))
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
    /** Starts a migration. The file must be closed. */
    begin(path: string) {
      if (running.has(path)) return
      failures.delete(path)
      running.set(path, Promise.withResolvers())
      worker ??= startWorker()
      worker.postMessage({ path, migrations } satisfies UpgradeOrder)
    },
    /** Resolves when the file's migration has ended, successfully or not; undefined when none is running. */
    whenEnded: (path: string) => running.get(path)?.promise,
    failureOf(path: string) {
      const failure = failures.get(path)
      return failure && performance.now() - failure.atMs < failureMs ? failure.reason : undefined
    },
    /** An interrupted migration is rolled back when the file is opened next. */
    stop() {
      stop()
      for (const upgrade of running.values()) upgrade.resolve()
      running.clear()
    },
  }
}
