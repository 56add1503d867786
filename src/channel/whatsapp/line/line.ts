import { durable } from '../../../kernel/company/held-output'
import { isUnwritable } from '../../../kernel/company/ownership'
import { isKeyOf } from '../../../kernel/typed-object.contract'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import { ChannelError, type ChannelReport } from '../../channel'
import type { ChannelHost } from '../../channel-driver'
import { forgetOldKeys } from '../signal/daily-keys'
import type { WhatsAppOptions } from '../whatsapp-options'
import { type FromLine, type LineAnswer, type LineAsks, type LineTells, fromPlainError, plainError } from './line-calls'
import { type LineThread, threadForLine } from './line-threads'
import { serveLine } from './serve-line'

let lineNumbers = 0

/** A line whose work runs in a thread. Open it before it is called. */
export function createLine(host: ChannelHost, options: WhatsAppOptions) {
  const number = ++lineNumbers
  const { tells, asks } = serveLine(host, options)
  const calls = new Map<number, PromiseWithResolvers<unknown> & { write?: WritePiece | undefined }>()
  const ids = { company: host.context().company.id, connection: host.connectionId }
  let thread: LineThread | undefined
  let called = 0
  let isClosed = false
  let hasFailed = false

  function open() {
    if (thread) return
    thread = threadForLine()
    thread.add(number, line)
    const { sealer: _sealer, log: _log, sealingKey, ...rest } = options
    thread.post({ line: number, type: 'open', setup: { ...ids, sealingKey, options: rest } })
    forgetOldKeys(host.context(), host.connectionId).catch((error: unknown) =>
      options.log.warn('WhatsApp: old keys could not be forgotten', { ...ids, error }),
    )
  }

  function call<T>(method: string, given: readonly unknown[], write?: WritePiece): Promise<T> {
    if (!thread) return Promise.reject(new ChannelError('offline', 'Not connected to WhatsApp'))
    const waiting = { ...Promise.withResolvers<unknown>(), write }
    const id = ++called
    calls.set(id, waiting)
    const post = () => thread?.post({ line: number, type: 'call', call: id, method, given })
    // Ending it must not wait for what may never be safe. The frames of a log-out wait in the line.
    if (method === 'disconnect') post()
    else whenSafe(post, () => settled(id, { error: plainError(new ChannelError('offline', 'ERR_NOT_CONFIRMED')) }))
    return waiting.promise as Promise<T>
  }

  function settled(id: number, answer: LineAnswer) {
    const waiting = calls.get(id)
    calls.delete(id)
    if ('error' in answer) waiting?.reject(fromPlainError(answer.error))
    else waiting?.resolve(answer.value)
    release()
  }

  function release() {
    if (!isClosed || calls.size > 0 || !thread) return
    thread.post({ line: number, type: 'release' })
    thread.remove(number)
    thread = undefined
  }

  function failed(error: unknown) {
    const isKnown = hasFailed || isUnwritable(error)
    hasFailed = true
    const message = 'WhatsApp: an event could not be stored, so the session is ended'
    if (!isKnown) options.log.error(message, { ...ids, error })
    thread?.post({ line: number, type: 'failed' })
  }

  async function answer({ ask, name, given }: Extract<FromLine, { type: 'ask' }>) {
    let found: LineAnswer
    try {
      found = { value: await answerOf(name, given) }
    } catch (error) {
      found = { error: plainError(error) }
    }
    const tell = () => thread?.post({ line: number, type: 'answer', ask, answer: found })
    if (isKeyOf(reading, name)) tell()
    else whenSafe(tell)
  }

  function answerOf(name: keyof LineAsks, given: readonly unknown[]): unknown {
    if (name !== 'write') return (asks[name] as (...values: readonly unknown[]) => unknown)(...given)
    const [id, piece] = given as Parameters<LineAsks['write']>
    return calls.get(id)?.write?.(piece)
  }

  const line = {
    company: ids.company,
    open,
    call,
    /** The session has ended. Pending calls are still answered. */
    close() {
      isClosed = true
      release()
    },
    lost(message: string) {
      thread = undefined
      for (const { reject } of calls.values()) reject(new ChannelError('uncertain', message))
      calls.clear()
      if (isClosed) return
      isClosed = true
      options.log.error(`WhatsApp: ${message}`, ids)
      host.report({ type: 'closed', reason: 'lost', message })
    },
    receive(messages: readonly FromLine[]) {
      const told: Tell[] = []
      for (const message of messages) {
        if (message.type === 'tell' && isStored(message)) {
          told.push(message)
          continue
        }
        storeAll(told.splice(0))
        if (message.type === 'tell') pass(message)
        else if (message.type === 'ask') void answer(message)
        else settled(message.call, message.answer)
      }
      storeAll(told)
      const count = messages.filter(({ type }) => type === 'tell').length
      if (count > 0 && !hasFailed) whenSafe(() => thread?.post({ line: number, type: 'stored', tells: count }))
    },
  }

  /** The line sends nothing that follows from a write which may be lost. */
  function whenSafe(task: () => void, lost: (error: unknown) => void = failed) {
    try {
      const safe = durable(host.context().company)
      if (safe) void safe.then(task, lost)
      else task()
    } catch (error) {
      lost(error)
    }
  }

  /** In one transaction or, if that fails, each in its own up to the one that fails. */
  function storeAll(told: readonly Tell[]) {
    if (told.length === 0 || hasFailed) return
    try {
      if (told.length > 1) return host.context().transaction(() => told.forEach(runTell))
    } catch {
      // Which one it was shows below.
    }
    try {
      told.forEach(runTell)
    } catch (error) {
      failed(error)
    }
  }

  function runTell({ name, given }: Tell) {
    if (name === 'report' && (given[0] as ChannelReport).type === 'closed') line.close()
    ;(tells[name] as (...values: readonly unknown[]) => void)(...given)
  }

  function pass(message: Tell) {
    try {
      runTell(message)
    } catch (error) {
      options.log.error('WhatsApp: a report of the connection failed', { ...ids, error })
    }
  }

  return line
}

type Tell = Extract<FromLine, { type: 'tell' }>

/** They change nothing that a later frame would confirm, and pass also after a failure. */
const passing: Partial<Record<keyof LineTells, true>> = { report: true, pass: true, log: true }
/** Questions that write nothing, so that their answers do not wait for the output gate. */
const reading: Partial<Record<keyof LineAsks, true>> = {
  keys: true,
  wasDecrypted: true,
  findSent: true,
  missingDelayMs: true,
  nextHistory: true,
  historyWindow: true,
  write: true,
}
const isStored = ({ name }: Tell) => !isKeyOf(passing, name)
