import { type Log, plainFacts } from '../../../kernel/log'
import { recordOf } from '../../../kernel/typed-object.contract'
import { type FromLine, type LineAnswer, type LineAsks, type LineTells, fromPlainError } from './line-calls'

/** The main thread, as a line in a thread of its own sees it. */
export interface MainThread {
  readonly ids: { company: number; connection: number }
  tell<Name extends keyof LineTells>(name: Name, ...given: Parameters<LineTells[Name]>): void
  ask<Name extends keyof LineAsks>(
    name: Name,
    ...given: Parameters<LineAsks[Name]>
  ): Promise<Awaited<ReturnType<LineAsks[Name]>>>
  isStored(): boolean
  /** Calls back, in order, once all that was told before is stored; never after a failure. */
  afterStored(task: () => void): void
  /** Calls back when something told could not be stored. */
  onFailure(task: () => void): void
}

type Waiting = PromiseWithResolvers<unknown>

export function createMainThread(
  { line, ...ids }: { line: number; company: number; connection: number },
  post: (message: FromLine) => void,
) {
  const asked = new Map<number, Waiting>()
  const held: { after: number; task: () => void }[] = []
  const failures = new Set<() => void>()
  let asks = 0
  let told = 0
  let stored = 0
  let hasFailed = false

  const main: MainThread = {
    ids,
    tell(name, ...given) {
      told++
      post({ line, type: 'tell', name, given })
    },
    ask(name, ...given) {
      const waiting: Waiting = Promise.withResolvers()
      asked.set(++asks, waiting)
      post({ line, type: 'ask', ask: asks, name, given })
      return waiting.promise as never
    },
    isStored: () => stored === told && !hasFailed,
    afterStored(task) {
      if (hasFailed) return
      if (stored === told) task()
      else held.push({ after: told, task })
    },
    onFailure: (task) => void failures.add(task),
  }

  return {
    main,
    answered(ask: number, answer: LineAnswer) {
      const waiting = asked.get(ask)
      asked.delete(ask)
      if ('error' in answer) waiting?.reject(fromPlainError(answer.error))
      else waiting?.resolve(answer.value)
    },
    stored(tells: number) {
      stored += tells
      while (held[0] && held[0].after <= stored) held.shift()?.task()
    },
    failed() {
      hasFailed = true
      held.length = 0
      for (const task of failures) task()
    },
  }
}

export function logOfMain(main: MainThread): Log {
  return recordOf(['debug', 'info', 'warn', 'error'], (level) => (message, facts = {}) => {
    main.tell('log', level, message, plainFacts(facts))
  })
}
