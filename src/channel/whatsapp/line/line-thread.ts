import { isMainThread, parentPort } from 'node:worker_threads'
import { createSealer } from '../../../kernel/config/host-key'
import { createLog, logFormatOf } from '../../../kernel/log'
import type { Channel } from '../../channel'
import { endOnLeftPromises } from '../session/left-promises'
import { latestVersion } from '../whatsapp-options'
import { createWhatsAppChannel } from '../whatsapp-channel'
import { type FromLine, type FromThread, type LineAnswer, type LineSetup, type ToLine, plainError } from './line-calls'
import { createMainThread, logOfMain } from './main-thread'

/** Runs the lines of a thread: sockets, Noise, Signal and media encryption. What they store goes to the main thread. */
const lines = new Map<number, ReturnType<typeof openLine>>()
let outgoing: FromLine[] = []

/** Waking the main thread costs about as much as a message, so that those of a burst are told together. */
const tellsGapMs = 3
let flushedMs = 0
let immediate: ReturnType<typeof setImmediate> | undefined
let timer: Timer | undefined

/** Messages are posted together at the end of a turn. What is told within one of them is stored in one transaction. */
function post(message: FromLine) {
  outgoing.push(message)
  const mayWait = message.type === 'tell' && performance.now() - flushedMs < tellsGapMs
  if (mayWait) timer ??= setTimeout(flush, tellsGapMs)
  else immediate ??= setImmediate(flush)
}

function flush() {
  clearTimeout(timer)
  if (immediate) clearImmediate(immediate)
  timer = immediate = undefined
  flushedMs = performance.now()
  const messages = outgoing
  outgoing = []
  parentPort?.postMessage({ postedMs: Date.now(), messages } satisfies FromThread)
}

function openLine(line: number, { company, connection, sealingKey, options }: LineSetup) {
  const { main, ...received } = createMainThread({ line, company, connection }, post)
  const log = logOfMain(main)
  const channel = createWhatsAppChannel(main, {
    ...options,
    sealer: createSealer(sealingKey),
    log,
    version: latestVersion(log),
  })
  return { main, channel, ...received }
}

async function run(line: number, call: number, method: string, given: readonly unknown[]) {
  post({ line, type: 'result', call, answer: await resultOf(line, call, method, given) })
}

async function resultOf(line: number, call: number, method: string, given: readonly unknown[]): Promise<LineAnswer> {
  try {
    const opened = lines.get(line)
    if (!opened) throw new Error(`Line ${line} is closed`)
    return { value: await callOf(opened, call, method as keyof Channel, given) }
  } catch (error) {
    return { error: plainError(error) }
  }
}

function callOf(
  { channel, main }: ReturnType<typeof openLine>,
  call: number,
  method: keyof Channel,
  given: readonly unknown[],
) {
  const write = (piece: Uint8Array) => main.ask('write', call, piece)
  const values = method === 'fetchMedia' ? [...given, write] : given
  const run = channel[method] as ((...values: readonly unknown[]) => unknown) | undefined
  return run?.(...values)
}

function receive(message: ToLine) {
  const { line } = message
  if (message.type === 'open') lines.set(line, openLine(line, message.setup))
  else if (message.type === 'call') void run(line, message.call, message.method, message.given)
  else if (message.type === 'answer') lines.get(line)?.answered(message.ask, message.answer)
  else if (message.type === 'stored') lines.get(line)?.stored(message.tells)
  else if (message.type === 'failed') lines.get(line)?.failed()
  else lines.delete(line)
}

if (!isMainThread) {
  endOnLeftPromises(createLog('error', logFormatOf(process.env)))
  parentPort?.on('message', (messages: readonly ToLine[]) => messages.forEach(receive))
}
