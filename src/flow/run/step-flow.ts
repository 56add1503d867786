import { numberAlone } from '../../bot/chosen-number'
import { foldText } from '../../kernel/text/fold-text.contract'
import { replaceBraced } from '../../message/compose/message-variables.contract'
import { type BlockElement, elementTypeOf, type NodeData, optionHandle } from '../flow.contract'
import { elementsOf, type FlowGraph, type RunNode } from './flow-graph'

/** Position of a run, stored between the contact's messages. */
export interface FlowState {
  nodeId: string
  /** Index of the element within a content block. */
  element: number
  /** `turn`: the run continues at once, in a transaction of its own. */
  waiting: 'answer' | 'interval' | 'turn'
  variables: Readonly<Record<string, string>>
  /** Nodes and elements run since the contact's last answer. */
  steps: number
  /** Wrong answers to the present menu. */
  tries: number
}

export type FlowInput =
  | { type: 'start' }
  | { type: 'answer'; text: string }
  /** An interval is over, or the next turn starts. */
  | { type: 'continue' }

export interface FlowEnvironment {
  valueOf(name: string): string | undefined
  /** From 0 up to 1. */
  random(): number
  /** Messages that may be sent before the contact's next one. */
  messagesLeft: number
}

/** `loop`: nothing waits for the contact, so what was not yet sent is withdrawn. `limit`: too many messages in a row. */
type FlowEnd = 'finished' | 'left' | 'loop' | 'limit' | 'agent'

export type FlowEffect =
  /** `delayMs`: pause after what was sent before. */
  | { type: 'text'; text: string; delayMs: number }
  | { type: 'media'; kind: 'img' | 'audio' | 'video'; file: string; record: boolean; delayMs: number }
  | { type: 'queue'; queueId: number }
  | { type: 'tag'; tagId: number }
  /** The AI agent takes over with the run's variables. */
  | { type: 'agent'; agentId: number; variables: Readonly<Record<string, string>> }
  /** The run continues after this time. */
  | { type: 'interval'; seconds: number }
  /** The contact chose no option; the ticket waits for a person, and a choice is still accepted. */
  | { type: 'unanswered' }
  /** The node was skipped. */
  | { type: 'problem'; code: 'flowIncompleteNode' | 'flowLoop' | 'automaticLimit' | 'flowNoStart'; nodeId: string }
  | { type: 'end'; reason: FlowEnd }

interface FlowStep {
  /** Undefined when the run ended. */
  state: FlowState | undefined
  effects: FlowEffect[]
}

/** A run ends after this many steps without an answer from the contact. */
const stepsMax = 200
/** Steps in one transaction. */
const stepsPerTurn = 50
const menuTriesMax = 3
/** Pause between two messages, in milliseconds. */
const bubblePauseMs = 1_000
/** Characters of all variables of a run. */
const variablesMax = 32_000
const answerMax = 4_096
export const isLeaveWord = (text: string) => foldText(text).trim() === 'sair'

export function startState(graph: FlowGraph): FlowState | undefined {
  const { startId } = graph
  return startId === undefined
    ? undefined
    : { nodeId: startId, element: 0, waiting: 'turn', variables: {}, steps: 0, tries: 0 }
}

/**
 * Runs a flow from one waiting point to the next. Pure: the same state, input and environment give the same result.
 * An answer while the run does not wait for one changes nothing.
 */
export function stepFlow(
  graph: FlowGraph,
  before: FlowState | undefined,
  input: FlowInput,
  environment: FlowEnvironment,
): FlowStep {
  if (!before)
    return { state: undefined, effects: [{ type: 'problem', code: 'flowNoStart', nodeId: '' }, ended('finished')] }
  if (input.type === 'answer' && before.waiting !== 'answer') return { state: before, effects: [] }
  if (input.type === 'continue' && before.waiting === 'answer') return { state: before, effects: [] }
  // Messages of the turn before are still on their way.
  const hasSent = input.type === 'continue' && before.waiting === 'turn'
  const run: Run = {
    graph,
    environment,
    effects: [],
    hasSent,
    before,
    state: { ...before, waiting: 'turn' },
    sent: 0,
    visited: new Set(),
    hasRepeated: false,
  }
  if (input.type !== 'answer') return walk(run)
  run.state.steps = 0
  return readAnswer(run, input.text)
}

