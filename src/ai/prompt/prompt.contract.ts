import * as v from 'valibot'
import { AnyNumber, flagOr, IdOrNone, readsAs, textOrNone, wholeNumber, choiceOr } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'

/** Azure's, of Brazilian Portuguese; `texto` is in writing. */
export const promptVoices = [
  'texto',
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
] as const

const promptMax = 20_000
export const promptBytesMax = 256 * 1024
export const promptLimits = { maxTokens: 32_000, temperature: 2, maxMessages: 50 }
export const promptDefaults = { maxTokens: 100, temperature: 1, maxMessages: 10 }
const questionMax = 4_000

/** Empty keeps the stored one. */
const Key = v.optional(readsAs<string>()(v.pipe(textOrNone(500), v.trim(), v.regex(/^[\x21-\x7e]*$/, 'invalid'))), '')

const Instructions = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(promptMax, 'tooLong'),
)

const QueueId = v.optional(
  readsAs<number | null>()(
    v.pipe(
      IdOrNone,
      v.check((id) => id !== null, 'queueMissing'),
      v.transform((id) => id ?? 0),
    ),
  ),
  null,
)

export const PromptBody = v.object({
  name: nameText(1, 100),
  prompt: Instructions,
  voice: choiceOr(promptVoices, 'texto'),
  voiceKey: Key,
  voiceRegion: v.optional(
    readsAs<string>()(v.pipe(textOrNone(30), v.trim(), v.toLowerCase(), v.regex(/^([a-z0-9]{3,30})?$/, 'region'))),
    '',
  ),
  maxTokens: v.optional(wholeNumber(1, promptLimits.maxTokens), promptDefaults.maxTokens),
  temperature: v.optional(
    readsAs<number>()(v.pipe(AnyNumber, v.minValue(0, 'tooSmall'), v.maxValue(promptLimits.temperature, 'tooLarge'))),
    promptDefaults.temperature,
  ),
  apiKey: Key,
  model: v.optional(readsAs<string>()(v.pipe(textOrNone(200), v.trim())), ''),
  queueId: QueueId,
  maxMessages: v.optional(wholeNumber(1, promptLimits.maxMessages), promptDefaults.maxMessages),
  assistsTeam: flagOr(false),
})
export type PromptBody = v.InferOutput<typeof PromptBody>

/** PUT /prompt/{id}. Omitted fields stay. */
export type UpdatePromptBody = Partial<PromptBody>

/** POST /prompt/test: a question answered by the unsaved instructions. Without a key, that of prompt `id` is used. */
export const TestPromptBody = v.object({
  question: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(questionMax, 'tooLong')),
  id: v.optional(IdOrNone, null),
  prompt: Instructions,
  apiKey: Key,
  model: PromptBody.entries.model,
  maxTokens: PromptBody.entries.maxTokens,
  temperature: PromptBody.entries.temperature,
})
export type TestPromptBody = v.InferOutput<typeof TestPromptBody>

/** A day; none without a number. */
export const TokenLimitBody = v.object({
  limit: v.nullable(wholeNumber(1, 1_000_000_000)),
})
export type TokenLimitBody = v.InferOutput<typeof TokenLimitBody>
