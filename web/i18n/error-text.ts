import type { AreaTexts } from './areas'
import type { Texts } from './pt'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../src/kernel/untyped-json.contract'

/** The user's role: some failures can be fixed only by an admin or the host. */
export type Reader = 'user' | 'admin' | 'super'

export type MaybeErrorTexts = Pick<Texts, 'ui'> & Partial<Pick<AreaTexts, 'error'>>
type ErrorTexts = Pick<Texts, 'ui'> & Pick<AreaTexts, 'error'>

interface Refused {
  code: string
  fields: Record<string, string>
  body: JsonObject
}

/** Reads the server's body `{ error, message, fields }` and the client's error `{ code, fields, body }` alike. */
export function readRefused(value: unknown): Refused | undefined {
  if (!isObject(value)) return undefined
  const { code, error, fields, body } = value
  const key = code ?? error
  if (typeof key !== 'string') return undefined
  const entries = Object.entries(objectOf(fields)).map(([name, fault]) => [name, textOf(fault)])
  return { code: key, fields: Object.fromEntries(entries), body: isObject(body) ? body : value }
}

/** Of a known code or key; a sentence unchanged; otherwise a general one, also without loaded texts. */
export function errorText(texts: MaybeErrorTexts, error: unknown, reader: Reader = 'user'): string {
  if (!hasErrorTexts(texts)) return texts.ui.unknownError
  const refused = typeof error === 'string' ? undefined : readRefused(error)
  const key = typeof error === 'string' ? error : refused?.code
  if (!key) return texts.ui.unknownError
  if (key.startsWith('ERR_HTTP_')) return answerText(texts, Number(key.slice('ERR_HTTP_'.length)))
  if (key === 'ERR_PLAN_LIMIT') return planLimitText(texts, refused?.body ?? {}, reader)
  if (key === 'ERR_CONTACT_LIST_IN_USE') return listInUseText(texts, refused?.body ?? {})
  if (key === 'ERR_LANE_IS_NEXT') return laneIsNextText(texts, refused?.body ?? {})
  if (key === 'ERR_PAYMENT_TOO_SMALL') return tooSmallText(texts, refused?.body ?? {})
  const fieldErrors = Object.values(refused?.fields ?? {})
  if (key === 'ERR_INVALID_INPUT' && fieldErrors.length > 0) {
    const said = new Set(fieldErrors.map((fault) => fieldErrorText(texts, fault)))
    return texts.error.invalidInput([...said].join(', '))
  }
  return withUsers(texts, knownText(texts, key) ?? key, refused?.body ?? {})
}

export function fieldErrorText(texts: MaybeErrorTexts, key: string): string {
  return hasErrorTexts(texts) ? (knownText(texts, key) ?? key) : texts.ui.unknownError
}

export function hasErrorTexts(texts: MaybeErrorTexts): texts is ErrorTexts {
  return texts.error !== undefined
}

const proxyStatuses = [502, 503, 504]

/** For answers that are not the product's, such as a proxy's page. */
function answerText({ error, ui }: ErrorTexts, status: number): string {
  if (status === 413) return error.codes.ERR_REQUEST_TOO_LARGE
  return proxyStatuses.includes(status) ? error.serverAway : ui.unknownError
}

function withUsers({ error }: ErrorTexts, said: string, { usedBy }: JsonObject) {
  const names = listOf(usedBy).filter((name) => typeof name === 'string')
  return names.length > 0 ? `${said} ${error.usedBy(names.join(', '))}` : said
}

/** Names the plan's limit that was reached, and who can change it. */
function planLimitText({ error }: ErrorTexts, body: JsonObject, reader: Reader): string {
  const { counts, features, notIncluded, who } = error.planLimit
  const limit = textOf(body['limit'])
  const most = typeof body['most'] === 'number' ? body['most'] : 0
  const said = isKey(counts, limit)
    ? counts[limit](most)
    : isKey(features, limit)
      ? notIncluded(features[limit])
      : error.codes.ERR_PLAN_LIMIT
  return `${said} ${who[reader]}`
}

function listInUseText({ error }: ErrorTexts, { campaign }: JsonObject): string {
  return typeof campaign === 'string' ? error.contactListInUse(campaign) : error.codes.ERR_CONTACT_LIST_IN_USE
}

function tooSmallText({ error }: ErrorTexts, { minimum }: JsonObject): string {
  if (typeof minimum !== 'number') return error.codes.ERR_PAYMENT_TOO_SMALL
  return error.paymentTooSmall(`R$\u00a0${minimum.toFixed(2).replace('.', ',')}`)
}

function laneIsNextText({ error }: ErrorTexts, body: JsonObject): string {
  const lanes = listOf(body['lanes']).map(textOf)
  return lanes.length > 0 ? error.laneIsNext(lanes.join(', ')) : error.codes.ERR_LANE_IS_NEXT
}

function isKey<Record extends object>(record: Record, key: PropertyKey): key is keyof Record {
  return Object.hasOwn(record, key)
}

function knownText({ error }: ErrorTexts, key: string): string | undefined {
  const { codes, fields }: { codes: Record<string, string>; fields: Record<string, string> } = error
  if (Object.hasOwn(codes, key)) return codes[key]
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}
