import { createIntegration } from '../../../integration/integration.commands'
import { emptyIntegration } from '../../bot/bot-bodies'
import { createTalk } from '../../bot/bots'
import { inPieces } from '../in-pieces'

/** Answers as Typebot 3 writes them, by the schemas that it publishes. */
type TypebotAnswer = Record<string, unknown> | { status: number; body: unknown }

export type TypebotTalk = Awaited<ReturnType<typeof createTypebotTalk>>

export async function createTypebotTalk() {
  const answers: TypebotAnswer[] = []
  const calls: { path: string; body: Record<string, any> }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      calls.push({ path: new URL(request.url).pathname, body: (await request.json()) as Record<string, any> })
      const next = answers.shift()
      if (!next) return Response.json({ message: 'Session not found.', code: 'NOT_FOUND' }, { status: 404 })
      if ('status' in next) return Response.json(next['body'], { status: Number(next['status']) })
      // In pieces, as behind a proxy.
      const headers = { 'content-type': 'application/json' }
      return new Response(inPieces(JSON.stringify(next), 7, 100), { headers })
    },
  })
  const talk = await createTalk({
    environment: { OUTGOING_ALLOW: `127.0.0.1:${server.port}`, PUBLIC_URL: 'https://r.test' },
  })
  const { id } = await createIntegration(talk.ctxAs(talk.ana), {
    ...emptyIntegration,
    type: 'typebot',
    urlN8N: `http://127.0.0.1:${server.port}/`,
    typebotSlug: 'loja',
  })
  talk.connect({ greetingMessage: 'Menu', complationMessage: 'Até logo' }, { integrationId: id })

  return {
    talk,
    answers,
    calls,
    async ask(words: string) {
      talk.write(words)
      await talk.pass(1)
      return talk.newTexts()
    },
    /** Milliseconds between the times at which our messages are sent. */
    pausesMs() {
      const at = talk.ourRows().map(({ sendAfter }) => sendAfter?.getTime() ?? 0)
      return at.slice(1).map((time, index) => time - (at[index] ?? 0))
    },
    lastMessage: () => calls.at(-1)?.body['message'] as unknown,
    async stop() {
      talk.stop()
      await server.stop(true)
    },
  }
}

export const started = (more: Record<string, unknown>) => ({
  sessionId: 'clx0sess0000008l4e5f6g7h8',
  resultId: 'clx0resu0000008l4e5f6g7h8',
  typebot: {
    id: 'clx0bot00000008l4e5f6g7h8',
    version: '6.1',
    theme: { general: { font: { type: 'Google', family: 'Open Sans' } } },
    settings: {
      general: { isInputPrefillEnabled: true },
      typingEmulation: { enabled: true, speed: 400 },
    },
    publishedAt: '2026-01-05T10:00:00.000Z',
  },
  ...more,
})
export const text = (words: string, id: string = crypto.randomUUID()) => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: words }] }] },
})
export const textInput = { id: 'in1', type: 'text input', options: { labels: { placeholder: 'Digite' } } }
