import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { incomingTurn } from '../../../kernel/job/event-loop-turns'
import type { FromLine, ToLine } from './line-calls'

/** A thread takes about 60 MB, so that few lines share one. */
const linesPerThread = 25

/** Of a line, about 10 ms of work. */
const messagesPerTurn = 25

interface LineOfThread {
  company: number
  receive(messages: readonly FromLine[]): void
  /** Called when its thread has ended. */
  lost(message: string): void
}

export interface LineThread {
  post(message: ToLine): void
  add(number: number, line: LineOfThread): void
  remove(number: number): void
  readonly size: number
}

const threads = new Set<LineThread>()

/** Returns the thread with the fewest lines, or a new one if that is full and a processor is left. */
export function threadForLine(): LineThread {
  const [least] = [...threads].sort((a, b) => a.size - b.size)
  if (least && (least.size < linesPerThread || threads.size >= availableParallelism())) return least
  return startThread()
}

function startThread(): LineThread {
  const worker = new Worker(join(import.meta.dir, 'line-thread.ts'))
  const lines = new Map<number, LineOfThread>()
  let outgoing: ToLine[] = []

  function flush() {
    worker.postMessage(outgoing)
    outgoing = []
  }

  const thread: LineThread = {
    get size() {
      return lines.size
    },
    // A process lives as long as it has lines.
    add(number, line) {
      worker.ref()
      lines.set(number, line)
    },
    remove(number) {
      lines.delete(number)
      if (lines.size === 0) worker.unref()
    },
    post(message) {
      if (outgoing.length === 0) queueMicrotask(flush)
      outgoing.push(message)
    },
  }

  /** Its lines are reopened in another thread. */
  function ended(message: string) {
    if (!threads.delete(thread)) return
    for (const line of [...lines.values()]) line.lost(message)
    lines.clear()
  }

  worker.on('message', (messages: readonly FromLine[]) => {
    for (const [line, own] of Map.groupBy(messages, ({ line }) => line)) {
      const opened = lines.get(line)
      if (!opened) continue
      for (let at = 0; at < own.length; at += messagesPerTurn) {
        const some = own.slice(at, at + messagesPerTurn)
        incomingTurn(String(opened.company), () => opened.receive(some))
      }
    }
  })
  worker.on('error', (error) => ended(`The thread of the connection failed: ${error.message}`))
  worker.on('exit', () => ended('The thread of the connection ended'))
  threads.add(thread)
  return thread
}
