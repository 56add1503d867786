import { numberAlone } from '../../bot/chosen-number'
import { foldText } from '../../kernel/text/fold-text.contract'
import { replaceBraced } from '../../message/compose/message-variables.contract'
import { type BlockElement, elementTypeOf, type NodeData, optionHandle } from '../flow.contract'
import { compare } from './value-in-text'
import { type Answer, findLabel, readAnswer } from './read-answer'
import { elementsOf, type FlowGraph, type RunNode } from './flow-graph'
import type { FlowEffect, FlowEnd, FlowEnvironment, FlowInput, FlowState, FlowStep } from './flow-step'
import { variableKey } from '../flow-variables.contract'

type Variables = Readonly<Record<string, string>>

const variablesMax = 32_000

const answerMax = 4_096

/** A run ends after this many steps without an answer from the contact. */
const stepsMax = 200
const stepsPerTurn = 50
/** Times that a menu, or a question that names no other number, is repeated. */
const triesMax = 3
const bubblePauseMs = 1_000
export const isLeaveWord = (text: string) => foldText(text).trim() === 'sair'

export function startState(graph: FlowGraph): FlowState | undefined {
  const { startId } = graph
  return startId === undefined
    ? undefined
    : { nodeId: startId, element: 0, waiting: 'turn', variables: {}, steps: 0, tries: 0 }
}

/** Pure. An answer while none is awaited changes nothing. */
export function stepFlow(
  graph: FlowGraph,
  before: FlowState | undefined,
  input: FlowInput,
  environment: FlowEnvironment,
): FlowStep {
  if (!before)
    return { state: undefined, effects: [{ type: 'problem', code: 'flowNoStart', nodeId: '' }, ended('finished')] }
  if (input.type === 'answer' && before.waiting !== 'answer') return { state: before, effects: [] }
  // The turn's before are still on their way.
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
  if (input.type === 'continue') return walk(run)
  for (const [field, value] of Object.entries(input.fields ?? {})) {
    run.state.variables = withAnswer(run.state.variables, field, value)
  }
  if (input.type === 'start') return walk(run)
  run.state.steps = 0
  return takeAnswer(run, input)
}

interface Run {
  graph: FlowGraph
  environment: FlowEnvironment
  effects: FlowEffect[]
  hasSent: boolean
  before: FlowState
  state: FlowState
  sent: number
  visited: Set<string>
  hasRepeated: boolean
}

const ended = (reason: FlowEnd): FlowEffect => ({ type: 'end', reason })

function end({ effects }: Run, reason: FlowEnd): FlowStep {
  return { state: undefined, effects: [...effects, ended(reason)] }
}

function wait({ state, effects }: Run, waiting: FlowState['waiting']): FlowStep {
  return { state: { ...state, waiting }, effects }
}

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
    case 'priority':
      run.effects.push({ type: 'priority', priority: data.priority })
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
  if (type === 'input') {
    ask(run, element, element.question.question)
    return wait(run, 'answer')
  }
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

function send(run: Run, message: Extract<FlowEffect, { type: 'text' | 'media' }>) {
  run.sent++
  if (run.sent > run.environment.messagesLeft) return
  run.effects.push({ ...message, node: run.graph.node(run.state.nodeId)?.type })
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

/** Inserted answers are not expanded again. */
function fill({ state, environment }: Run, text: string) {
  return replaceBraced(text, (name) => valueOf(state.variables, environment, name), { spaced: true })
}

function isTrue(run: Run, { key, condition, value }: NodeData['condition']) {
  const left = valueOf(run.state.variables, run.environment, key.replace(/[{}]/g, '').trim()) ?? ''
  return compare(left.trim(), condition, fill(run, value).trim())
}

function askMenu(run: Run, data: NodeData['menu']): FlowStep {
  showOptions(run, data.message, data.arrayOption)
  if (data.arrayOption.length === 0) return end(run, 'finished')
  return wait(run, 'answer')
}

function showOptions(run: Run, text: string, options: readonly { number: number; value: string }[]) {
  const shown = options.map(({ number, value }) => `[${number}] ${value}`)
  say(run, [text, ...(shown.length > 0 ? ['', ...shown] : [])].join('\n'))
}

function takeAnswer(run: Run, answer: Answer): FlowStep {
  const node = run.graph.node(run.state.nodeId)
  if (node?.type === 'menu') return readChoice(run, node.data, answer.text)
  if (node?.type !== 'singleBlock') return follow(run) ?? walk(run)
  const element = elementsOf(node.data)[run.state.element]
  if (element && elementTypeOf(element) === 'input') {
    const text = answer.text.trim().slice(0, answerMax)
    const value = readAnswer(element.question, { ...answer, text }, labelsOf(run, element))
    if (value === undefined) return refuse(run, element, text)
    run.state.variables = withAnswer(run.state.variables, String(element.value), value)
  }
  run.state.element++
  run.state.tries = 0
  return walk(run)
}

/** A menu's words of leaving also leave a question. */
function refuse(run: Run, element: BlockElement, text: string): FlowStep {
  if (isLeaveWord(text)) return end(run, 'left')
  const { tries = triesMax, invalid, question } = element.question
  return askAgain(run, tries, () => ask(run, element, invalid || question))
}

function ask(run: Run, element: BlockElement, text = '') {
  const choices = labelsOf(run, element).map((label, index) => ({ number: index + 1, value: label }))
  showOptions(run, text, choices)
}

const labelsOf = (run: Run, { question: { kind, choices = [] } }: BlockElement) =>
  kind === 'choice' ? choices.map((label) => fill(run, label).trim()) : []

function readChoice(run: Run, data: NodeData['menu'], text: string): FlowStep {
  const number = numberAlone(text)
  const labels = data.arrayOption.map(({ value }) => fill(run, value))
  const chosen =
    data.arrayOption.find((option) => option.number === number) ??
    data.arrayOption[findLabel(labels, text, (index) => data.arrayOption[index]?.number ?? 0)]
  if (chosen) return follow(run, optionHandle(chosen.number)) ?? walk(run)
  if (isLeaveWord(text)) return end(run, 'left')
  return askAgain(run, triesMax, () => showOptions(run, data.message, data.arrayOption))
}

function askAgain(run: Run, times: number, repeat: () => void): FlowStep {
  if (run.state.tries >= times) return { state: run.before, effects: [] }
  run.state.tries++
  repeat()
  if (run.state.tries === times) run.effects.push({ type: 'unanswered' })
  return wait(run, 'answer')
}

/** The latest of names that differ in case; else a fact. */
function valueOf(variables: Variables, facts: { valueOf(name: string): string | undefined }, name: string) {
  if (Object.hasOwn(variables, name)) return variables[name]
  const key = variableKey(name)
  const stored = Object.keys(variables).findLast((one) => variableKey(one) === key)
  return stored === undefined ? facts.valueOf(name) : variables[stored]
}

function withAnswer(variables: Variables, name: string, value: string): Variables {
  const others = Object.entries(variables).filter(([key]) => key !== name)
  const used = others.reduce((sum, [key, other]) => sum + key.length + other.length, 0)
  const room = Math.max(0, Math.min(answerMax, variablesMax - used - name.length))
  return Object.fromEntries([...others, [name, value.slice(0, room)]])
}
