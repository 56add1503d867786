import { afterEach, beforeEach, expect, test } from 'bun:test'
import { dot } from '../../testing/media/dot'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, listMessageRows } from '../../testing/conversation/conversation'
import { listContactTags } from '../../tag/tag.queries'
import { type Caller, signIn } from '../../testing/world/world'
import { forgetPhrases } from '../phrase/phrase-index'

/** Files as similar systems write them: what their editors add to nodes and connections is kept. */
let talk: Talk
let ana: Caller
beforeEach(async () => {
  talk = await createTalk()
  ;({ ana } = await signIn(talk, 'ana'))
})
afterEach(() => talk.stop())

const drawn = (x: number, selected = false) => ({
  position: { x, y: 100.5 },
  positionAbsolute: { x, y: 100.5 },
  width: 200,
  height: 96,
  selected,
  dragging: false,
  style: { backgroundColor: selected ? '#0000FF' : '#13111C', padding: selected ? 1 : 0, borderRadius: 8 },
})
const edge = (source: string, target: string, sourceHandle: string | null = 'a') => ({
  source,
  sourceHandle,
  target,
  targetHandle: null,
  id: `reactflow__edge-${source}${sourceHandle ?? ''}-${target}`,
  type: 'buttonedge',
  animated: true,
  style: { color: '#ff0000', strokeWidth: '6px' },
})
const start = { id: '1', type: 'start', data: { label: 'Inicio do fluxo' }, ...drawn(250) }

interface Imported {
  problems: { level: string; code: string; nodeId?: string }[]
  unresolved: unknown[]
}

/** Imports a file into a new flow that the phrase starts. */
async function importFile(phrase: string, file: object) {
  const { body: flow } = await ana.post('/flowbuilder', { name: `Fluxo ${phrase}` })
  const { status, body } = await ana.post('/flowbuilder/import', { flowid: flow['id'], flow: JSON.stringify(file) })
  expect(status).toBe(200)
  await ana.post('/flowcampaign', { name: phrase, flowId: flow['id'], whatsappId: null, phrase })
  forgetPhrases(talk.ctx(1))
  const { problems, unresolved } = body as Imported
  return { errors: problems.filter(({ level }) => level === 'error'), problems, unresolved }
}

async function say(text: string) {
  talk.write(text)
  await talk.pass(3)
  return talk.newTexts()
}

