import { findConnection } from '../../connection/connection.queries'
import { withoutMissing } from '../../kernel/http/body-values'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findFlow } from '../run/find-flow'
import type { FlowCampaignBody, UpdateFlowCampaignBody } from './phrase.contract'
import { findPhraseFlow, findPhrases, linesOf, phraseKey } from './phrase-index'
import { type FlowCampaign, flowCampaignRecords } from './phrase.record'
import type { PhraseTest } from '../flow.calls'

type Values = Pick<FlowCampaign, 'flowId' | 'connectionId' | 'phrase'>

/** @throws Refusal ERR_INVALID_INPUT, also for a phrase that is taken */
export function createFlowCampaign(ctx: CompanyContext, { whatsappId, ...body }: FlowCampaignBody) {
  return ctx.transaction(() => {
    const values = { ...body, phrase: cleanPhrase(body.phrase), connectionId: whatsappId }
    check(ctx, values)
    return flowCampaignRecords.present(ctx, flowCampaignRecords.create(ctx, values))
  })
}

/** @throws Refusal as `createFlowCampaign` and ERR_NO_FLOW_CAMPAIGN_FOUND */
export function updateFlowCampaign(ctx: CompanyContext, { id, whatsappId, ...body }: UpdateFlowCampaignBody) {
  return ctx.transaction(() => {
    const before = flowCampaignRecords.get(ctx, id)
    const changes = {
      ...body,
      ...(body.phrase !== undefined && { phrase: cleanPhrase(body.phrase) }),
      ...(whatsappId !== undefined && { connectionId: whatsappId }),
    }
    check(ctx, { ...before, ...withoutMissing(changes) }, id)
    return flowCampaignRecords.present(ctx, flowCampaignRecords.update(ctx, id, changes))
  })
}

/** Null: on connections without phrases of their own. */
export function testPhrase(ctx: CompanyContext, text: string, connectionId: number | null): PhraseTest {
  const [first] = findPhrases(ctx, text, connectionId)
  const flow = findPhraseFlow(ctx, text, connectionId)
  const started = flow && findPhrases(ctx, text, connectionId).find(({ flowId }) => flowId === flow.id)
  const campaign = flowCampaignRecords.find(ctx, (started ?? first)?.campaignId ?? 0)
  return {
    campaign: campaign ? flowCampaignRecords.present(ctx, campaign) : null,
    flow: flow ? { id: flow.id, name: flow.name } : null,
  }
}

const cleanPhrase = (phrase: string) => linesOf(phrase).join('\n')

function check(ctx: CompanyContext, { flowId, connectionId, phrase }: Values, ownId = 0) {
  const isUnknown = connectionId !== null && !findConnection(ctx, connectionId)
  const fields = {
    ...(findFlow(ctx, flowId) ? {} : { flowId: 'unknown' }),
    ...(isUnknown ? { whatsappId: 'unknown' } : {}),
    ...(isTaken(ctx, phrase, connectionId, ownId) ? { phrase: 'phraseTaken' } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

function isTaken(ctx: CompanyContext, phrase: string, connectionId: number | null, ownId: number) {
  const keys = new Set(linesOf(phrase).map(phraseKey))
  return flowCampaignRecords
    .list(ctx)
    .filter((other) => other.id !== ownId && other.connectionId === connectionId)
    .some((other) => linesOf(other.phrase).some((line) => keys.has(phraseKey(line))))
}
