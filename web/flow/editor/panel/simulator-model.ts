import { batch, signal } from '@preact/signals-react'
import { readFlowGraph, type FlowGraph } from '../../../../src/flow/run/flow-graph'
import type { FlowEffect, FlowEnvironment, FlowInput, FlowState } from '../../../../src/flow/run/flow-step'
import { startState, stepFlow } from '../../../../src/flow/run/step-flow'
import { automaticMessagesMax } from '../../../../src/message/message.contract'
import type { TakeOver } from '../../../../src/queue/queue.contract'
import type { FlowContent } from '../drawing/drawing'

export type SimulatedEntry = { id: number } & (
  { from: 'contact'; text: string } | { from: 'flow'; effect: SimulatedEffect }
)

type SimulatedEffect =
  | Exclude<FlowEffect, { type: 'interval' }>
  /** The queue takes over the ticket, and the flow ends. */
  | { type: 'takenOver'; by: TakeOver }

/** `seconds`: left until an interval is over. */
type SimulatedWait = { kind: 'answer' } | { kind: 'interval'; seconds: number } | { kind: 'ended' }

export type SimulatorModel = ReturnType<typeof createSimulator>

/** Turns in a row without a wait, as a flow without one is ended by the stepper itself. */
const turnsMax = 10

interface SimulatedSurroundings {
  valueOf(name: string): string | undefined
  takeOverOf(queueId: number): TakeOver | undefined
}

export function createSimulator(content: FlowContent, { valueOf, takeOverOf }: SimulatedSurroundings) {
  const entries = signal<readonly SimulatedEntry[]>([])
  const waiting = signal<SimulatedWait>({ kind: 'ended' })
  const nodeId = signal<string | undefined>(undefined)
  const variables = signal<Readonly<Record<string, string>>>({})
  let graph: FlowGraph = readFlowGraph(content)
  let state: FlowState | undefined
  const countdown = createCountdown()
  let last = 0

  function run(input: FlowInput) {
    countdown.stop()
    const step = stepUntilWait(graph, state, input, { valueOf, random: Math.random }, messagesSince(entries.peek()))
    const effects = untilTakenOver(withoutWithdrawn(step.effects), takeOverOf)
    state = effects.at(-1)?.type === 'takenOver' ? undefined : step.state
    batch(() => {
      const shown = effects.filter((effect) => effect.type !== 'interval')
      entries.value = [...entries.peek(), ...shown.map((effect) => ({ id: ++last, from: 'flow' as const, effect }))]
      nodeId.value = state?.nodeId
      variables.value = step.variables ?? variables.peek()
      if (state?.waiting !== 'turn') waitFor(step.effects)
    })
  }

  function waitFor(effects: readonly FlowEffect[]) {
    if (!state) return void (waiting.value = { kind: 'ended' })
    if (state.waiting === 'answer') return void (waiting.value = { kind: 'answer' })
    const { seconds } = effects.findLast((effect) => effect.type === 'interval') ?? { seconds: 1 }
    waiting.value = { kind: 'interval', seconds }
    countdown.start(seconds, (left) => {
      if (left > 0) waiting.value = { kind: 'interval', seconds: left }
      else run({ type: 'continue' })
    })
  }

  return {
    entries,
    waiting,
    nodeId,
    variables,
    restart(drawn: FlowContent) {
      graph = readFlowGraph(drawn)
      state = startState(graph)
      batch(() => {
        entries.value = []
        variables.value = {}
      })
      run({ type: 'start' })
    },
    /** @param file the name of a file that is sent instead of a text */
    answer(text: string, file?: string) {
      entries.value = [...entries.peek(), { id: ++last, from: 'contact', text: file ?? text }]
      run({ type: 'answer', text, file })
    },
    /** Ends an interval at once. */
    skip: () => run({ type: 'continue' }),
    dispose: countdown.stop,
  }
}

const isMessage = ({ type }: FlowEffect | SimulatedEffect) => type === 'text' || type === 'media'

function messagesSince(entries: readonly SimulatedEntry[]) {
  const last = entries.findLastIndex(({ from }) => from === 'contact')
  return entries.slice(last + 1).filter((entry) => entry.from === 'flow' && isMessage(entry.effect)).length
}

/** A loop is ended at once, so that only a message without a pause before it is sent. */
function withoutWithdrawn(effects: readonly FlowEffect[]): readonly FlowEffect[] {
  const isLoop = effects.some((effect) => effect.type === 'end' && effect.reason === 'loop')
  return isLoop ? effects.filter((effect) => !('delayMs' in effect) || effect.delayMs === 0) : effects
}

function untilTakenOver(
  effects: readonly FlowEffect[],
  takeOverOf: SimulatedSurroundings['takeOverOf'],
): (FlowEffect | SimulatedEffect)[] {
  for (const [index, effect] of effects.entries()) {
    const by = effect.type === 'queue' ? takeOverOf(effect.queueId) : undefined
    if (by) return [...effects.slice(0, index + 1), { type: 'takenOver', by }]
  }
  return [...effects]
}

/** Takes the turns of a flow until it waits or ends. `variables` are those of its last turn before the end. */
function stepUntilWait(
  graph: FlowGraph,
  first: FlowState | undefined,
  input: FlowInput,
  environment: Omit<FlowEnvironment, 'messagesLeft'>,
  sentBefore: number,
) {
  const effects: FlowEffect[] = []
  let state = first
  let variables: FlowState['variables'] | undefined
  let next = input
  for (let turn = 0; turn < turnsMax; turn++) {
    const messagesLeft = automaticMessagesMax - sentBefore - effects.filter(isMessage).length
    const step = stepFlow(graph, state, next, { ...environment, messagesLeft })
    state = step.state
    variables = state?.variables ?? variables
    effects.push(...step.effects)
    if (state?.waiting !== 'turn') break
    next = { type: 'continue' }
  }
  return { state, effects, variables }
}

function createCountdown() {
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start(seconds: number, report: (left: number) => void) {
      let left = seconds
      timer = setInterval(() => report(--left), 1000)
    },
    stop: () => clearInterval(timer),
  }
}
