import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { objectsIn } from '../../kernel/untyped-json.contract'
import { checkCloudNumber, type CloudNumber } from './cloud-number'
import { type Graph, openGraph, nextPageOf } from './graph-client'
import { GraphError } from './graph-error'

interface CheckedAccount {
  phoneNumberId: string
  businessAccountId: string
  token: string
  appSecret: string
}

type Field = 'phoneNumberId' | 'businessAccountId'

const tokenCodes = [190, 10, 200, 3]
const pagesMax = 20

/**
 * Checks the account with Meta and subscribes its app to the business account's events.
 * @throws Refusal ERR_INVALID_INPUT with Meta's sentence at the field, ERR_CLOUD_UNAVAILABLE without an answer
 */
export async function checkCloudAccount(ctx: CompanyContext, account: CheckedAccount): Promise<CloudNumber> {
  const { phoneNumberId, businessAccountId } = account
  const graph = openGraph(ctx, account)
  const number = await orAtField('phoneNumberId', checkCloudNumber(graph, phoneNumberId))
  const isOfBusiness = await orAtField('businessAccountId', hasNumber(graph, businessAccountId, phoneNumberId))
  if (!isOfBusiness) refuse('ERR_INVALID_INPUT', { fields: { businessAccountId: 'otherBusiness' } })
  await orAtField('businessAccountId', graph.post(`${businessAccountId}/subscribed_apps`))
  return number
}

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

/** Names the field whose value Meta refused, with Meta's sentence. */
async function orAtField<T>(field: Field, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.status === 0 || error.status >= 500 || error.status === 429) {
      refuse('ERR_CLOUD_UNAVAILABLE', { message: error.sentence })
    }
    const isToken = tokenCodes.includes(error.code) || error.status === 401
    const at = error.isWrongProof ? 'appSecret' : isToken ? 'token' : field
    return refuse('ERR_INVALID_INPUT', { fields: { [at]: error.sentence } })
  }
}
