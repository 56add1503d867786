import type { TypebotReply } from './typebot-client'
import { objectOf } from '../../kernel/untyped-json.contract'

export interface FollowedReply extends TypebotReply {
  pausesTooOften?: boolean
}

const pausesMax = 10

/**
 * Joins the parts of an answer. A flow stops at a wait that pauses it, and at a script for the browser, until the next call;
 * the value of such a script stays empty.
 */
export async function followPauses(
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
export const isListening = ({ input, clientSideActions }: TypebotReply) =>
  input === null && clientSideActions.some((action) => waitsForCall(action) && isWebhook(action))

const isPaused = ({ input, clientSideActions }: TypebotReply) =>
  input === null && clientSideActions.some((action) => waitsForCall(action) && !isWebhook(action))

/** The flow continues only after another call. */
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
