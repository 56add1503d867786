import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { IntegrationError, integrationErrorOf } from '../integration-error'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../kernel/untyped-json.contract'

export interface TypebotReply {
  sessionId?: string
  messages: readonly unknown[]
  input: Record<string, unknown> | null
  clientSideActions: readonly unknown[]
}

export type TypebotMessage =
  { type: 'text'; text: string; attachedFileUrls?: readonly string[] } | { type: 'audio'; url: string }

export interface TypebotAddress {
  /** The viewer's, such as `https://typebot.io`. */
  baseUrl: string
  slug: string
}

const timeoutMs = 20_000

/** @throws IntegrationError; the signal's reason */
export function startChat(
  call: GuardedFetch,
  { baseUrl, slug }: TypebotAddress,
  prefilledVariables: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const body = { isStreamEnabled: false, prefilledVariables, textBubbleContentFormat: 'richText' }
  return post(call, `${rootOf(baseUrl)}/api/v1/typebots/${encodeURIComponent(slug)}/startChat`, body, signal)
}

/** Undefined when Typebot has forgotten the session. @throws IntegrationError; the signal's reason */
export async function continueChat(
  call: GuardedFetch,
  { baseUrl }: TypebotAddress,
  sessionId: string,
  message: TypebotMessage | undefined,
  signal: AbortSignal,
): Promise<TypebotReply | undefined> {
  const url = `${rootOf(baseUrl)}/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`
  const body = { ...(message && { message }), textBubbleContentFormat: 'richText' }
  try {
    return await post(call, url, body, signal)
  } catch (error) {
    if (error instanceof IntegrationError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

const rootOf = (url: string) => url.replace(/\/+$/, '')

async function post(call: GuardedFetch, url: string, body: object, signal: AbortSignal): Promise<TypebotReply> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  let text: string
  try {
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal, timeoutMs, redirectsMax: 0 } as const
    text = (await call(url, request)).text()
  } catch (error) {
    throw integrationErrorOf(error)
  }
  return readReply(text)
}

function readReply(text: string): TypebotReply {
  let parsed: JsonObject
  try {
    parsed = objectOf(JSON.parse(text))
  } catch {
    throw new IntegrationError('badAnswer', 'The answer is no JSON. Is this the address of the viewer?')
  }
  const { sessionId, messages, input, clientSideActions } = parsed
  if (!Array.isArray(messages)) throw new IntegrationError('badAnswer', 'The answer has no messages')
  return {
    ...(textOf(sessionId) !== '' && { sessionId: textOf(sessionId) }),
    messages,
    input: isObject(input) ? input : null,
    clientSideActions: listOf(clientSideActions),
  }
}
