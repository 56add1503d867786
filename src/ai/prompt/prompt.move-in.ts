import type { MoveInStep } from '../../kernel/move-in/move-in-step'
import { numberOf, textOf, timesOf } from '../../kernel/move-in/source-values'
import { promptDefaults, promptLimits, promptVoices } from './prompt.contract'
import { promptTable } from './prompt.record'

export const promptStep: MoveInStep = {
  table: 'Prompts',
  take({ ctx, find }, row) {
    const { sealer } = ctx.company.services
    const sealed = (value: string | null | undefined) => (value ? sealer.seal(textOf(value, 500).trim()) : '')
    return ctx.db
      .insert(promptTable)
      .values({
        name: textOf(row['name'], 100).trim() || 'Prompt',
        prompt: textOf(row['prompt'], 20_000),
        voice: promptVoices.find((voice) => voice === row['voice']) ?? 'texto',
        voiceKey: sealed(row['voiceKey']),
        voiceRegion: textOf(row['voiceRegion'], 30).trim().toLowerCase(),
        maxTokens: numberOf(row['maxTokens'], {
          min: 1,
          max: promptLimits.maxTokens,
          missing: promptDefaults.maxTokens,
        }),
        maxMessages: numberOf(row['maxMessages'], {
          min: 1,
          max: promptLimits.maxMessages,
          missing: promptDefaults.maxMessages,
        }),
        temperature: Math.min(promptLimits.temperature, Math.max(0, Number(row['temperature'] ?? 1) || 0)),
        apiKey: sealed(row['apiKey']),
        queueId: find('Queues', row['queueId']) ?? null,
        ...timesOf(row),
      })
      .returning({ id: promptTable.id })
      .get().id
  },
}
