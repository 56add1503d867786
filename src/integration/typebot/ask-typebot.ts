import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import type { BotAnswer } from '../bot-answer'
import { IntegrationError } from '../integration-error'
import { choicesText, chosenText, ratingText, readBubbles, readChoices } from './read-bubbles'
import { continueChat, startChat, type TypebotAddress, type TypebotMessage, type TypebotReply } from './typebot-client'
import type { Choices, TypebotSession } from './typebot-session'
import { objectOf } from '../../kernel/untyped-json.contract'

interface TypebotQuestion extends TypebotAddress {
  delayMs: number
  unknownText: string
  variables: Readonly<Record<string, string>>
  /** Undefined for a new conversation. */
  session?: TypebotSession
  /** Undefined when the session only starts. */
  message?: TypebotMessage
  now: Date
}

export async function askTypebot(
  call: GuardedFetch,
  question: TypebotQuestion,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const { session, message } = question
  const proceed = async (sessionId: string, answer: TypebotMessage | undefined) => {
    const reply = await continueChat(call, question, sessionId, answer, signal)
    return reply && followPauses(reply, () => continueChat(call, question, sessionId, undefined, signal))
  }
  if (session) {
    const reply = await proceed(session.id, answerOf(message, session.choices))
    if (reply) return toAnswer(reply, question, session)
  }
  const first = await startChat(call, question, question.variables, signal)
  const { sessionId } = first
  if (!sessionId) throw new IntegrationError('badAnswer', 'The answer has no sessionId')
  const started = await followPauses(first, () => continueChat(call, question, sessionId, undefined, signal))
  const fresh: TypebotSession = { id: sessionId, startedAt: question.now.getTime() }
  const { messages, input } = started
  // A flow that starts with an input gets the message.
  if (messages.length > 0 || !input || !message) return toAnswer(started, question, fresh)
  const reply = await proceed(fresh.id, answerOf(message, readChoices(input)))
  return toAnswer(reply ?? started, question, fresh)
}

const pausesTooOften = () => new IntegrationError('badAnswer', 'The flow pauses without ever asking the contact')

function answerOf(message: TypebotMessage | undefined, choices: Choices | undefined): TypebotMessage | undefined {
  if (message?.type !== 'text' || !choices) return message
  return { ...message, text: chosenText(message.text, choices) }
}

function toAnswer(reply: FollowedReply, question: TypebotQuestion, session: TypebotSession): BotAnswer {
  const { delayMs, unknownText } = question
  const { replies, actions, stops, problems } = readBubbles(reply, delayMs)
  const choices = readChoices(reply.input)
  const rating = ratingText(reply.input)
  if (rating !== undefined) replies.push({ text: rating, delayMs })
  else if (choices) replies.push({ text: choicesText(choices), delayMs })
  else if (replies.length === 0 && reply.input && unknownText !== '') replies.push({ text: unknownText })
  const { id, startedAt } = session
  return {
    replies,
    actions,
    ends: stops || (reply.input === null && !isListening(reply)),
    session: { id, startedAt, ...(choices && { choices }) },
    problems: reply.pausesTooOften ? [...problems, pausesTooOften()] : problems,
  }
}

interface FollowedReply extends TypebotReply {
  pausesTooOften?: boolean
}

const pausesMax = 10

/** A flow stops at waits and browser scripts until the next call. */
async function followPauses(
  first: TypebotReply,
  proceed: () => Promise<TypebotReply | undefined>,
): Promise<FollowedReply> {
  let joined = first
  let last: TypebotReply | undefined = first
  for (let pauses = 0; last && isPaused(last); pauses++) {
    if (pauses === pausesMax) return { ...joined, pausesTooOften: true }
    last = await proceed()
    if (last) joined = join(joined, last)
  }
  return { ...joined, input: last?.input ?? null }
}

/** The flow waits for a call to its own webhook; the contact's next message continues it as well. */
const isListening = ({ input, clientSideActions }: TypebotReply) =>
  input === null && clientSideActions.some((action) => waitsForCall(action) && isWebhook(action))

const isPaused = ({ input, clientSideActions }: TypebotReply) =>
  input === null && clientSideActions.some((action) => waitsForCall(action) && !isWebhook(action))

const waitsForCall = (action: unknown) => objectOf(action)['expectsDedicatedReply'] === true
const isWebhook = (action: unknown) => objectOf(action)['type'] === 'listenForWebhook'

function join(before: TypebotReply, after: TypebotReply): TypebotReply {
  const lastBubble = objectOf(before.messages.at(-1))
  // Without a bubble in its own part, an action follows the last one of the part before.
  const actions = after.clientSideActions.map((action) => ({
    lastBubbleBlockId: lastBubble['id'],
    ...objectOf(action),
  }))
  return {
    ...before,
    messages: [...before.messages, ...after.messages],
    input: after.input,
    clientSideActions: [...before.clientSideActions, ...actions],
  }
}