interface Run {
  graph: FlowGraph
  environment: FlowEnvironment
  effects: FlowEffect[]
  /** Whether a message was sent, so that the next one is delayed. */
  hasSent: boolean
  before: FlowState
  state: FlowState
  /** Messages of this step, also those that were left out. */
  sent: number
  /** Nodes run in this step. */
  visited: Set<string>
  /** Whether a node was run again. */
  hasRepeated: boolean
}

const ended = (reason: FlowEnd): FlowEffect => ({ type: 'end', reason })

function end({ effects }: Run, reason: FlowEnd): FlowStep {
  return { state: undefined, effects: [...effects, ended(reason)] }
}

function wait({ state, effects }: Run, waiting: FlowState['waiting']): FlowStep {
  return { state: { ...state, waiting }, effects }
}

/** Runs nodes until one waits or the run ends. */
function walk(run: Run): FlowStep {
  const { graph, state } = run
  for (let steps = 0; ; steps++) {
    const { nodeId } = state
    if (state.steps >= stepsMax) return interrupt(run, nodeId, 'loop')
    if (steps >= stepsPerTurn) return wait(run, 'turn')
    state.steps++
    if (state.element === 0) {
      run.hasRepeated ||= run.visited.has(nodeId)
      run.visited.add(nodeId)
    }
    const node = graph.node(nodeId)
    if (!node) run.effects.push({ type: 'problem', code: 'flowIncompleteNode', nodeId })
    const next = node ? runNode(run, node) : follow(run)
    if (run.sent > run.environment.messagesLeft) return interrupt(run, nodeId, run.hasRepeated ? 'loop' : 'limit')
    if (next) return next
  }
}

function interrupt(run: Run, nodeId: string, reason: 'loop' | 'limit'): FlowStep {
  run.effects.push({ type: 'problem', code: reason === 'loop' ? 'flowLoop' : 'automaticLimit', nodeId })
  return end(run, reason)
}

function follow(run: Run, handle?: string): FlowStep | undefined {
  const target = run.graph.target(run.state.nodeId, handle)
  if (target === undefined) return end(run, 'finished')
  run.state.nodeId = target
  run.state.element = 0
  run.state.tries = 0
  return undefined
}

/** Returns undefined when the run continues at its new position. */
function runNode(run: Run, { type, data }: RunNode): FlowStep | undefined {
  switch (type) {
    case 'start':
      return follow(run)
    case 'message':
      say(run, data.label)
      return follow(run)
    case 'img':
    case 'audio':
    case 'video':
      sendFile(run, type, data.url, 'record' in data && data.record === true)
      return follow(run)
    case 'interval':
      return follow(run) ?? pause(run, data.sec)
    case 'condition':
      return follow(run, isTrue(run, data) ? 'a' : 'b')
    case 'randomizer':
      return follow(run, run.environment.random() * 100 < data.percent ? 'a' : 'b')
    case 'menu':
      return askMenu(run, data)
    case 'singleBlock':
      return runBlock(run, data)
    case 'ticket':
      run.effects.push({ type: 'queue', queueId: data.id })
      return follow(run)
    case 'tag':
      run.effects.push({ type: 'tag', tagId: data.id })
      return follow(run)
    case 'agent':
      run.effects.push({ type: 'agent', agentId: data.id, variables: run.state.variables })
      return end(run, 'agent')
  }
}

function runBlock(run: Run, data: NodeData['singleBlock']): FlowStep | undefined {
  const element = elementsOf(data)[run.state.element]
  if (!element) return follow(run)
  const type = elementTypeOf(element)
  if (type === 'input') return wait(run, 'answer')
  run.state.element++
  if (type === 'interval') return pause(run, Number(element.value))
  if (type === 'message') say(run, String(element.value))
  else if (type) sendFile(run, type, String(element.value), element.record)
  return undefined
}

