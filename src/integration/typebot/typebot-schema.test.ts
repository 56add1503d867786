import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lastBotErrors } from '../../bot/bot-errors'
import { emptyIntegration } from '../../testing/bot-bodies'
import { createTalk } from '../../testing/bots'
import { findTicketRowOf, listMessageRows } from '../../testing/conversation'
import { inPieces } from '../../testing/in-pieces'
import { opusSilence } from '../../testing/opus-silence'
import { createIntegration } from '../integration.commands'

/** Answers as Typebot 3 writes them, by the schemas that it publishes, one after another. */
type Answer = Record<string, unknown> | { status: number; body: unknown }

let talk: Awaited<ReturnType<typeof createTalk>>
let answers: Answer[]
let calls: { path: string; body: Record<string, any> }[]
let server: ReturnType<typeof Bun.serve>
beforeEach(async () => {
  answers = []
  calls = []
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      calls.push({
        path: new URL(request.url).pathname,
        body: (await request.json()) as Record<string, any>,
      })
      const next = answers.shift()
      if (!next) return Response.json({ message: 'Session not found.', code: 'NOT_FOUND' }, { status: 404 })
      if ('status' in next) return Response.json(next['body'], { status: Number(next['status']) })
      // In pieces, as behind a proxy.
      const headers = { 'content-type': 'application/json' }
      return new Response(inPieces(JSON.stringify(next), 7, 100), { headers })
    },
  })
  talk = await createTalk({
    environment: { OUTGOING_ALLOW: `127.0.0.1:${server.port}`, PUBLIC_URL: 'https://r.test' },
  })
  const { id } = await createIntegration(talk.ctxAs(talk.ana), {
    ...emptyIntegration,
    type: 'typebot',
    urlN8N: `http://127.0.0.1:${server.port}/`,
    typebotSlug: 'loja',
  })
  talk.connect({ greetingMessage: 'Menu', complationMessage: 'Até logo' }, { integrationId: id })
})
afterEach(async () => {
  talk.stop()
  await server.stop(true)
})

const started = (more: Record<string, unknown>) => ({
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
const text = (words: string, id: string = crypto.randomUUID()) => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: words }] }] },
})
const textInput = { id: 'in1', type: 'text input', options: { labels: { placeholder: 'Digite' } } }

async function ask(words: string) {
  talk.write(words)
  await talk.pass(1)
  return talk.newTexts()
}

const pausesMs = () => {
  const at = talk.ourRows().map(({ sendAfter }) => sendAfter?.getTime() ?? 0)
  return at.slice(1).map((time, index) => time - (at[index] ?? 0))
}
const lastMessage = () => calls.at(-1)?.body['message'] as unknown

test('continues after a wait that pauses the flow, which Typebot ends only with another call', async () => {
  answers.push(
    started({
      messages: [text('Um momento', 'b1')],
      clientSideActions: [
        {
          type: 'wait',
          wait: { secondsToWaitFor: 4 },
          expectsDedicatedReply: true,
          lastBubbleBlockId: 'b1',
        },
      ],
    }),
    {
      messages: [text('Pronto')],
      input: textInput,
      logs: [{ status: 'success', description: 'ok', details: null }],
      progress: 50,
    },
    { messages: [text('Fim')] },
  )
  expect(await ask('Oi')).toEqual(['Um momento', 'Pronto'])
  expect(pausesMs()).toEqual([5000])
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/v1/typebots/loja/startChat',
    '/api/v1/sessions/clx0sess0000008l4e5f6g7h8/continueChat',
  ])
  expect(lastMessage()).toBeUndefined()
  expect(await ask('Certo')).toEqual(['Fim'])
  expect(findTicketRowOf(talk, 1)).toMatchObject({
    status: 'pending',
    isBot: false,
    useIntegration: false,
  })
})

test('a flow that only pauses is left after some calls', async () => {
  const pause = { type: 'wait', wait: { secondsToWaitFor: 1 }, expectsDedicatedReply: true }
  answers.push(
    started({ messages: [], clientSideActions: [pause] }),
    ...Array.from({ length: 100 }, () => ({ messages: [text('.')], clientSideActions: [pause] })),
  )
  const said = await ask('Oi')
  expect(said.length).toBeGreaterThan(2)
  expect(calls.length).toBeLessThanOrEqual(12)
  expect(findTicketRowOf(talk, 1)).toMatchObject({ status: 'pending', useIntegration: false })
  expect(lastBotErrors(talk.ctx(1), 'integration').get(1)).toMatchObject({ code: 'badAnswer' })
})

