import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lastBotErrors } from '../../bot/bot-errors'
import { findTicketRowOf, listMessageRows } from '../../testing/conversation/conversation'
import {
  createTypebotTalk,
  started,
  text,
  textInput,
  type TypebotTalk,
} from '../../testing/services/typebot/typebot-talk'

let typebot: TypebotTalk
beforeEach(async () => {
  typebot = await createTypebotTalk()
})
afterEach(() => typebot.stop())

test('continues after a wait that pauses the flow, which Typebot ends only with another call', async () => {
  const { talk, answers, calls, ask, pausesMs, lastMessage } = typebot
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
  const { talk, answers, calls, ask } = typebot
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
  const { answers, calls, ask } = typebot
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

test('starts a new session when the session is too old for Typebot, and retries when it is busy', async () => {
  const { talk, answers, ask } = typebot
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
