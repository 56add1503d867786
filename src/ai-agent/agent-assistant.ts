import { AiError } from '../ai/ai-error'
import type { Assistant } from '../ai/assistance/assistant'
import { findConnection, optionsOf } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { type Agent, agentRecords, findAgent, modelNameOf } from './agent/agent.record'
import { endpointOf } from './answer/ask-agent'
import { readKnowledge } from './answer/read-knowledge'
import { personaText } from './answer/system-text'
import { aiProviderRecords, findChatModel, findTranscriptionModel } from './provider/ai-provider.record'

/** The connection's, else the first by name, else the first provider with a model. */
export function findAgentAssistant(ctx: CompanyContext, connectionId: number | null): Assistant | undefined {
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const own = connection && findAgent(ctx, optionsOf(connection).agentId ?? 0)
  const agent = own ?? agentRecords.list(ctx)[0]
  return agent ? byAgent(agent) : byProvider(ctx)
}

function byAgent(agent: Agent): Assistant {
  return {
    owner: { kind: 'agent', id: agent.id },
    instructions(ctx, _ticket, question) {
      const { text } = readKnowledge(ctx, agent.id, question)
      return `${personaText(ctx, agent)}\n\n${text}`.trimEnd()
    },
    settings: (ctx) => settingsOf(ctx, agent.aiProviderId, modelNameOf(ctx, agent.aiModelId)),
    transcriptionModel: (ctx) => orMissing(findTranscriptionModel(ctx, agent.aiProviderId)),
  }
}

function byProvider(ctx: CompanyContext): Assistant | undefined {
  const provider = aiProviderRecords.list(ctx).find(({ id }) => findChatModel(ctx, id) !== undefined)
  if (!provider) return undefined
  return {
    owner: { kind: 'provider', id: provider.id },
    instructions: () => '',
    settings: (fresh) => settingsOf(fresh, provider.id, orMissing(findChatModel(fresh, provider.id))),
    transcriptionModel: (fresh) => orMissing(findTranscriptionModel(fresh, provider.id)),
  }
}

function settingsOf(ctx: CompanyContext, aiProviderId: number, model: string) {
  return { endpoint: endpointOf(ctx, { aiProviderId }), model }
}

function orMissing(model: string | undefined): string {
  if (model === undefined) throw new AiError('modelNotFound', 'The provider lists no model for this')
  return model
}
