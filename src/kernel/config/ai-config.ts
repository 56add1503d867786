import * as v from 'valibot'

export const aiEnvironment = {
  OPENAI_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://api.openai.com/v1'),
  OPENAI_MODEL: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), 'gpt-4.1-mini'),
  OPENAI_TRANSCRIPTION_MODEL: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), 'whisper-1'),
  AZURE_SPEECH_URL: v.optional(v.pipe(v.string(), v.url())),
}

const Environment = v.object(aiEnvironment)

export interface AiConfig {
  openAiUrl: string
  openAiModel: string
  transcriptionModel: string
  azureSpeechUrl?: string
}

declare module '../company/company-files' {
  interface CompanyServices {
    ai: AiConfig
  }
}

const base = (url: string) => url.replace(/\/+$/, '')

export function aiConfigOf(env: v.InferOutput<typeof Environment>): AiConfig {
  return {
    openAiUrl: base(env.OPENAI_API_URL),
    openAiModel: env.OPENAI_MODEL,
    transcriptionModel: env.OPENAI_TRANSCRIPTION_MODEL,
    azureSpeechUrl: env.AZURE_SPEECH_URL && base(env.AZURE_SPEECH_URL),
  }
}
