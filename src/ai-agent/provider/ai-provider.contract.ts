import * as v from 'valibot'
import { Id } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'
import { orEmpty, IdText } from '../../kernel/http/request-parts'

export const aiProviderPresets = [
  { name: 'OpenAI', base_url: 'https://api.openai.com/v1' },
  { name: 'Google Gemini', base_url: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { name: 'Groq', base_url: 'https://api.groq.com/openai/v1' },
  { name: 'DeepSeek', base_url: 'https://api.deepseek.com' },
  { name: 'OpenRouter', base_url: 'https://openrouter.ai/api/v1' },
  { name: 'Anthropic', base_url: 'https://api.anthropic.com/v1' },
  { name: 'Mistral', base_url: 'https://api.mistral.ai/v1' },
] as const

/** notFound: the address lists no models. unreadableKey: sealed by another host. */
export const modelsErrors = ['keyRefused', 'notFound', 'refusedAddress', 'unreachable', 'unreadableKey'] as const
export type ModelsError = (typeof modelsErrors)[number]

/** Paths are appended. */
const BaseUrl = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(500, 'tooLong'),
  v.check(isBaseUrl, 'url'),
  v.transform((text) => text.replace(/\/{1,500}$/, '')),
)

/** Sent in a header, so it must not contain spaces or control characters. */
const apiKey = v.pipe(v.string('apiKeyRequired'), v.trim(), v.maxLength(2000, 'tooLong'))
const headerText = /^[\x21-\x7e]*$/

const Name = nameText(1, 100, 'providerNameRequired')

export const AiProviderBody = v.object({
  name: Name,
  base_url: BaseUrl,
  api_key: v.pipe(apiKey, v.minLength(1, 'apiKeyRequired'), v.regex(headerText, 'invalid')),
})
export type AiProviderBody = v.InferOutput<typeof AiProviderBody>

/** An empty key keeps the stored one, unless the address changes. */
export const UpdateAiProviderBody = v.object({
  id: Id,
  name: v.optional(Name),
  base_url: v.optional(BaseUrl),
  api_key: v.optional(v.nullable(v.pipe(apiKey, v.regex(headerText, 'invalid')))),
})
export type UpdateAiProviderBody = v.InferOutput<typeof UpdateAiProviderBody>

export const ListAiModelsQuery = v.object({ aiProviderId: orEmpty(IdText) })

function isBaseUrl(text: string) {
  const url = URL.parse(text)
  return (
    !!url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  )
}
