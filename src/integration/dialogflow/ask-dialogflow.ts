import type { CompanyContext } from '../../kernel/company/company-context'
import type { BotAnswer, BotActions, BotReply } from '../bot-answer'
import { IntegrationError, integrationErrorOf } from '../integration-error'
import type { IntegrationLanguage } from '../integration-types.contract'
import type { ServiceAccount } from '../service-account.contract'
import { readId } from '../read-ids'
import { forgetGoogleToken, googleToken } from './google-token'
import { listOf, objectOf } from '../../kernel/untyped-json.contract'
import './dialogflow-config'

export interface DialogflowQuestion {
  /** Google's project, or `projects/x/locations/y` for an agent in a region. */
  projectName: string
  account: ServiceAccount
  language: IntegrationLanguage
  sessionId: string
  /** The contact's text, or a voice note (OGG, Opus). */
  input: { text: string } | { audio: Uint8Array }
}

/** Google's limit, in characters. */
const textMax = 256
const timeoutMs = 20_000
const messagesMax = 20

/**
 * Asks a Dialogflow ES agent. A remembered token that Google refuses is renewed once, which is among the answer's
 * problems. @throws IntegrationError; the signal's reason
 */
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

/** Agents in a region have its address: `https://europe-west1-dialogflow.googleapis.com`. */
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

/**
 * `text.text` lists alternatives for one bubble, of which Google has chosen one; a payload may contain a file or a
 * queue.
 */
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
