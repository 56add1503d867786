import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { AiError } from '../ai-error'
import { addressOf, type AiEndpoint, callAiService } from './call-ai-service'

const modelsMax = 2000
const timeoutMs = 15_000
const responseBytesMax = 4 * 1024 * 1024

const ModelList = v.array(v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }))
/** Some providers send the list itself. */
const Models = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.pipe(
      v.object({ data: v.nullable(ModelList) }),
      v.transform(({ data }) => data ?? []),
    ),
    ModelList,
  ]),
)

/** At most 2,000, sorted. @throws AiError; the signal's reason */
export async function listModels(
  ctx: CompanyContext,
  endpoint: AiEndpoint,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { apiKey } = endpoint
  const isAnthropic = new URL(endpoint.baseUrl).hostname === 'api.anthropic.com'
  const response = await callAiService(
    ctx,
    addressOf(endpoint, isAnthropic ? '/models?limit=1000' : '/models'),
    apiKey,
    {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        // Anthropic's list takes no bearer token.
        ...(isAnthropic && { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
      },
      timeoutMs,
      responseBytesMax,
      signal,
    },
  )
  const result = v.safeParse(Models, response.text())
  if (!result.success) throw new AiError('invalidAnswer', 'The provider’s list of models has an unknown form')
  return [...new Set(result.output.map(({ id }) => id))].sort().slice(0, modelsMax)
}
