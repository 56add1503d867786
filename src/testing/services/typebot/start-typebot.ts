import { randomBytes } from 'node:crypto'
import { holdAnswers } from '../hold-answers'

/** One step of a bot: its messages, and the input for which it then waits; without one it ends. */
export interface TypebotStep {
  bubbles?: readonly TypebotBubble[]
  input?: TypebotInput
  clientSideActions?: readonly object[]
}

interface TypebotBubble {
  id: string
  type: string
  content: Record<string, unknown>
}

interface TypebotInput {
  type: string
  items?: readonly { id: string; content: string }[]
  options?: Record<string, unknown>
  /** Refuses an answer with this text; the bot then waits again. */
  accepts?: (text: string) => boolean
}

interface TypebotCall {
  path: string
  body: Record<string, any>
}

interface Session {
  slug: string
  step: number
}

let ids = 0
const nextId = () => `c${(++ids).toString(36).padStart(24, '0')}`

export const textBubble = (text: string, id = nextId()): TypebotBubble => {
  return { id, type: 'text', content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] } }
}
export const fileBubble = (type: 'image' | 'audio' | 'video', url: string, id = nextId()): TypebotBubble => {
  return { id, type, content: type === 'video' ? { url, type: 'url' } : { url } }
}
export const choiceInput = (...choices: string[]): TypebotInput => ({
  type: 'choice input',
  items: choices.map((content) => ({ id: nextId(), content })),
  options: { isMultipleChoice: false },
  accepts: (text) => choices.includes(text),
})
export const textInput = (): TypebotInput => ({ type: 'text input' })

/** Simulates a Typebot viewer on loopback, by its published chat API: startChat and continueChat with sessions. */
export function startTypebot(bots: Record<string, readonly TypebotStep[]>) {
  const calls: TypebotCall[] = []
  const sessions = new Map<string, Session>()
  const answers = holdAnswers()
  let status = 0

  async function handle(request: Request) {
    const { pathname: path } = new URL(request.url)
    const body = (await request.json().catch(() => ({}))) as Record<string, any>
    calls.push({ path, body })
    await answers.released()
    if (status !== 0) return Response.json({ message: 'Internal error', code: 'ERROR' }, { status })
    const started = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path)?.[1]
    if (started !== undefined) return start(started)
    const id = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path)?.[1]
    if (id !== undefined) return proceed(id, body['message'])
    return Response.json({ message: 'Not found', code: 'NOT_FOUND' }, { status: 404 })
  }

  function start(slug: string) {
    const steps = bots[slug]
    if (!steps) return Response.json({ message: 'Typebot not found', code: 'NOT_FOUND' }, { status: 404 })
    const sessionId = nextId()
    sessions.set(sessionId, { slug, step: 0 })
    const typebot = { id: nextId(), theme: {}, settings: {} }
    return Response.json({ sessionId, resultId: randomBytes(12).toString('hex'), typebot, ...shown(steps[0]) })
  }

  function proceed(id: string, message: { type?: string; text?: string } | undefined) {
    const session = sessions.get(id)
    if (!session) return Response.json({ message: 'Session not found.', code: 'NOT_FOUND' }, { status: 404 })
    const steps = bots[session.slug] ?? []
    const input = steps[session.step]?.input
    if (input?.accepts && !input.accepts(message?.text ?? '')) {
      const retry = textBubble('Invalid message. Please, try again.')
      return Response.json(shown({ bubbles: [retry], input }))
    }
    session.step++
    return Response.json(shown(steps[session.step]))
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: handle })
  const address = `127.0.0.1:${server.port}`
  return {
    address,
    url: `http://${address}`,
    calls,
    /** As after its retention time. */
    forgetSessions: () => sessions.clear(),
    failWith: (next: number) => void (status = next),
    hold: answers.hold,
    stop: () => server.stop(true),
  }
}

export type Typebot = ReturnType<typeof startTypebot>

function shown({ bubbles = [], input, clientSideActions }: TypebotStep = {}) {
  const { accepts: _, ...block } = input ?? { accepts: undefined, type: '' }
  return {
    messages: bubbles,
    ...(input && { input: { id: nextId(), ...block } }),
    ...(clientSideActions && { clientSideActions }),
  }
}
