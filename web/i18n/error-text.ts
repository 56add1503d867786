import type { Texts } from './pt'

/** What can be read of a refusal, whether it is the server's body or the error the API client throws. */
export interface Refused {
  code: string
  /** Field name → a key of the texts, or a plain sentence. */
  fields: Record<string, string>
}

/** Reads the server's body `{ error, message, fields }` and the client's error `{ code, fields }` alike. */
export function readRefused(value: unknown): Refused | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const code = 'code' in value ? value.code : 'error' in value ? value.error : undefined
  if (typeof code !== 'string') return undefined
  const fields = 'fields' in value && typeof value.fields === 'object' ? value.fields : null
  return { code, fields: { ...(fields as Record<string, string> | null) } }
}

/**
 * What a person is told of an error: a known code or key by its text, an unknown code raw, a plain string as it is,
 * anything else by the general sentence.
 */
export function errorText(texts: Texts, error: unknown): string {
  const key = typeof error === 'string' ? error : readRefused(error)?.code
  // These are made by our client for answers that are not ours, such as a proxy's page.
  if (!key || key.startsWith('ERR_HTTP_')) return texts.error.unknown
  return knownText(texts, key) ?? key
}

/** The text of a fault of one field; keys of the schemas and plain sentences alike. */
export function fieldErrorText(texts: Texts, key: string): string {
  return knownText(texts, key) ?? key
}

function knownText({ error }: Texts, key: string): string | undefined {
  const { codes, fields }: { codes: Record<string, string>; fields: Record<string, string> } = error
  if (Object.hasOwn(codes, key)) return codes[key]
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}
