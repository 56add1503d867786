import type { Texts } from './pt'

/** Who reads: some failures are mended by different people. */
export type Reader = 'user' | 'admin' | 'super'

/** What can be read of a refusal, whether it is the server's body or the error the API client throws. */
export interface Refused {
  code: string
  /** Field name → a key of the texts, or a plain sentence. */
  fields: Record<string, string>
  /** The server's body, with what a code brings beside itself. */
  body: object
}

/** Reads the server's body `{ error, message, fields }` and the client's error `{ code, fields, body }` alike. */
export function readRefused(value: unknown): Refused | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const code = 'code' in value ? value.code : 'error' in value ? value.error : undefined
  if (typeof code !== 'string') return undefined
  const fields = 'fields' in value && typeof value.fields === 'object' ? value.fields : null
  const body = 'body' in value && typeof value.body === 'object' && value.body !== null ? value.body : value
  return { code, fields: { ...(fields as Record<string, string> | null) }, body }
}

/**
 * What a person is told of an error: a known code or key by its text, an unknown code raw, a plain string as it is,
 * anything else by the general sentence.
 */
export function errorText(texts: Texts, error: unknown, reader: Reader = 'user'): string {
  const refused = typeof error === 'string' ? undefined : readRefused(error)
  const key = typeof error === 'string' ? error : refused?.code
  if (!key) return texts.error.unknown
  if (key.startsWith('ERR_HTTP_')) return answerText(texts, Number(key.slice('ERR_HTTP_'.length)))
  if (key === 'ERR_PLAN_LIMIT') return planLimitText(texts, refused?.body ?? {}, reader)
  const faults = Object.values(refused?.fields ?? {})
  if (key === 'ERR_INVALID_INPUT' && faults.length > 0) {
    const said = new Set(faults.map((fault) => fieldErrorText(texts, fault)))
    return texts.error.invalidInput([...said].join(', '))
  }
  return knownText(texts, key) ?? key
}

/** The text of a fault of one field; keys of the schemas and plain sentences alike. */
export function fieldErrorText(texts: Texts, key: string): string {
  return knownText(texts, key) ?? key
}

const proxyStatuses = [502, 503, 504]

/** Of an answer that is not ours, such as a proxy's page. */
function answerText({ error }: Texts, status: number): string {
  if (status === 413) return error.codes.ERR_REQUEST_TOO_LARGE
  return proxyStatuses.includes(status) ? error.serverAway : error.unknown
}

/** Which limit of the plan was met, and who can change it. */
function planLimitText({ error }: Texts, body: object, reader: Reader): string {
  const { counts, features, notIncluded, who } = error.planLimit
  const limit = 'limit' in body && typeof body.limit === 'string' ? body.limit : ''
  const most = 'most' in body && typeof body.most === 'number' ? body.most : 0
  const said = isKey(counts, limit)
    ? counts[limit](most)
    : isKey(features, limit)
      ? notIncluded(features[limit])
      : error.codes.ERR_PLAN_LIMIT
  return `${said} ${who[reader]}`
}

function isKey<Record extends object>(record: Record, key: PropertyKey): key is keyof Record {
  return Object.hasOwn(record, key)
}

function knownText({ error }: Texts, key: string): string | undefined {
  const { codes, fields }: { codes: Record<string, string>; fields: Record<string, string> } = error
  if (Object.hasOwn(codes, key)) return codes[key]
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}
