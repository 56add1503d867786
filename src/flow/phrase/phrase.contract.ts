import * as v from 'valibot'
import { Flag, flagOr, Id, IdOrNone, readsAs } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'

const phraseTextMax = 4_096

const PhraseText = v.pipe(
  v.string('required'),
  v.check((text) => text.trim() !== '', 'required'),
  v.maxLength(phraseTextMax, 'tooLong'),
)

const FlowId = readsAs<number>()(
  v.pipe(
    v.unknown(),
    v.transform((given) => (given === '' || given === null ? 0 : given)),
    Id,
  ),
)

export const FlowCampaignBody = v.object({
  name: nameText(1, 100),
  flowId: FlowId,
  whatsappId: v.optional(IdOrNone, null),
  phrase: PhraseText,
  status: flagOr(true),
})
export type FlowCampaignBody = v.InferOutput<typeof FlowCampaignBody>

export const FlowCampaignForm = v.required(FlowCampaignBody)

export const UpdateFlowCampaignBody = v.object({
  id: Id,
  name: v.optional(FlowCampaignBody.entries.name),
  flowId: v.optional(Id),
  whatsappId: v.optional(IdOrNone),
  phrase: v.optional(PhraseText),
  status: v.optional(Flag),
})
export type UpdateFlowCampaignBody = v.InferOutput<typeof UpdateFlowCampaignBody>

export const TestPhraseBody = v.object({
  text: v.pipe(v.string('required'), v.maxLength(65_536, 'tooLong')),
  whatsappId: v.optional(IdOrNone, null),
})
