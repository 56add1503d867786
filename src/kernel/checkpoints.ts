import { Worker } from 'node:worker_threads'
import type { Log } from './log'

export type Checkpoints = ReturnType<typeof createCheckpoints>

/** What was written since a file's last checkpoint, counted in transactions and events: about four pages each. */
const writtenMax = 300
/** A power cut costs at most what was written in so many ms. */
const waitMsMax = 10_000

/**
 * Moves what was committed from companies' WALs into their files, in a worker: the disk is slow to say that it has
 * something, and whoever waits for that here would keep everybody else waiting. Nothing is lost without it: SQLite does
 * the same by itself, only later and on the event loop. The worker is started when it is first needed.
 */
export function createCheckpoints(log: Log) {
  const files = new Map<string, { written: number; timer: Timer | undefined }>()
  const asked = new Set<string>()
  let worker: Worker | undefined
  let busy = false

  function ask(path: string) {
    const file = files.get(path)
    clearTimeout(file?.timer)
    files.delete(path)
    asked.add(path)
    next()
  }

  function next() {
    const [path] = asked
    if (busy || path === undefined) return
    asked.delete(path)
    busy = true
    worker ??= start()
    worker.postMessage(path)
  }

  function start() {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url))
    started.unref()
    started.on('message', () => {
      busy = false
      next()
    })
    started.on('error', (error) => log.warn('Checkpoints are left to SQLite: their worker ended', { error }))
    return started
  }

  /** For a file that is about to be closed, which checkpoints it by itself. */
  function forget(path: string) {
    clearTimeout(files.get(path)?.timer)
    files.delete(path)
    asked.delete(path)
  }

  return {
    /** To be called after each commit with how much it wrote. */
    note(path: string, written: number) {
      let file = files.get(path)
      if (!file) {
        file = { written: 0, timer: setTimeout(() => ask(path), waitMsMax) }
        file.timer?.unref()
        files.set(path, file)
      }
      file.written += written
      if (file.written >= writtenMax) ask(path)
    },
    forget,
    stop() {
      for (const path of [...files.keys()]) forget(path)
      asked.clear()
      void worker?.terminate()
      worker = undefined
    },
  }
}
