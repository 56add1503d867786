import { type CompanyContext, asSystem } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import { recordBotError } from '../../bot/bot-errors'
import { recordBotStart } from '../../bot/bot-start'
import { findContactRow, listExtraInfo } from '../../contact/contact.queries'
import { withdrawDelayedMessages } from '../../message/change/remove-message'
import { releaseTicketFromBot, startBot } from '../../ticket/bot-state'
import type { BotState } from '../../ticket/bot-state.contract'
import { findTicketRow, getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { applyEffects } from './apply-effects'
import type { FlowRow } from './find-flow'
import { findRunOfTicket, type FlowRunRow, insertRun, removeRunOfTicket, saveRun, stateOf } from './flow-run.store'
import type { FlowTrigger } from './flow-run.tables'
import { elementsOf, type FlowGraph, readFlowGraph } from './flow-graph'
import type { Answer } from './read-answer'
import type { FlowInput, FlowState, FlowEnvironment } from './flow-step'
import { isLeaveWord, startState, stepFlow } from './step-flow'
import { and, eq } from 'drizzle-orm'
import { perCompany } from '../../kernel/company/company-files'
import { flowVersionTable } from '../flow.tables'
import { findMessageRow } from '../../message/message.queries'
import { variablesOf } from '../../message/compose/ticket-variables'
import { countAutomaticLeft } from '../../message/send/automatic-limit'
import { variableAliases, variableKey } from '../flow-variables.contract'

const rememberedMax = 100

/** Versions never change. */
const graphs = perCompany(() => new Map<string, FlowGraph>())

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    flow: { name: string; run: number }
  }
}

export const flowKind = 'flow'
const jobKey = (ticketId: TicketId) => `flow ${ticketId}`

interface FlowStart {
  trigger: FlowTrigger
  startedBy?: UserId | null
  firstMessageId?: MessageId | undefined
}

/** Replaces the bot. Undefined when it cannot start. */
export function startFlow(
  ctx: CompanyContext,
  ticket: TicketRow,
  flow: FlowRow,
  { trigger, startedBy = null, firstMessageId }: FlowStart,
): number | undefined {
  return ctx.transaction(() => {
    const graph = loadFlow(ctx, flow.id, flow.version)
    const state = graph && startState(graph)
    if (!state) {
      const failed = { kind: 'flow' as const, ownerId: flow.id, ticketId: ticket.id }
      recordBotError(ctx, { ...failed, code: 'flowNoStart', message: '' })
      return undefined
    }
    cancelJob(ctx, jobKey(ticket.id))
    // A queue's flow follows what was said before; others take its place.
    if (trigger !== 'integration') withdrawDelayedMessages(ctx, ticket.id)
    const run = insertRun(
      ctx,
      {
        ticketId: ticket.id,
        flowId: flow.id,
        version: flow.version,
        trigger,
        startedBy,
        firstMessageId: firstMessageId ?? null,
      },
      state,
    )
    startBot(ctx, ticket.id, botStateOf(run.id, flow.name))
    const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
    recordBotStart(ctx, ticket)
    recordEvent(ctx, 'ticket.botChanged', subjects, { kind: flowKind })
    const fields = firstMessageId && findMessageRow(ctx, firstMessageId)?.data?.answers
    proceed(ctx, run, state, { type: 'start', ...(fields && { fields }) })
    return run.id
  })
}

const botStateOf = (run: number, name: string): BotState<'flow'> => ({ kind: flowKind, name, run })

export function findOwnRun(ctx: CompanyContext, { id, automation }: TicketRow): FlowRunRow | undefined {
  if (automation?.kind !== flowKind) return undefined
  const run = findRunOfTicket(ctx, id)
  return run?.id === automation.run ? run : undefined
}

export function answerFlow(ctx: CompanyContext, run: FlowRunRow, answer: Answer) {
  proceed(ctx, { ...run, firstMessageId: null }, stateOf(run), { type: 'answer', ...answer })
}

/** A question that takes anything takes it. */
export function leavesFlow(
  ctx: CompanyContext,
  { flowId, version, nodeId, element }: FlowRunRow,
  text: string,
): boolean {
  const node = isLeaveWord(text) ? loadFlow(ctx, flowId, version)?.node(nodeId) : undefined
  if (node?.type !== 'singleBlock') return node?.type === 'menu'
  const { kind = 'text' } = elementsOf(node.data)[element]?.question ?? {}
  return kind !== 'text'
}

/** Returns when to continue again. Nothing when replaced or ended meanwhile. */
export function continueFlow(ctx: CompanyContext, ticketId: TicketId, runId: number): Date | undefined {
  return ctx.transaction((): Date | undefined => {
    const ticket = findTicketRow(ctx, ticketId)
    const run = ticket && findOwnRun(ctx, ticket)
    if (!run || run.id !== runId || run.waiting === 'answer') return undefined
    if (run.resumeAt && run.resumeAt > ctx.now) return run.resumeAt
    if (mayContinue(ctx, ticket, run)) return advance(ctx, run, stateOf(run), { type: 'continue' })
    endFlow(ctx, ticket)
    return undefined
  })
}

export function mayContinue(ctx: CompanyContext, { contactId }: TicketRow, { trigger }: FlowRunRow): boolean {
  if (!ctx.plan.useIntegrations) return false
  return trigger === 'manual' || findContactRow(ctx, contactId)?.disableBot === false
}