test('a flow that listens for a webhook continues with the next message', async () => {
  answers.push(
    started({
      messages: [text('Aguardando o pagamento')],
      clientSideActions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }],
    }),
    { messages: [text('Recebido')], input: textInput },
  )
  expect(await ask('Oi')).toEqual(['Aguardando o pagamento'])
  expect(calls).toHaveLength(1)
  expect(await ask('Paguei')).toEqual(['Recebido'])
})

test('shows each button of cards, and answers with the chosen one', async () => {
  const cards = {
    id: 'in2',
    type: 'cards input',
    items: [
      {
        id: 'i1',
        title: 'Plano Ouro',
        description: 'Tudo',
        imageUrl: 'https://a.test/o.png',
        paths: [
          { id: 'p1', text: 'Assinar' },
          { id: 'p2', text: 'Ver mais' },
        ],
      },
      { id: 'i2', title: 'Plano Prata', imageUrl: null, paths: [{ id: 'p3', text: 'Assinar' }] },
      { id: 'i3', title: 'Nenhum', options: { internalValue: 'none' } },
    ],
  }
  answers.push(
    started({ messages: [text('Escolha')], input: cards }),
    { messages: [text('Combinado')], input: cards },
    { messages: [text('Certo')], input: cards },
    { messages: [text('Até')], input: textInput },
  )
  expect(await ask('Oi')).toEqual([
    'Escolha',
    '*1* - Plano Ouro: Assinar\n*2* - Plano Ouro: Ver mais\n*3* - Plano Prata: Assinar\n*4* - Nenhum',
  ])
  await ask('2')
  expect(lastMessage()).toEqual({ type: 'text', text: 'p2' })
  await ask('4')
  expect(lastMessage()).toEqual({ type: 'text', text: 'Nenhum' })
  await ask('plano ouro: assinar')
  expect(lastMessage()).toEqual({ type: 'text', text: 'p1' })
})

test('says which numbers a rating takes', async () => {
  const rating = (options: object) => ({ id: 'in3', type: 'rating input', options })
  answers.push(
    started({ messages: [text('Que nota?')], input: rating({ length: 5, buttonType: 'Icons' }) }),
    {
      messages: [text('E a entrega?')],
      input: rating({ length: 10, buttonType: 'Numbers', startsAt: 0 }),
    },
    { messages: [text('E o resto?')], input: rating({}) },
    { messages: [text('Obrigado')], input: textInput },
  )
  expect(await ask('Oi')).toEqual(['Que nota?', '*1* - *5*'])
  expect(await ask('4')).toEqual(['E a entrega?', '*0* - *10*'])
  expect(await ask('9')).toEqual(['E o resto?', '*1* - *10*'])
  expect(await ask('3')).toEqual(['Obrigado'])
})

