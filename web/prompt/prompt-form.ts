import * as v from 'valibot'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { PromptBody } from '../../src/ai/prompt/prompt.contract'

const Fields = v.required(PromptBody)

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
