import { isAdmin } from '../../kernel/company/actor'
import { type Connection, listConnections, optionsOf, canManageConnections } from '../../connection/connection.queries'
import { listConnectionQueues } from '../../connection/save/connection-queues.view'
import type { FlowTriggerView } from '../../flow/flow.calls'
import { listPhrases } from '../../flow/phrase/phrase.record'
import { linesOf } from '../../flow/phrase/phrase-index'
import { findFlow } from '../../flow/run/find-flow'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId } from '../../kernel/ids'
import { listIntegrationOptions } from '../../queue/chatbot/chatbot.queries'
import { listQueues } from '../../queue/queue.queries'
import { integrationRecords } from '../integration.record'

interface Found extends FlowTriggerView {
  flowId: number
}

/** By flow, without records that the user may not see. */
export function listFlowTriggers(ctx: CompanyContext): ReadonlyMap<number, readonly FlowTriggerView[]> {
  if (!ctx.plan.useIntegrations) return new Map()
  const found = [
    ...phraseTriggers(ctx),
    ...(canManageConnections(ctx.actor) ? connectionTriggers(ctx) : []),
    ...(isAdmin(ctx.actor) ? integrationTriggers(ctx) : []),
  ]
  const byFlow = Map.groupBy(found, ({ flowId }) => flowId)
  return new Map([...byFlow].map(([id, triggers]) => [id, triggers.map(({ flowId: _, ...trigger }) => trigger)]))
}

function phraseTriggers(ctx: CompanyContext): Found[] {
  const connections = new Map(listConnections(ctx).map(({ id, name }) => [id, name]))
  return listPhrases(ctx).map(({ id, flowId, phrase, status, connectionId }) => {
    const of = connectionId === null ? null : (connections.get(connectionId) ?? null)
    return { flowId, kind: 'phrase', id, name: linesOf(phrase)[0] ?? '', of, active: status }
  })
}

function connectionTriggers(ctx: CompanyContext): Found[] {
  return listConnections(ctx).flatMap((connection): Found[] => {
    const { id, name } = connection
    const { flowIdWelcome, flowIdNotPhrase, flowIdsScheduled } = optionsOf(connection)
    const trigger = (kind: Found['kind'], flowId: number, active = true) => ({
      flowId,
      kind,
      id,
      name,
      of: null,
      active,
    })
    return [
      ...(flowIdWelcome === null ? [] : [trigger('welcome', flowIdWelcome)]),
      ...(flowIdNotPhrase === null ? [] : [trigger('notPhrase', flowIdNotPhrase)]),
      // A flow without hours is never due.
      ...flowIdsScheduled.map((flowId) =>
        trigger('scheduled', flowId, Boolean(findFlow(ctx, flowId)?.scheduledTimeRun)),
      ),
    ]
  })
}

function integrationTriggers(ctx: CompanyContext): Found[] {
  const flowsOf = createFlowsOf(ctx)
  const connections = listConnections(ctx)
  const queues = listQueues(ctx)
  const ofConnections = connections.flatMap((connection) =>
    flowsOf(optionsOf(connection).integrationId, [connection]).map((flowId): Found => {
      return { flowId, kind: 'connection', id: connection.id, name: connection.name, of: null, active: true }
    }),
  )
  const offering = connectionsByQueue(ctx, connections)
  const ofQueues = queues.flatMap(({ id, name, integrationId, closeTicket }) =>
    flowsOf(integrationId, offering.get(id) ?? []).map((flowId): Found => {
      // A queue with `closeTicket` closes the ticket before its flow could start.
      return { flowId, kind: 'queue', id, name, of: null, active: !closeTicket }
    }),
  )
  const names = new Map(queues.map((queue) => [queue.id, queue.name]))
  const ofOptions = listIntegrationOptions(ctx).flatMap(({ queueId, name, integrationId }) =>
    flowsOf(integrationId, offering.get(queueId) ?? []).map((flowId): Found => {
      return { flowId, kind: 'option', id: queueId, name, of: names.get(queueId) ?? null, active: true }
    }),
  )
  return [...ofConnections, ...ofQueues, ...ofOptions]
}

/** The integration's own flow, or the default ones of its connections. */
function createFlowsOf(ctx: CompanyContext) {
  const integrations = integrationRecords.list(ctx).filter(({ type }) => type === 'flowbuilder')
  const own = new Map(integrations.map(({ id, flowId }) => [id, flowId]))
  return (integrationId: number | null, connections: readonly Connection[]): number[] => {
    const flowId = integrationId === null ? undefined : own.get(integrationId)
    if (flowId === undefined) return []
    return flowId === null ? [...new Set(connections.flatMap((one) => defaultFlowId(one) ?? []))] : [flowId]
  }
}

/** The flow of an integration that names none. */
export function defaultFlowId(connection: Connection): number | null {
  const { flowIdNotPhrase, flowIdWelcome } = optionsOf(connection)
  return flowIdNotPhrase ?? flowIdWelcome
}

function connectionsByQueue(ctx: CompanyContext, connections: readonly Connection[]) {
  const byQueue = new Map<QueueId, Connection[]>()
  const queues = listConnectionQueues(ctx)
  for (const connection of connections) {
    for (const { id } of queues.get(connection.id) ?? []) byQueue.set(id, [...(byQueue.get(id) ?? []), connection])
  }
  return byQueue
}