function say(run: Run, text: string) {
  const filled = fill(run, text)
  if (filled.trim() !== '') send(run, { type: 'text', text: filled, delayMs: nextDelay(run) })
}

function sendFile(run: Run, kind: 'img' | 'audio' | 'video', file: string, record: boolean) {
  send(run, { type: 'media', kind, file, record, delayMs: nextDelay(run) })
}

function send(run: Run, message: FlowEffect) {
  run.sent++
  if (run.sent <= run.environment.messagesLeft) run.effects.push(message)
}

function nextDelay(run: Run) {
  const delayMs = run.hasSent ? bubblePauseMs : 0
  run.hasSent = true
  return delayMs
}

function pause(run: Run, seconds: number): FlowStep {
  run.effects.push({ type: 'interval', seconds })
  return wait(run, 'interval')
}

/** Replaces variables once; inserted answers are not expanded again. */
function fill({ state, environment }: Run, text: string) {
  return replaceBraced(text, (name) => valueOf(state, environment, name))
}

function valueOf({ variables }: FlowState, environment: FlowEnvironment, name: string) {
  return Object.hasOwn(variables, name) ? variables[name] : environment.valueOf(name)
}

function isTrue(run: Run, { key, condition, value }: NodeData['condition']) {
  const left = (valueOf(run.state, run.environment, key.replace(/[{}]/g, '').trim()) ?? '').trim()
  const right = fill(run, value).trim()
  if (condition === 1) return foldText(left) === foldText(right)
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a === undefined || b === undefined) return false
  if (condition === 2) return a >= b
  if (condition === 3) return a <= b
  return condition === 4 ? a < b : a > b
}

function numberOf(text: string): number | undefined {
  const plain = /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text) ? text.replaceAll('.', '') : text
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

function askMenu(run: Run, data: NodeData['menu']): FlowStep {
  showMenu(run, data)
  if (data.arrayOption.length === 0) return end(run, 'finished')
  return wait(run, 'answer')
}

function showMenu(run: Run, { message, arrayOption }: NodeData['menu']) {
  const options = arrayOption.map(({ number, value }) => `[${number}] ${value}`)
  say(run, [message, ...(options.length > 0 ? ['', ...options] : [])].join('\n'))
}

function readAnswer(run: Run, text: string): FlowStep {
  const node = run.graph.node(run.state.nodeId)
  if (node?.type === 'menu') return readChoice(run, node.data, text)
  if (node?.type !== 'singleBlock') return follow(run) ?? walk(run)
  const element = elementsOf(node.data)[run.state.element]
  if (element && elementTypeOf(element) === 'input') store(run, element, text)
  run.state.element++
  return walk(run)
}

function store({ state }: Run, { value }: BlockElement, text: string) {
  const name = String(value)
  const others = Object.entries(state.variables).filter(([key]) => key !== name)
  const used = others.reduce((sum, [key, other]) => sum + key.length + other.length, 0)
  const room = Math.max(0, Math.min(answerMax, variablesMax - used - name.length))
  state.variables = Object.fromEntries([...others, [name, text.trim().slice(0, room)]])
}

/** An option is chosen by its number or its label. */
function readChoice(run: Run, data: NodeData['menu'], text: string): FlowStep {
  const number = numberAlone(text)
  const folded = foldText(text).trim()
  const chosen =
    data.arrayOption.find((option) => option.number === number) ??
    data.arrayOption.find(({ value }) => foldText(fill(run, value)).trim() === folded)
  if (chosen) return follow(run, optionHandle(chosen.number)) ?? walk(run)
  if (isLeaveWord(text)) return end(run, 'left')
  return repeatMenu(run, data)
}

function repeatMenu(run: Run, data: NodeData['menu']): FlowStep {
  if (run.state.tries >= menuTriesMax) return { state: run.before, effects: [] }
  run.state.tries++
  showMenu(run, data)
  if (run.state.tries === menuTriesMax) run.effects.push({ type: 'unanswered' })
  return wait(run, 'answer')
}
