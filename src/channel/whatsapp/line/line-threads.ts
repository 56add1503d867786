import { availableParallelism } from 'node:os'
import { spendOn } from '../../../kernel/company/spent-time'
import { incomingTurn } from '../../../kernel/job/event-loop-turns'
import { gauge, histogram, type Metric } from '../../../kernel/metrics'
import { startProductWorker } from '../../../kernel/product-files'
import type { FromLine, FromThread, ToLine } from './line-calls'

/** A thread takes about 60 MB, so that few lines share one. */
const linesPerThread = 100

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

interface Waiting {
  postedMs: number
  messages: number
}

const waitingMessages = new Set<Waiting>()
const waits = histogram(
  'recado_line_wait_seconds',
  'From what a thread of WhatsApp lines reported, such as a message, until the main thread took it.',
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
)

export const lineMetrics: readonly Metric[] = [
  gauge('recado_line_threads', 'Threads of WhatsApp lines.', () => threads.size),
  gauge('recado_lines', 'WhatsApp lines that have a session.', () =>
    [...threads].reduce((sum, { size }) => sum + size, 0),
  ),
  waits,
  gauge('recado_line_reports_waiting', 'Reports that wait in the main thread.', () =>
    [...waitingMessages].reduce((sum, { messages }) => sum + messages, 0),
  ),
  gauge('recado_line_oldest_wait_seconds', 'For how long the first of them has waited.', () => {
    const [first] = waitingMessages
    return first ? Math.max(0, Date.now() - first.postedMs) / 1000 : 0
  }),
]

/** Returns the thread with the fewest lines, or a new one if that is full and a processor is left. */
export function threadForLine(): LineThread {
  const [least] = [...threads].sort((a, b) => a.size - b.size)
  if (least && (least.size < linesPerThread || threads.size >= availableParallelism())) return least
  return startThread()
}

function startThread(): LineThread {
  const worker = startProductWorker('src/channel/whatsapp/line/line-thread.ts')
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
      if (outgoing.length === 0) setImmediate(flush)
      outgoing.push(message)
    },
  }

  /** Its lines are reopened in another thread. */
  function ended(message: string) {
    if (!threads.delete(thread)) return
    for (const line of [...lines.values()]) line.lost(message)
    lines.clear()
  }

  worker.on('message', ({ postedMs, messages }: FromThread) => {
    for (const [line, own] of Map.groupBy(messages, ({ line }) => line)) {
      const opened = lines.get(line)
      if (!opened) continue
      for (let at = 0; at < own.length; at += messagesPerTurn) {
        const some = own.slice(at, at + messagesPerTurn)
        const waiting: Waiting = { postedMs, messages: some.length }
        waitingMessages.add(waiting)
        incomingTurn(String(opened.company), () => {
          waitingMessages.delete(waiting)
          waits.observe((Date.now() - postedMs) / 1000)
          spendOn(opened.company, () => opened.receive(some))
        })
      }
    }
  })
  worker.on('error', (error) => ended(`The thread of the connection failed: ${error.message}`))
  worker.on('exit', () => ended('The thread of the connection ended'))
  threads.add(thread)
  return thread
}
