import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import type { BotAnswer } from '../bot-answer'
import { IntegrationError } from '../integration-error'
import { type Choices, choicesText, chosenText, readBubbles, readChoices } from './read-bubbles'
import { continueChat, startChat, type TypebotAddress, type TypebotMessage, type TypebotReply } from './typebot-client'

/** Kept on the ticket between turns. */
export interface TypebotSession {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  choices?: Choices
}

interface TypebotQuestion extends TypebotAddress {
  /** Milliseconds before each bubble. */
  delayMs: number
  /** Sent when the answer contains no bubble. */
  unknownText: string
  variables: Readonly<Record<string, string>>
  /** Undefined for a new conversation. */
  session?: TypebotSession
  /** The contact's message; undefined when the session only starts. */
  message?: TypebotMessage
  now: Date
}

export async function askTypebot(
  call: GuardedFetch,
  question: TypebotQuestion,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const { session, message } = question
  if (session) {
    const reply = await continueChat(call, question, session.id, answerOf(message, session.choices), signal)
    if (reply) return toAnswer(reply, question, session)
  }
  const started = await startChat(call, question, question.variables, signal)
  if (!started.sessionId) throw new IntegrationError('badAnswer', 'The answer has no sessionId')
  const fresh: TypebotSession = { id: started.sessionId, startedAt: question.now.getTime() }
  const { messages, input } = started
  // A flow that starts with an input receives the contact's message.
  if (messages.length > 0 || !input || !message) return toAnswer(started, question, fresh)
  const reply = await continueChat(call, question, fresh.id, answerOf(message, readChoices(input)), signal)
  return toAnswer(reply ?? started, question, fresh)
}

function answerOf(message: TypebotMessage | undefined, choices: Choices | undefined): TypebotMessage | undefined {
  if (message?.type !== 'text' || !choices) return message
  return { ...message, text: chosenText(message.text, choices) }
}

function toAnswer(reply: TypebotReply, question: TypebotQuestion, session: TypebotSession): BotAnswer {
  const { delayMs, unknownText } = question
  const { replies, orders, stops, problems } = readBubbles(reply, delayMs)
  const choices = readChoices(reply.input)
  if (choices) replies.push({ text: choicesText(choices), delayMs })
  else if (replies.length === 0 && reply.input && unknownText !== '') replies.push({ text: unknownText })
  const { id, startedAt } = session
  return {
    replies,
    orders,
    ends: stops || reply.input === null,
    session: { id, startedAt, ...(choices && { choices }) } satisfies TypebotSession,
    problems,
  }
}

export function isExpired({ startedAt }: TypebotSession, expiresMinutes: number, now: Date) {
  return expiresMinutes > 0 && now.getTime() - startedAt >= expiresMinutes * 60_000
}
