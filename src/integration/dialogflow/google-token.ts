import { createHash, createSign } from 'node:crypto'
import { perCompany } from '../../kernel/company/company-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import { IntegrationError, integrationErrorOf } from '../integration-error'
import type { ServiceAccount } from '../service-account.contract'
import './dialogflow-config'

const scope = 'https://www.googleapis.com/auth/dialogflow'
const timeoutMs = 10_000
const lifetimeSeconds = 3600
/** A token is renewed this long before it expires. */
const marginMs = 60_000

interface Token {
  text: string
  endsAtMs: number
}

interface GrantedToken {
  text: string
  /** It was granted for an earlier question, so that Google may no longer accept it. */
  isRemembered: boolean
}

/** By credential, so that an edited one takes effect at once. */
const tokens = perCompany(() => new Map<string, Token>())

/**
 * Returns an access token of the service account. The token address is always Google's, because the one in the pasted
 * key is untrusted. @throws IntegrationError; the signal's reason
 */
export async function googleToken(
  ctx: CompanyContext,
  account: ServiceAccount,
  signal: AbortSignal,
): Promise<GrantedToken> {
  const { company } = ctx
  const key = keyOf(account)
  const known = tokens(company).get(key)
  if (known && known.endsAtMs - marginMs > ctx.now.getTime()) return { text: known.text, isRemembered: true }
  const { outgoing, dialogflow } = company.services
  const assertion = signAssertion(account, dialogflow.tokenUrl, ctx.now)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', headers, body, signal, timeoutMs, redirectsMax: 0 } as const
  let answer: { access_token?: unknown; expires_in?: unknown }
  try {
    answer = JSON.parse((await outgoing.of(company.id, 'bot')(dialogflow.tokenUrl, request)).text())
  } catch (error) {
    throw tokenErrorOf(error)
  }
  const { access_token: text, expires_in: seconds } = answer
  if (typeof text !== 'string') throw new IntegrationError('badAnswer', 'Google gave no token')
  const all = tokens(company)
  // Removes replaced credentials.
  if (all.size > 50) all.clear()
  all.set(key, { text, endsAtMs: ctx.now.getTime() + Math.min(Number(seconds) || 0, lifetimeSeconds) * 1000 })
  return { text, isRemembered: false }
}

/** Forgets a refused token, unless a newer one has taken its place. */
export function forgetGoogleToken({ company }: CompanyContext, account: ServiceAccount, refused: string) {
  const key = keyOf(account)
  if (tokens(company).get(key)?.text === refused) tokens(company).delete(key)
}

const keyOf = ({ clientEmail, privateKey }: ServiceAccount) =>
  createHash('sha256').update(`${clientEmail}\n${privateKey}`).digest('hex')

function tokenErrorOf(error: unknown) {
  if (error instanceof SyntaxError) return new IntegrationError('badAnswer', 'Google’s answer is no JSON')
  const failed = integrationErrorOf(error)
  const isRefused = failed.code === 'refused' && !failed.isTemporary
  return isRefused ? new IntegrationError('keyRefused', failed.message, { cause: error }) : failed
}

/** A JSON web token by which the account asks for access (RFC 7523). @throws IntegrationError for a damaged key */
function signAssertion({ clientEmail, privateKey }: ServiceAccount, audience: string, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: clientEmail, scope, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds }
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  try {
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(privateKey).toString('base64url')}`
  } catch {
    throw new IntegrationError('keyRefused', 'The private key cannot be read')
  }
}