test('reads every kind of bubble, and several choices by number and name', async () => {
  const rich = {
    id: 'b2',
    type: 'text',
    content: {
      type: 'richText',
      richText: [
        {
          type: 'p',
          children: [{ text: 'Olá ' }, { type: 'inline-variable', children: [{ text: 'Maria' }] }],
        },
        {
          type: 'variable',
          children: [{ type: 'p', children: [{ text: 'Linha da variável', italic: true }] }],
        },
        { type: 'p', children: [{ text: '' }] },
        { type: 'blockquote', children: [{ type: 'p', children: [{ text: 'citação' }] }] },
      ],
    },
  }
  answers.push(
    started({
      messages: [
        rich,
        { id: 'b3', type: 'embed', content: { url: 'https://a.test/mapa', height: 400 } },
        {
          id: 'b4',
          type: 'video',
          content: { url: 'https://youtu.be/x', id: 'x', type: 'youtube', aspectRatio: '16/9' },
        },
        { id: 'b5', type: 'text', content: { type: 'markdown', markdown: '*Direto*' } },
        { id: 'b6', type: 'custom-embed', content: { initFunction: { args: {}, content: 'x' } } },
      ],
      input: {
        id: 'in4',
        type: 'choice input',
        items: [
          { id: 'c1', content: 'Sim', outgoingEdgeId: 'e1' },
          { id: 'c2', content: 'Não, obrigado' },
          { id: 'c3', content: '' },
          { id: 'c4', content: 'Talvez', displayCondition: { isEnabled: false } },
        ],
        options: { isMultipleChoice: true, buttonLabel: 'Enviar', isSearchable: true },
      },
      clientSideActions: [
        { type: 'startPropsToInject', startPropsToInject: { gtmId: 'x' } },
        {
          type: 'redirect',
          redirect: { url: 'https://a.test/loja', isNewTab: true },
          lastBubbleBlockId: 'b5',
        },
        { type: 'scriptToExecute', scriptToExecute: { content: 'alert(1)', args: [] } },
      ],
    }),
    { messages: [text('Anotado')], input: textInput, lastMessageNewFormat: 'Sim, Talvez' },
  )
  expect(await ask('Oi')).toEqual([
    'Olá Maria\n_Linha da variável_\n\ncitação',
    'https://a.test/mapa',
    'https://youtu.be/x',
    '*Direto*',
    'https://a.test/loja',
    '*1* - Sim\n*2* - Não, obrigado\n*3* - Talvez',
  ])
  expect(await ask('1, 3')).toEqual(['Anotado'])
  expect(lastMessage()).toEqual({ type: 'text', text: 'Sim, Talvez' })
})

test('starts a new session when the session is too old for Typebot, and retries when it is busy', async () => {
  answers.push(
    started({ messages: [text('Olá')], input: textInput }),
    {
      status: 404,
      body: { message: 'Session expired. You need to start a new session.', code: 'NOT_FOUND' },
    },
    started({ messages: [text('Olá de novo')], input: textInput }),
    { status: 429, body: { message: 'Too many requests', code: 'TOO_MANY_REQUESTS' } },
    { messages: [text('Agora sim')], input: textInput },
  )
  expect(await ask('Oi')).toEqual(['Olá'])
  expect(await ask('Ainda aí?')).toEqual(['Olá de novo'])
  expect(await ask('Diga')).toEqual([])
  await talk.pass(10)
  expect(talk.newTexts()).toEqual(['Agora sim'])
  expect(listMessageRows(talk).filter(({ isPrivate }) => isPrivate)).toEqual([])
})

test('a picture answers a question for a file, and a voice note one for text or audio, by a link', async () => {
  talk.ports.connections = { channel: () => ({ fetchMedia: async () => opusSilence(1) }) } as never
  const fileInput = {
    id: 'in5',
    type: 'file input',
    options: { isMultipleAllowed: true, isRequired: true },
  }
  answers.push(
    started({ messages: [text('Envie o comprovante')], input: fileInput }),
    {
      messages: [text('Recebido. E a dúvida?')],
      input: { ...textInput, options: { audioClip: { isEnabled: true } } },
    },
    { messages: [text('Ouvi')], input: textInput },
  )
  expect(await ask('Oi')).toEqual(['Envie o comprovante'])
  const sent = { mimeType: 'audio/ogg; codecs=opus', source: { url: 'x' }, seconds: 1 }
  talk.write('', {
    content: { kind: 'document', text: 'Paguei', name: 'a.ogg', ...sent } as never,
  })
  await talk.pass(2)
  const link = expect.stringMatching(/^https:\/\/r\.test\//)
  expect(lastMessage()).toEqual({ type: 'text', text: 'Paguei', attachedFileUrls: [link] })
  talk.write('', { content: { kind: 'audio', text: '', voiceNote: true, ...sent } })
  await talk.pass(2)
  expect(lastMessage()).toEqual({ type: 'audio', url: link })
  expect(talk.newTexts()).toEqual(['Recebido. E a dúvida?', 'Ouvi'])
})

test('an answer of 60,000 equal signs or commas is passed on at once', async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({
    id: `c${index}`,
    content: `Opção ${index}`,
  }))
  const input = { id: 'in4', type: 'choice input', items, options: { isMultipleChoice: true } }
  answers.push(started({ messages: [text('Escolha')], input }))
  await ask('Oi')
  for (const sign of ['=', ',', '1,']) {
    answers.push({ messages: [text('Não entendi')], input })
    const before = process.cpuUsage()
    await ask(sign.repeat(60_000 / sign.length))
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000)
  }
})
