import * as v from 'valibot'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { PromptBody, promptDefaults } from '../../src/ai/prompt/prompt.contract'

const { entries } = PromptBody

const Fields = v.object({
  name: entries.name,
  queueId: entries.queueId.wrapped,
  prompt: entries.prompt,
  apiKey: entries.apiKey.wrapped,
  assistsTeam: v.boolean(),
  model: entries.model.wrapped,
  maxTokens: entries.maxTokens.wrapped,
  temperature: entries.temperature.wrapped,
  maxMessages: entries.maxMessages.wrapped,
  voice: entries.voice.wrapped,
  voiceKey: entries.voiceKey.wrapped,
  voiceRegion: entries.voiceRegion.wrapped,
})

export type PromptValues = v.InferInput<typeof Fields>

export const instructionFields = ['name', 'queueId', 'prompt', 'apiKey', 'assistsTeam'] as const
export const answerFields = [
  ...(['model', 'maxTokens', 'temperature', 'maxMessages', 'voice', 'voiceKey', 'voiceRegion'] as const),
]

/** A new prompt needs a key, one that reads aloud needs the key and region of its voice. */
export function schemaFor(prompt: PromptView | undefined) {
  const speaks = ({ voice }: { voice: string }) => voice !== 'texto'
  return v.pipe(
    Fields,
    v.forward(
      v.check(({ apiKey }) => apiKey !== '' || prompt?.hasApiKey === true, 'required'),
      ['apiKey'],
    ),
    v.forward(
      v.check((all) => !speaks(all) || all.voiceKey !== '' || prompt?.hasVoiceKey === true, 'required'),
      ['voiceKey'],
    ),
    v.forward(
      v.check((all) => !speaks(all) || all.voiceRegion !== '', 'required'),
      ['voiceRegion'],
    ),
  )
}

export function valuesOfPrompt(prompt: PromptView | undefined): PromptValues {
  return {
    name: prompt?.name ?? '',
    queueId: prompt?.queueId ?? null,
    prompt: prompt?.prompt ?? '',
    apiKey: '',
    assistsTeam: prompt?.assistsTeam ?? false,
    model: prompt?.model ?? '',
    maxTokens: prompt?.maxTokens ?? promptDefaults.maxTokens,
    temperature: prompt?.temperature ?? promptDefaults.temperature,
    maxMessages: prompt?.maxMessages ?? promptDefaults.maxMessages,
    voice: prompt?.voice ?? 'texto',
    voiceKey: '',
    voiceRegion: prompt?.voiceRegion ?? '',
  }
}
