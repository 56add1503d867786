import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aiModelTable } from '../../ai-agent/ai-agent.tables'
import { block, drawFlow } from '../../testing/bot/flows'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { flowLimits } from '../flow.contract'
import { sweepFlowFiles, unusedFlowBytes } from './sweep-flow-files'

let world: World
let ana: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ ana, gina } = await signIn(world, 'ana', 'gina'))
})
afterAll(() => world.stop())

const picture = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const ogg = new TextEncoder().encode('OggS and then sound')
const mp4 = Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypisom and then pictures')])
const mov = Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypqt   and then pictures')])
const big = (head: Uint8Array, bytes: number) => {
  const file = new Uint8Array(bytes)
  file.set(head)
  return file
}

async function upload(path: string, files: [bytes: Uint8Array, name: string, type: string][], caller = ana) {
  const form = new FormData()
  form.append('fromMe', 'true')
  for (const [bytes, name, type] of files)
    form.append('medias', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  form.append('body', files[0]?.[1] ?? '')
  return caller.post(`/flowbuilder/${path}`, form)
}

let number = 0
async function makeFlow(drawing: object, caller = ana) {
  const { body } = await caller.post('/flowbuilder', { name: `Fluxo ${++number}` })
  const saved = await caller.post('/flowbuilder/flow', { idFlow: body['id'], ...drawing })
  return { id: body['id'] as number, saved }
}

test('accepts files by their bytes, and serves them to their own company only', async () => {
  const image = (await upload('img', [[picture, 'foto.png', 'image/png']])).body['name'] as string
  const audio = (await upload('audio', [[ogg, 'voz.opus', 'audio/ogg']])).body['name'] as string
  const video = (await upload('audio', [[mp4, 'filme.mp4', 'video/mp4']])).body['name'] as string
  const several = (
    await upload('content', [
      [picture, 'a.png', ''],
      [mp4, 'b.mp4', ''],
    ])
  ).body as string[]
  expect([image, audio, video, ...several]).toEqual(Array(5).fill(expect.stringMatching(/^2026-11-[\w-]{24}\.\w+$/)))
  for (const [name, type] of [
    [image, 'image/png'],
    [audio, 'audio/ogg'],
    [video, 'video/mp4'],
  ] as const) {
    const answer = await ana.get(`/public/${name}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect((await ana.get(`/media/${name}`)).status).toBe(200)
  }
  expect((await world.nobody.get(`/public/${image}`)).status).toBe(401)
  expect((await gina.get(`/public/${image}`)).status).toBe(404)
  expect((await ana.get('/public/..%2Fhost.key')).status).toBe(404)
})

test('refuses files that are too large or of another type, with a message', async () => {
  const cases: [string, Uint8Array, string, string, number, string][] = [
    ['img', big(picture, 2_000_001), 'a.png', 'image/png', 413, 'flowImageTooLarge'],
    ['audio', big(ogg, 5_000_001), 'a.ogg', 'audio/ogg', 413, 'flowAudioTooLarge'],
    ['img', ogg, 'a.png', 'image/png', 400, 'flowImageType'],
    ['img', new TextEncoder().encode('<svg onload="alert(1)">'), 'a.png', 'image/png', 400, 'flowImageType'],
    ['audio', new TextEncoder().encode('RIFF    WAVEfmt '), 'a.wav', 'audio/wav', 400, 'flowAudioType'],
    ['audio', mov, 'a.mp4', 'video/mp4', 400, 'flowVideoType'],
    ['content', mov, 'a.mov', 'video/quicktime', 400, 'flowVideoType'],
    ['content', new Uint8Array(), 'a.png', 'image/png', 400, 'empty'],
  ]
  for (const [path, bytes, name, type, status, error] of cases) {
    const answer = await upload(path, [[bytes, name, type]])
    expect([name, answer.status, answer.body['fields']]).toEqual([name, status, { medias: error }])
  }
  expect((await upload('audio', [[big(mp4, 20_000_001), 'a.mp4', 'video/mp4']])).status).toBe(413)
})

test('importing an exported flow finds queues, tags and agents by name, and lists the rest', async () => {
  const { body: tag } = await ana.post('/tags', { name: 'Cliente VIP' })
  const lia = await addAgent('Lia')
  const image = (await upload('img', [[picture, 'foto.png', 'image/png']])).body['name'] as string
  const drawing = drawFlow([
    block(['message', 'Olá'], ['img', image, { original: 'foto.png' }]),
    ['ticket', { id: 1, name: 'Vendas', color: '#000000' }],
    ['tag', { data: { id: tag['id'], name: 'Cliente VIP' } }],
    ['priority', { priority: 'urgent' }],
    ['agent', { id: lia, name: 'Lia' }],
  ])
  const { id, saved } = await makeFlow(drawing)
  expect(saved.status).toBe(200)
  const exported = await ana.get(`/flowbuilder/export/${id}`)
  expect(exported.headers.get('content-disposition')).toContain('filename="Fluxo 1.json"')
  expect(exported.body).toMatchObject({
    format: 'recado-flow',
    nodes: drawing.nodes,
    medias: [{ name: image, original: 'foto.png', type: 'image/png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })

  const own = await makeFlow(drawFlow([]))
  const again = await ana.post('/flowbuilder/import', { flowid: own.id, flow: JSON.stringify(exported.body) })
  expect(again.body).toMatchObject({ version: 2, problems: [], unresolved: [] })

  // Globex has a queue of another name with the same id, not the file, and the agent under another id.
  const hers = (await gina.post('/flowbuilder', { name: 'Dela' })).body['id'] as number
  await gina.post('/tags', { name: 'cliente vip' })
  for (const name of ['Bia', 'LIA']) await addAgent(name, gina, 2)
  const { body } = await gina.post('/flowbuilder/import', { flowid: hers, flow: JSON.stringify(exported.body) })
  const errors = body['problems'].filter(({ level }: { level: string }) => level === 'error')
  expect(errors.map(({ code, nodeId }: { code: string; nodeId: string }) => [code, nodeId])).toEqual([
    ['incomplete', 'n2'],
    ['missingFile', 'n1'],
  ])
  const { nodes } = (await gina.get(`/flowbuilder/flow/${hers}`)).body['flow'].flow
  expect([nodes[2].data, nodes[3].data.name]).toEqual([{ name: 'Vendas', color: '#000000' }, 'cliente vip'])
  expect(nodes[5].data).toEqual({ id: 2, name: 'LIA' })
  expect(nodes[4]).toMatchObject({ type: 'priority', data: { priority: 'urgent' } })
  expect(body['unresolved']).toEqual([
    { kind: 'file', name: 'foto.png' },
    { kind: 'ticket', name: 'Vendas' },
  ])
  const unnamed = drawFlow([['agent', { id: 1 }]])
  const { body: other } = await gina.post('/flowbuilder/import', { flowid: hers, flow: JSON.stringify(unnamed) })
  expect(other['unresolved']).toEqual([{ kind: 'agent', name: '' }])
})

async function addAgent(name: string, caller = ana, companyId = 1) {
  if ((await caller.get('/aiprovider')).body.length === 0) {
    await caller.post('/aiprovider', { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
    world.ctx(companyId).db.insert(aiModelTable).values({ providerId: 1, name: 'gpt-small' }).run()
  }
  const { body } = await caller.post('/agents', { name, agentTypeId: 1, aiProviderId: 1, aiModelListId: 1 })
  return body['id'] as number
}

test('imports flows of similar systems, and refuses other files', async () => {
  const { id } = await makeFlow(drawFlow([]))
  const take = (flow: string) => ana.post('/flowbuilder/import', { flowid: id, flow })
  const drawing = drawFlow([
    ['menu', { message: 'Escolha', arrayOption: [{ number: 1, value: 'Vendas' }] }],
    ['condition', { key: 'idade', condition: 2, value: 18 }],
    ['randomizer', { percent: 20 }],
    [
      'singleBlock',
      {
        seq: ['message1', 'interval2'],
        elements: [
          { number: 'message1', value: 'Oi' },
          { number: 'interval2', value: '5' },
        ],
      },
    ],
  ])
  for (const file of [drawing, { flow: drawing }, { flow: { flow: drawing } }]) {
    const { body } = await take(JSON.stringify(file))
    expect(body['problems'].filter(({ level }: { level: string }) => level === 'error')).toEqual([])
  }
  for (const file of [
    '',
    'nada',
    '[]',
    '{}',
    '{"nodes":[]}',
    JSON.stringify({ nodes: [{ id: 1 }], connections: [] }),
    '['.repeat(100_000),
    withData(`{"x":${'['.repeat(900_000)}${']'.repeat(900_000)}}`),
    withData(`{"x":[${'{},'.repeat(120_000)}{}]}`),
    withData('{"__proto__":{"isAdmin":true}}'),
    JSON.stringify({ nodes: [...drawing.nodes, ...drawing.nodes], connections: [] }),
  ]) {
    expect([file.slice(0, 20), (await take(file)).body['fields']]).toEqual([file.slice(0, 20), { flow: 'flowFile' }])
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

const withData = (data: string) =>
  `{"nodes":[{"id":"s","type":"start","position":{"x":0,"y":0},"data":${data}}],"connections":[]}`

test('deletes files that no kept version uses after a week', async () => {
  const name = async () => (await upload('img', [[picture, 'foto.png', 'image/png']])).body['name'] as string
  const unused = () => unusedFlowBytes(world.ctx(1), 0)
  const unusedBefore = await unused()
  const [kept, lost] = [await name(), await name()]
  const bytes = ((await unused()) - unusedBefore) / 2
  const { id } = await makeFlow(drawFlow([['img', { url: kept }]]))
  expect([bytes > 0, await unused()]).toEqual([true, unusedBefore + bytes])
  await ana.post('/flowbuilder/flow', { idFlow: id, ...drawFlow([]) })
  const { company } = world.ctx(1)
  const before = await sweepFlowFiles(company)
  world.setTime(new Date('2026-11-28T12:00:00Z'))
  const fresh = await name()
  company.sqlite.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    INSERT INTO media (key, kind, owner_id, name, type, size, created_at)
    SELECT 'many-' || i || '.png', 'flow', 0, 'a', 'image/png', 1, 0 FROM n`)
  const swept = await sweepFlowFiles(company)
  expect([before, swept > 1200]).toEqual([0, true])
  expect(company.sqlite.query("SELECT 1 FROM media WHERE key LIKE 'many-%'").all()).toEqual([])
  expect((await ana.get(`/public/${kept}`)).status).toBe(200)
  expect((await ana.get(`/public/${fresh}`)).status).toBe(200)
  expect((await ana.get(`/public/${lost}`)).status).toBe(404)
})

test('saves a drawing of the largest size', async () => {
  const elements = [1, 2, 3, 4, 5].map((number) => ['message', `Texto ${number}`] as [string, string])
  const drawing = drawFlow(Array.from({ length: flowLimits.nodes - 1 }, () => block(...elements)))
  const id = (await ana.post('/flowbuilder', { name: 'Grande' })).body['id'] as number
  const saved = await ana.post('/flowbuilder/flow', { idFlow: id, ...drawing })
  expect([saved.status, saved.body['problems']]).toEqual([200, []])
  expect((await ana.get(`/flowbuilder/flow/${id}`)).body['flow'].flow.nodes).toHaveLength(flowLimits.nodes)
  const position = { x: 0, y: 0 }
  const start = { id: 's', type: 'start', position, data: {} }
  const texts = (lengths: number[]) =>
    lengths.map((length, n) => ({ id: `m${n}`, type: 'message', position, data: { label: 'a'.repeat(length) } }))
  const free = flowLimits.json - JSON.stringify([[start, ...texts(Array(490).fill(0))], []]).length + 3
  const each = Math.floor(free / 490)
  for (const [more, status] of [
    [1, 413],
    [0, 200],
  ] as const) {
    const nodes = [start, ...texts(Array.from({ length: 490 }, (_, n) => each + Number(n < (free % 490) + more)))]
    expect((await ana.post('/flowbuilder/flow', { idFlow: id, nodes, connections: [] })).status).toBe(status)
    const { version } = (await ana.get(`/flowbuilder/flow/${id}`)).body['flow']
    expect(version).toBe(saved.body['version'] + 1 - more)
  }
})
