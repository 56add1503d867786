import type { CompanyContext } from '../../kernel/company/company-context'
import type { BotAnswer, BotActions, BotReply } from '../bot-answer'
import { IntegrationError, integrationErrorOf } from '../integration-error'
import type { IntegrationLanguage, ServiceAccount } from '../integration.contract'
import { readId } from '../read-ids'
import { listOf, objectOf } from '../../kernel/untyped-json.contract'
import { createHash, createSign } from 'node:crypto'
import { perCompany } from '../../kernel/company/company-files'

export interface DialogflowQuestion {
  /** A project, or `projects/x/locations/y` in a region. */
  projectName: string
  account: ServiceAccount
  language: IntegrationLanguage
  sessionId: string
  /** Text, or a voice note (OGG, Opus). */
  input: { text: string } | { audio: Uint8Array }
}

/** Google's, in characters. */
const textMax = 256
const timeoutMs = 20_000
const messagesMax = 20

/** Renews a refused token once. @throws IntegrationError; the signal's reason */
export async function askDialogflow(
  getContext: () => CompanyContext,
  question: DialogflowQuestion,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const token = await googleToken(getContext(), question.account, signal)
  try {
    return await detectIntent(getContext(), question, token.text, signal)
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.status !== 401) throw error
    forgetGoogleToken(getContext(), question.account, token.text)
    if (!token.isRemembered) throw error
    const renewed = await googleToken(getContext(), question.account, signal)
    const answer = await detectIntent(getContext(), question, renewed.text, signal)
    return { ...answer, problems: [...answer.problems, error] }
  }
}

async function detectIntent(
  ctx: CompanyContext,
  question: DialogflowQuestion,
  token: string,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const { input, language } = question
  const { outgoing, dialogflow } = ctx.company.services
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify('audio' in input ? audioQuery(input.audio, language) : textQuery(input.text, language))
  try {
    const url = `${apiOf(dialogflow.apiUrl, question)}:detectIntent`
    const response = await outgoing.of(ctx.company.id, 'bot')(url, {
      method: 'POST',
      headers,
      body,
      signal,
      timeoutMs,
      redirectsMax: 0,
    })
    return readAnswer(JSON.parse(response.text()))
  } catch (error) {
    if (error instanceof SyntaxError) throw new IntegrationError('badAnswer', 'Google’s answer is no JSON')
    const failed = integrationErrorOf(error)
    throw failed.status === 401 ? new IntegrationError('keyRefused', failed.message, { status: 401 }) : failed
  }
}

/** Agents in a region have addresses such as `https://europe-west1-dialogflow.googleapis.com`. */
function apiOf(apiUrl: string, { projectName, sessionId }: DialogflowQuestion) {
  const [, project = projectName, location = ''] =
    /^projects\/([^/]+)\/locations\/([a-z0-9-]+)$/.exec(projectName) ?? []
  const path = `projects/${encodeURIComponent(project)}${location && `/locations/${location}`}/agent/sessions/${sessionId}`
  const regional = location ? apiUrl.replace('https://dialogflow.', `https://${location}-dialogflow.`) : apiUrl
  return `${regional}/v2/${path}`
}

const textQuery = (text: string, languageCode: string) => {
  return { queryInput: { text: { text: [...text].slice(0, textMax).join(''), languageCode } } }
}

const audioQuery = (audio: Uint8Array, languageCode: string) => ({
  queryInput: {
    audioConfig: { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 48_000, languageCode },
  },
  inputAudio: Buffer.from(audio).toString('base64'),
})

interface QueryResult {
  fulfillmentText?: unknown
  fulfillmentMessages?: unknown
  intent?: { endInteraction?: unknown }
  diagnosticInfo?: { end_conversation?: unknown }
}

function readAnswer(answer: { queryResult?: QueryResult } | null): BotAnswer {
  const { queryResult: result } = answer ?? {}
  if (!result) throw new IntegrationError('badAnswer', 'The answer has no queryResult')
  const messages = listOf(result.fulfillmentMessages).slice(0, messagesMax)
  const problems: IntegrationError[] = []
  const read = messages.map((message) => readMessage(message, problems))
  const replies = read.flatMap((message) => message.replies)
  const { fulfillmentText: text } = result
  if (replies.length === 0 && typeof text === 'string' && text.trim() !== '') replies.push({ text })
  const actions: BotActions = Object.assign({}, ...read.map((message) => message.actions))
  const ends = result.intent?.endInteraction === true || result.diagnosticInfo?.end_conversation === true
  return { replies, actions, ends, problems }
}

/** `text.text` lists alternatives, of which Google has chosen one. */
function readMessage(message: unknown, problems: IntegrationError[]): { replies: BotReply[]; actions: BotActions } {
  const { text, payload } = objectOf(message)
  const replies: BotReply[] = listOf(objectOf(text)['text']).flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? [{ text: one }] : [],
  )
  const { mediaUrl, caption, queueId } = objectOf(payload)
  if (typeof mediaUrl === 'string' && mediaUrl !== '') {
    replies.push({ url: mediaUrl.slice(0, 2000), caption: typeof caption === 'string' ? caption : '' })
  }
  const queue = readId('queueId', queueId, problems)
  return { replies, actions: queue === undefined ? {} : { queueId: queue } }
}

const scope = 'https://www.googleapis.com/auth/dialogflow'
const tokenTimeoutMs = 10_000
const lifetimeSeconds = 3600
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

/** Always at Google's address: the pasted key's is untrusted. @throws IntegrationError; the signal's reason */
async function googleToken(ctx: CompanyContext, account: ServiceAccount, signal: AbortSignal): Promise<GrantedToken> {
  const { company } = ctx
  const key = keyOf(account)
  const known = tokens(company).get(key)
  if (known && known.endsAtMs - marginMs > ctx.now.getTime()) return { text: known.text, isRemembered: true }
  const { outgoing, dialogflow } = company.services
  const assertion = signAssertion(account, dialogflow.tokenUrl, ctx.now)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', headers, body, signal, timeoutMs: tokenTimeoutMs, redirectsMax: 0 } as const
  let answer: { access_token?: unknown; expires_in?: unknown }
  try {
    answer = JSON.parse((await outgoing.of(company.id, 'bot')(dialogflow.tokenUrl, request)).text())
  } catch (error) {
    throw tokenErrorOf(error)
  }
  const { access_token: text, expires_in: seconds } = answer
  if (typeof text !== 'string') throw new IntegrationError('badAnswer', 'Google gave no token')
  const all = tokens(company)
  if (all.size > 50) all.clear()
  all.set(key, { text, endsAtMs: ctx.now.getTime() + Math.min(Number(seconds) || 0, lifetimeSeconds) * 1000 })
  return { text, isRemembered: false }
}

function forgetGoogleToken({ company }: CompanyContext, account: ServiceAccount, refused: string) {
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

/** RFC 7523. @throws IntegrationError for a damaged key */
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

interface DialogflowConfig {
  tokenUrl: string
  apiUrl: string
}

declare module '../../kernel/company/company-files' {
  interface CompanyServices {
    dialogflow: DialogflowConfig
  }
}
