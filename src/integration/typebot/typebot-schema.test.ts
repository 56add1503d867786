import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writesFile } from '../../testing/media/written-file'
import { opusSilence } from '../../testing/media/opus-silence'
import {
  createTypebotTalk,
  started,
  text,
  textInput,
  type TypebotTalk,
} from '../../testing/services/typebot/typebot-talk'
import { measureProcessor } from '../../testing/clock/processor-time'

let typebot: TypebotTalk
beforeEach(async () => {
  typebot = await createTypebotTalk()
})
afterEach(() => typebot.stop())

test('shows each button of cards, and answers with the chosen one', async () => {
  const { answers, ask, lastMessage } = typebot
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
      { id: 'i4', title: '', paths: [{ id: 'p4', text: 'Falar' }] },
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
    '*1* - Plano Ouro: Assinar\n*2* - Plano Ouro: Ver mais\n*3* - Plano Prata: Assinar\n*4* - Nenhum\n*5* - Falar',
  ])
  await ask('2')
  expect(lastMessage()).toEqual({ type: 'text', text: 'p2' })
  await ask('4')
  expect(lastMessage()).toEqual({ type: 'text', text: 'Nenhum' })
  await ask('plano ouro: assinar')
  expect(lastMessage()).toEqual({ type: 'text', text: 'p1' })
})

test('says which numbers a rating takes', async () => {
  const { answers, ask } = typebot
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
  const { answers, ask, lastMessage } = typebot
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

test('a picture answers a question for a file, and a voice note one for text or audio, by a link', async () => {
  const { talk, answers, ask, lastMessage } = typebot
  talk.ports.connections = { channel: () => ({ fetchMedia: writesFile(() => opusSilence(1)) }) } as never
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
  const { answers, ask } = typebot
  const items = Array.from({ length: 50 }, (_, index) => ({
    id: `c${index}`,
    content: `Opção ${index}`,
  }))
  const input = { id: 'in4', type: 'choice input', items, options: { isMultipleChoice: true } }
  answers.push(started({ messages: [text('Escolha')], input }))
  await ask('Oi')
  for (const sign of ['=', ',', '1,']) {
    answers.push({ messages: [text('Não entendi')], input })
    const tookMs = measureProcessor()
    await ask(sign.repeat(60_000 / sign.length))
    expect(tookMs()).toBeLessThan(1_000)
  }
})
