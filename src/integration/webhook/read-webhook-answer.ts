import type { BotAnswer, BotActions, BotReply } from '../bot-answer'
import { noAnswer } from '../bot-answer'
import { IntegrationError } from '../integration-error'
import { readId, readIds } from '../read-ids'
import { isObject, type JsonObject } from '../../kernel/untyped-json.contract'

const repliesMax = 20
const textMax = 65_536
const tagsMax = 50
export const variablesMax = 50
const variableMax = 1000

/** Without a known field there is no answer; broken JSON is a problem. */
export function readWebhookAnswer(text: string, contentType = ''): BotAnswer {
  const answer = parse(text)
  if (answer === 'broken') return claimsJson(text, contentType) ? brokenJson : noAnswer
  if (!answer) return noAnswer
  const problems: IntegrationError[] = []
  return { replies: readReplies(answer['reply']), actions: readActions(answer, problems), ends: false, problems }
}

const brokenJson: BotAnswer = {
  ...noAnswer,
  problems: [new IntegrationError('badAnswer', 'The answer is broken JSON')],
}

const claimsJson = (text: string, contentType: string) =>
  /^\s*[{[]/.test(text) || (contentType.includes('json') && text.trim() !== '')

function parse(text: string): JsonObject | 'broken' | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    return isObject(first) ? first : undefined
  } catch {
    return 'broken'
  }
}

function readReplies(reply: unknown): BotReply[] {
  const all: readonly unknown[] = Array.isArray(reply) ? reply.slice(0, repliesMax) : [reply]
  return all.flatMap(readReply)
}

function readReply(reply: unknown): BotReply[] {
  if (typeof reply === 'string') return textOf(reply)
  if (!isObject(reply)) return []
  const { text, mediaUrl, caption, type } = reply
  if (typeof mediaUrl === 'string' && mediaUrl !== '') {
    const captionText = typeof caption === 'string' ? caption : typeof text === 'string' ? text : ''
    return [
      {
        url: mediaUrl.slice(0, 2000),
        caption: captionText.slice(0, textMax),
        isVoice: type === 'voice' || type === 'ptt',
      },
    ]
  }
  return typeof text === 'string' ? textOf(text) : []
}

const textOf = (text: string): BotReply[] => (text.trim() === '' ? [] : [{ text: text.slice(0, textMax) }])

function readActions(answer: JsonObject, problems: IntegrationError[]): BotActions {
  const { closeTicket, variables } = answer
  const queueId = readId('queueId', answer['queueId'], problems)
  const userId = readId('userId', answer['userId'], problems)
  const tagIds = readIds('tagIds', answer['tagIds'], tagsMax, problems)
  return {
    ...(queueId === undefined ? {} : { queueId }),
    ...(userId === undefined ? {} : { userId }),
    // Often the text "false".
    ...(closeTicket === true || closeTicket === 'true' || closeTicket === 1 ? { closeTicket: true } : {}),
    ...(tagIds.length === 0 ? {} : { tagIds }),
    ...(typeof variables === 'object' && variables !== null ? { variables: readVariables(variables) } : {}),
  }
}

function readVariables(variables: object): Record<string, string> {
  const entries = Object.entries(variables).slice(0, variablesMax)
  return Object.fromEntries(
    entries
      .filter(([name, value]) => name !== '__proto__' && ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name.slice(0, 100), String(value).slice(0, variableMax)]),
  )
}
