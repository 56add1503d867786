import type { CompanyContext } from '../../../kernel/company/company-context'
import { changeSecret, readSecret } from '../../../kernel/config/sealed-secret'
import { refuse, required } from '../../../kernel/errors'
import { type ConnectionId, randomToken } from '../../../kernel/ids'
import { objectsIn } from '../../../kernel/untyped-json.contract'
import { type Graph, type GraphAnswer, openGraph, nextPageOf } from '../../meta/graph/graph-client'
import { GraphError } from '../../meta/graph/graph-error'
import { changeCloudAccount, findCloudAccount, type CloudAccountRow } from './cloud-account'
import type { UpdateCloudAccountBody } from './cloud-account.contract'
import { cloudAccountTable } from './cloud-account.tables'
import { tierOf } from './messaging-limit'

const tokenCodes = [190, 10, 200, 3]
const pagesMax = 20
const keyLength = 30

/** Subscribes to its events. @throws Refusal ERR_INVALID_INPUT with Meta's sentence at the field, ERR_CLOUD_UNAVAILABLE */
export async function acceptAccount(ctx: CompanyContext, given: UpdateCloudAccountBody, connectionId?: ConnectionId) {
  const stored =
    connectionId === undefined ? undefined : required(findCloudAccount(ctx, connectionId), 'ERR_NO_WAPP_FOUND')
  const { phoneNumberId, businessAccountId } = given
  const graph = openGraph(ctx, secretsOf(ctx, stored, given))
  const { number: _digits, ...facts } = await orAtField('phoneNumberId', checkCloudNumber(graph, phoneNumberId))
  const isOfBusiness = await orAtField('businessAccountId', hasNumber(graph, businessAccountId, phoneNumberId))
  if (!isOfBusiness) refuse('ERR_INVALID_INPUT', { fields: { businessAccountId: 'otherBusiness' } })
  await orAtField('businessAccountId', graph.post(`${businessAccountId}/subscribed_apps`))
  return (later: CompanyContext, id: ConnectionId) => {
    const { sealer } = later.company.services
    const known = findCloudAccount(later, id)
    const columns = {
      phoneNumberId,
      businessAccountId,
      ...(known?.phoneNumberId === phoneNumberId ? {} : { ...unknownFacts, isInApp: false, historyError: '' }),
      ...facts,
      token: changeSecret(sealer, known?.token ?? '', given.token),
      appSecret: changeSecret(sealer, known?.appSecret ?? '', given.appSecret),
      updatedAt: later.now,
    }
    if (known) return changeCloudAccount(later, id, columns)
    const keys = { webhookKey: randomToken(keyLength), verifyToken: randomToken(keyLength) }
    later.db
      .insert(cloudAccountTable)
      .values({ ...columns, ...keys, connectionId: id })
      .run()
  }
}

function secretsOf({ company }: CompanyContext, stored: CloudAccountRow | undefined, given: UpdateCloudAccountBody) {
  const { sealer, graph } = company.services
  const keptOf = (name: 'token' | 'appSecret') => {
    const secret = readSecret(sealer, stored?.[name] ?? '')
    return secret.state === 'set' ? secret.text : ''
  }
  const token = given.token || keptOf('token')
  const appSecret = given.appSecret || keptOf('appSecret') || (graph.appSecret ?? '')
  const fields = { ...(token ? {} : { token: 'required' }), ...(appSecret ? {} : { appSecret: 'required' }) }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  return { token, appSecret }
}

const unknownFacts = { verifiedName: '', quality: '', tier: '' }
type Fact = keyof typeof unknownFacts

/** Absent facts are unknown, and stay. */
interface CloudNumber extends Partial<Pick<CloudAccountRow, Fact | 'isInApp'>> {
  displayNumber: string
  number: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')

const numberField = 'display_phone_number'
const limitField = 'whatsapp_business_manager_messaging_limit'
const appField = 'is_on_biz_app'

export async function checkCloudNumber(graph: Graph, phoneNumberId: string): Promise<CloudNumber> {
  const fields = [numberField, 'verified_name', 'quality_rating', limitField, appField]
  const answer = await readNumber(graph, phoneNumberId, fields)
  const displayNumber = textOf(answer[numberField])
  const facts: Record<Fact, string> = {
    verifiedName: textOf(answer['verified_name']),
    quality: textOf(answer['quality_rating']),
    tier: tierOf(answer[limitField]),
  }
  const told = Object.entries(facts).filter(([, fact]) => fact !== '')
  const isInApp = answer[appField]
  return {
    displayNumber,
    number: displayNumber.replace(/\D/g, ''),
    ...Object.fromEntries(told),
    ...(typeof isInApp === 'boolean' ? { isInApp } : {}),
  }
}

async function readNumber(graph: Graph, phoneNumberId: string, fields: readonly string[]): Promise<GraphAnswer> {
  try {
    return await graph.get(encodeURIComponent(phoneNumberId), { fields: fields.join(',') })
  } catch (error) {
    const left = fields.filter((field) => field === numberField || !isUnknownField(error, field))
    if (left.length === fields.length) throw error
    return await readNumber(graph, phoneNumberId, left)
  }
}

const isUnknownField = (error: unknown, field: string) =>
  error instanceof GraphError && error.code === 100 && error.message.includes(`field (${field})`)

async function hasNumber(graph: Graph, businessAccountId: string, phoneNumberId: string) {
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const answer = await graph.get(`${businessAccountId}/phone_numbers`, { fields: 'id', limit: 100, after })
    if (objectsIn(answer['data']).some(({ id }) => id === phoneNumberId)) return true
    after = nextPageOf(answer)
    if (after === undefined) return false
  }
  return false
}

async function orAtField<T>(field: 'phoneNumberId' | 'businessAccountId', work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.isNoAnswer) refuse('ERR_CLOUD_UNAVAILABLE', { message: error.sentence })
    const isToken = tokenCodes.includes(error.code) || error.status === 401
    const at = error.isWrongProof ? 'appSecret' : isToken ? 'token' : field
    return refuse('ERR_INVALID_INPUT', { fields: { [at]: error.sentence } })
  }
}
