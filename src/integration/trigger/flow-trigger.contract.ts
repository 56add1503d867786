import * as v from 'valibot'
import { ScheduledTime } from '../../flow/flow.contract'
import { FlowCampaignBody } from '../../flow/phrase/phrase.contract'
import { Id } from '../../kernel/http/body-values'

const { phrase, whatsappId } = FlowCampaignBody.entries

/** `optionId`: of a queue's chatbot. */
export const AddFlowTriggerBody = v.variant('kind', [
  v.object({ kind: v.literal('phrase'), flowId: Id, phrase, whatsappId }),
  v.object({ kind: v.picklist(['welcome', 'notPhrase']), flowId: Id, whatsappId: Id }),
  v.object({ kind: v.literal('scheduled'), flowId: Id, whatsappId: Id, scheduledTimeRun: ScheduledTime }),
  v.object({ kind: v.literal('queue'), flowId: Id, queueId: Id }),
  v.object({ kind: v.literal('option'), flowId: Id, optionId: Id }),
])
export type AddFlowTriggerBody = v.InferOutput<typeof AddFlowTriggerBody>