async function upload(name: string, bytes: Uint8Array, type: string) {
  const form = new FormData()
  form.append('medias', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  return ((await ana.post('/flowbuilder/content', form)).body as string[])[0] ?? ''
}

test('a drawing alone: texts, menu with gaps in its numbers, randomizer, interval, queue', async () => {
  const file = {
    nodes: [
      start,
      { id: 'kQ2vA', type: 'message', data: { label: 'Bom dia, {nome}' }, ...drawn(500) },
      {
        id: 'mN9xB',
        type: 'menu',
        data: {
          message: 'Como ajudamos?',
          arrayOption: [
            { number: 1, value: 'Vendas' },
            { number: 3, value: 'Sair' },
          ],
        },
        ...drawn(740, true),
      },
      { id: 'iV1', type: 'interval', data: { label: 'Intervalo 2 seg.', sec: '2' }, ...drawn(980) },
      { id: 'rD1', type: 'randomizer', data: { percent: 100 }, ...drawn(1200) },
      {
        id: 'tK1',
        type: 'ticket',
        data: { data: { id: 77, name: 'vendas', color: '#ff0000', orderQueue: 1, companyId: 9 } },
        ...drawn(1500),
      },
      { id: 'mS2', type: 'message', data: { label: 'Até logo' }, ...drawn(980) },
    ],
    connections: [
      edge('1', 'kQ2vA'),
      edge('kQ2vA', 'mN9xB'),
      edge('mN9xB', 'iV1', 'a1'),
      edge('mN9xB', 'mS2', 'a3'),
      edge('iV1', 'rD1', null),
      edge('rD1', 'tK1', 'a'),
      edge('rD1', 'mS2', 'b'),
      // A second line from one output, and one to a block that is gone, as those editors allow.
      edge('kQ2vA', 'mS2'),
      edge('mS2', 'gone'),
    ],
  }
  expect(await importFile('oi', file)).toMatchObject({ errors: [], unresolved: [] })
  expect(await say('OI')).toEqual(['Bom dia, Dona Maria', 'Como ajudamos?\n\n[1] Vendas\n[3] Sair'])
  expect(await say('2')).toEqual(['Como ajudamos?\n\n[1] Vendas\n[3] Sair'])
  await say('1')
  expect(findTicketRowOf(talk, 1)).toMatchObject({ status: 'pending', queueId: 1 })
})

test('a named flow with content, condition, tag, files and an agent’s block', async () => {
  await ana.post('/tags', { name: 'Cliente VIP' })
  const image = await upload('foto.png', dot, 'image/png')
  const audio = await upload('voz.ogg', new TextEncoder().encode('OggS and then sound'), 'audio/ogg')
  const file = {
    name: 'Cadastro',
    user_id: 4,
    company_id: 3,
    active: true,
    flow: {
      nodes: [
        start,
        {
          id: 'b1',
          type: 'singleBlock',
          data: {
            seq: ['message0', 'input0', 'img0', 'audio0', 'interval0', 'document0'],
            elements: [
              { type: 'message', value: 'Qual a sua idade?', number: 'message0' },
              { type: 'interval', value: '1', number: 'interval0' },
              { type: 'input', value: 'idade', number: 'input0' },
              { type: 'img', value: image, original: 'foto.png', number: 'img0', teste: 'image' },
              { type: 'audio', value: audio, original: 'voz.ogg', number: 'audio0', record: true },
              { type: 'document', value: 'x.pdf', original: 'x.pdf', number: 'document0' },
            ],
          },
          ...drawn(500),
        },
        { id: 'c1', type: 'condition', data: { key: 'idade', condition: 2, value: '18' }, ...drawn(800) },
        { id: 'g1', type: 'tag', data: { tag: { id: 12, name: 'cliente vip', color: '#00ff00' } }, ...drawn(1100) },
        {
          id: 'q1',
          type: 'ticket',
          data: { queue: { id: 5, name: 'Suporte', color: '#00f', greetingMessage: '', schedules: [] }, user: '' },
          ...drawn(1400),
        },
        { id: 'n1', type: 'message', data: { label: 'Volte com um adulto' }, ...drawn(1100) },
        { id: 'a1', type: 'agent', data: { id: 8, name: 'Lia' }, ...drawn(1500) },
      ],
      connections: [
        edge('1', 'b1'),
        edge('b1', 'c1'),
        edge('c1', 'g1', 'a'),
        edge('c1', 'n1', 'b'),
        edge('g1', 'q1'),
        edge('n1', 'a1'),
      ],
    },
  }
  expect(await importFile('cadastro', file)).toMatchObject({
    errors: [{ code: 'incomplete', nodeId: 'a1' }],
    unresolved: [{ kind: 'agent', name: 'Lia' }],
  })
  expect(await say('cadastro')).toEqual(['Qual a sua idade?'])
  expect(await say('21')).toEqual(['', ''])
  const files = listMessageRows(talk).filter(({ mediaType }) => mediaType !== null)
  expect(files.map(({ mediaType, data }) => [mediaType, data?.file?.voiceNote === true])).toEqual([
    ['image', false],
    ['audio', true],
  ])
  expect(findTicketRowOf(talk, 1)).toMatchObject({ status: 'pending', queueId: 2 })
  expect(listContactTags(talk.ctx(1), 1).map(({ name }) => name)).toEqual(['Cliente VIP'])
})

test('a stored answer of the flow call, with files of its own and blocks that only that system has', async () => {
  const video = await upload(
    'a.mp4',
    Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypisom and then pictures')]),
    'video/mp4',
  )
  const image = await upload('foto.png', dot, 'image/png')
  const audio = await upload('voz.ogg', new TextEncoder().encode('OggS and then sound'), 'audio/ogg')
  const file = {
    flow: {
      id: 3,
      name: 'Boas-vindas',
      flow: {
        nodes: [
          { id: 'h1', type: 'httpRequest', data: { url: 'http://169.254.169.254/', method: 'GET' }, ...drawn(900) },
          start,
          { id: 'i1', type: 'img', data: { url: image }, ...drawn(400) },
          { id: 'u1', type: 'audio', data: { url: audio, record: false }, ...drawn(500) },
          { id: 'v1', type: 'video', data: { url: video }, ...drawn(600) },
          { id: 'x1', type: 'img', data: { url: 'uploads/perdida.png' }, ...drawn(700) },
          { id: 'm1', type: 'message', data: { label: 'Fim' }, ...drawn(1000) },
        ],
        connections: [
          edge('1', 'i1'),
          edge('i1', 'u1'),
          edge('u1', 'v1'),
          edge('v1', 'x1'),
          edge('x1', 'h1'),
          edge('h1', 'm1'),
        ],
      },
    },
  }
  const { errors, problems, unresolved } = await importFile('boas', file)
  expect(errors).toMatchObject([{ code: 'missingFile', nodeId: 'x1' }])
  expect(problems.map(({ code }) => code)).toContain('unknownType')
  expect(unresolved).toEqual([{ kind: 'file', name: 'uploads/perdida.png' }])
  expect(await say('boas')).toEqual(['', '', '', 'Fim'])
})

test('questions that other editors draw as blocks of their own wait for the answer', async () => {
  const node = (id: string, type: string, data: object) => ({ id, type, data, ...drawn(500) })
  const file = {
    nodes: [
      start,
      node('p1', 'input', { question: 'Qual o seu nome?', variableName: 'nome_dele' }),
      node('p2', 'question', { typebotIntegration: { message: 'E a cidade?', answerKey: 'cidade' } }),
      node('m1', 'message', { label: 'Oi {{nome_dele}} de {{cidade}}' }),
      node('p3', 'input', { question: 'Algo mais?', variableName: '' }),
    ],
    connections: [edge('1', 'p1'), edge('p1', 'p2'), edge('p2', 'm1')],
  }
  const { errors } = await importFile('perguntas', file)
  expect(errors).toMatchObject([{ code: 'incomplete', nodeId: 'p3' }])
  expect(await say('perguntas')).toEqual(['Qual o seu nome?'])
  expect(await say('Ana')).toEqual(['E a cidade?'])
  expect(await say('Recife')).toEqual(['Oi Ana de Recife'])
})