/** The ticket then waits for an agent. */
export function endFlow(ctx: CompanyContext, { id, contactId }: Pick<TicketRow, 'id' | 'contactId'>) {
  removeRun(ctx, id)
  releaseTicketFromBot(ctx, id)
  recordEvent(ctx, 'ticket.botChanged', { ticketId: id, contactId }, { kind: null })
}

/** Forgets a run that lost its ticket to a person, another bot or the end of the conversation. */
export function forgetLostRun(ctx: CompanyContext, ticketId: TicketId) {
  const run = findRunOfTicket(ctx, ticketId)
  if (!run) return
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || findOwnRun(ctx, ticket) === undefined) removeRun(ctx, ticketId)
}

export function removeRun(ctx: CompanyContext, ticketId: TicketId) {
  cancelJob(ctx, jobKey(ticketId))
  removeRunOfTicket(ctx, ticketId)
}

function proceed(ctx: CompanyContext, run: FlowRunRow, state: FlowState, input: FlowInput) {
  const runAt = advance(ctx, run, state, input)
  if (!runAt) return
  const payload = { ticketId: run.ticketId, runId: run.id }
  enqueueJob(ctx, 'flow.continue', payload, { runAt, dedupeKey: jobKey(run.ticketId) })
}

/** Runs the flow to the next point at which it waits. Returns when to continue without an answer of the contact. */
function advance(ctx: CompanyContext, run: FlowRunRow, state: FlowState, input: FlowInput): Date | undefined {
  const graph = loadFlow(ctx, run.flowId, run.version)
  const ticket = getTicketRow(ctx, run.ticketId)
  if (!graph) {
    endFlow(ctx, ticket)
    return undefined
  }
  const step = stepFlow(graph, state, input, flowEnvironment(ctx, ticket))
  if (step.state === state) return undefined
  const name = ticket.automation?.name ?? ''
  const applied = applyEffects(asSystem(ctx), { run, flowName: name }, step.effects)
  if (!step.state || applied.outcome === 'handedOver') {
    endOwnRun(ctx, run)
    return undefined
  }
  const resumeAt = applied.resumeAt ?? (step.state.waiting === 'turn' ? ctx.now : null)
  saveRun(ctx, run, step.state, resumeAt)
  const mayWait = !ticket.isBot || step.effects.some(({ type }) => type === 'queue')
  if (mayWait && applied.outcome !== 'unanswered') keepTicket(ctx, run, name)
  return resumeAt ?? undefined
}

function endOwnRun(ctx: CompanyContext, { id, ticketId }: FlowRunRow) {
  const ticket = getTicketRow(ctx, ticketId)
  const { automation } = ticket
  const isTaken = automation !== null && !(automation.kind === flowKind && automation.run === id)
  if (isTaken || ticket.status === 'closed') forgetLostRun(ctx, ticketId)
  else endFlow(ctx, ticket)
}

/** A move to a queue unassigns; an unanswered menu waits. */
function keepTicket(ctx: CompanyContext, run: FlowRunRow, name: string) {
  const { isBot, contactId } = getTicketRow(ctx, run.ticketId)
  if (isBot) return
  startBot(ctx, run.ticketId, botStateOf(run.id, name))
  recordEvent(ctx, 'ticket.botChanged', { ticketId: run.ticketId, contactId }, { kind: flowKind })
}

/** Undefined when deleted. */
function loadFlow(ctx: CompanyContext, flowId: number, version: number): FlowGraph | undefined {
  const known = graphs(ctx.company)
  const key = `${flowId} ${version}`
  const found = known.get(key) ?? readFlow(ctx, flowId, version)
  if (!found) return undefined
  // The most recently used last.
  known.delete(key)
  known.set(key, found)
  const [oldest] = known.keys()
  if (known.size > rememberedMax && oldest !== undefined) known.delete(oldest)
  return found
}

function readFlow({ db }: CompanyContext, flowId: number, version: number): FlowGraph | undefined {
  const { nodes, connections } = flowVersionTable
  const row = db
    .select({ nodes, connections })
    .from(flowVersionTable)
    .where(and(eq(flowVersionTable.flowId, flowId), eq(flowVersionTable.version, version)))
    .get()
  return row && readFlowGraph(row)
}

function flowEnvironment(ctx: CompanyContext, ticket: TicketRow): FlowEnvironment {
  let known: Map<string, string> | undefined
  return {
    random: Math.random,
    messagesLeft: countAutomaticLeft(ctx, ticket),
    valueOf(name) {
      known ??= readFacts(ctx, ticket)
      return known.get(variableKey(name))
    },
  }
}

/** By key. Names of extra information cannot replace those of the product. */
function readFacts(ctx: CompanyContext, { id, contactId }: TicketRow): Map<string, string> {
  const contact = findContactRow(ctx, contactId)
  const ofTicket = variablesOf(ctx, id)
  const facts: [string, string][] = [
    ...listExtraInfo(ctx, contactId).map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(ofTicket),
    ...Object.entries(variableAliases).map(([name, meant]): [string, string] => [name, ofTicket[meant] ?? '']),
    ['numero', contact?.number ?? ''],
    ['email', contact?.email ?? ''],
  ]
  return new Map(facts.map(([name, value]) => [variableKey(name), value]))
}
