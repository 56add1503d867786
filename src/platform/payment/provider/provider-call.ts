import * as v from 'valibot'
import type { GuardedFetch, OutgoingRequest } from '../../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import { ProviderError } from './pix-provider'

interface ProviderRequest extends Pick<OutgoingRequest, 'method' | 'headers' | 'clientCertificate' | 'signal'> {
  body?: unknown
}

const timeoutMs = 10_000

/** @throws ProviderError */
export async function callProvider<Schema extends v.GenericSchema>(
  call: GuardedFetch,
  url: string,
  schema: Schema,
  { body, headers, ...request }: ProviderRequest,
): Promise<v.InferOutput<Schema>> {
  const answer = await send(call, url, {
    ...request,
    timeoutMs,
    redirectsMax: 0,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const result = v.safeParse(schema, parse(answer))
  if (result.success) return result.output
  const where = v.getDotPath(result.issues[0]) ?? 'body'
  throw new ProviderError('unavailable', `The provider answered in an unknown form: ${where}`)
}

async function send(call: GuardedFetch, url: string, request: OutgoingRequest) {
  try {
    return (await call(url, request)).text()
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const { status } = error.response ?? {}
    // Rate limits and timing errors say nothing about the charge.
    const refused = status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
    const detail = error.response ? `: ${error.response.text().slice(0, 300)}` : ''
    throw new ProviderError(refused ? 'refused' : 'unavailable', error.message + detail, status, { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new ProviderError('unavailable', 'The provider answered with something other than JSON')
  }
}

export const PixCode = v.pipe(v.string(), v.trim(), v.minLength(20), v.maxLength(1000))

export const ReaisText = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}(\.\d{1,2})?$/),
  v.transform((text) => Math.round(Number(text) * 100)),
)
export const ReaisNumber = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((reais) => Math.round(reais * 100)),
)
