import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aiModelTable } from './ai-agent/ai-agent.tables'
import { domains } from './domains'
import { liveSubscriptions } from './compose'
import { addFlow, drawFlow } from './testing/bot/flows'
import { changePlans } from './testing/world/change-plans'
import { effectsOf, noEffects } from './testing/world/side-effects'
import { type Person, password } from './testing/world/people'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
  addFlow(world.ctx(1), 'Boleto', drawFlow([]))
  await ana.post('/aiprovider', { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
  world.ctx(1).db.insert(aiModelTable).values({ providerId: 1, name: 'gpt-small' }).run()
})
afterAll(() => world.stop())

interface Rights {
  /** Also the path of one record unless `one` or `put` differ. */
  path: string
  list?: string[]
  /** Where one is read, if it has no call of its own. */
  one?: (id: number) => string
  put?: (id: number) => [path: string, body: object]
  /** Nothing about it can be changed. */
  isFixed?: true
  body?: object
  /** What an agent may do with an admin's; `own`: nothing, but they have others. */
  agent: 'nothing' | 'read' | 'write' | 'own'
  liveName?: string
  /** No plan is without it. */
  everyPlan?: true
}

/** Every record of `defineRecord` by its subject. */
const records: Record<string, Rights> = {
  agent: { path: '/agents', body: { agentTypeId: 1, aiProviderId: 1, aiModelListId: 1 }, agent: 'nothing' },
  aiProvider: {
    path: '/aiprovider',
    one: () => '/aimodelslist?aiProviderId=1',
    put: (id) => ['/aiprovider', { id }],
    body: { base_url: 'https://ai.test/v1', api_key: 'sk-test' },
    agent: 'nothing',
  },
  apiToken: {
    path: '/api-tokens',
    one: () => '/api-tokens',
    body: { scopes: ['contacts:read'], connectionIds: [], expiresOn: null, currentPassword: password },
    agent: 'nothing',
  },
  contactList: {
    path: '/contact-lists',
    list: ['/contact-lists?pageNumber=1', '/contact-lists/list'],
    agent: 'nothing',
    liveName: 'ContactList',
  },
  file: {
    path: '/files',
    list: ['/files?pageNumber=1'],
    body: { message: 'Segue', options: [] },
    agent: 'nothing',
    everyPlan: true,
  },
  flow: {
    path: '/flowbuilder',
    put: (flowId) => ['/flowbuilder', { flowId }],
    agent: 'read',
    liveName: 'flowbuilder',
    everyPlan: true,
  },
  flowCampaign: {
    path: '/flowcampaign',
    put: (id) => ['/flowcampaign', { id }],
    body: { flowId: 1, phrase: 'Quero meu boleto' },
    agent: 'read',
  },
  holiday: { path: '/holidays', body: { day: '2026-07-09' }, agent: 'nothing', everyPlan: true },
  macro: {
    path: '/macros',
    one: () => '/macros/list',
    body: { steps: [{ kind: 'resolve' }] },
    agent: 'own',
    everyPlan: true,
  },
  rule: {
    path: '/rules',
    body: { trigger: { kind: 'created' }, steps: [{ kind: 'resolve' }] },
    agent: 'nothing',
    everyPlan: true,
  },
  quickMessage: {
    path: '/quick-messages',
    body: { shortcode: 'reservado', message: 'Reservado' },
    agent: 'own',
    liveName: 'quickemessage',
    everyPlan: true,
  },
  prompt: { path: '/prompt', body: { prompt: 'Somos uma padaria.', apiKey: 'sk-test', queueId: 1 }, agent: 'nothing' },
  queue: { path: '/queue', body: { color: '#123456' }, agent: 'read', everyPlan: true },
  queueIntegration: {
    path: '/queueIntegration',
    list: ['/queueIntegration?pageNumber=1', '/queueIntegration/list'],
    body: { type: 'n8n', urlN8N: 'https://n8n.test/x' },
    agent: 'nothing',
  },
  role: {
    path: '/roles',
    one: () => '/roles',
    body: {
      allTicket: false,
      allHistoric: false,
      allUserChat: false,
      userClosePendingTicket: false,
      allowGroup: false,
      showDashboard: false,
      allowRealTime: false,
      allowConnections: false,
    },
    agent: 'nothing',
    everyPlan: true,
  },
  suppression: {
    path: '/suppressions',
    one: () => '/suppressions?searchParam=Reservado',
    body: { number: '5511988887777' },
    agent: 'nothing',
    isFixed: true,
  },
  tag: {
    path: '/tags',
    list: ['/tags?pageNumber=1', '/tags/list'],
    body: { color: '#123456' },
    agent: 'write',
    everyPlan: true,
  },
}

/** Records of `defineHostRecord`, which super users write, with the calls that are for every signed-in user. */
const hostRecords: Record<string, { path: string; body: object; everyone: string[]; liveName?: string }> = {
  announcement: {
    path: '/announcements',
    body: { title: 'Manutenção', text: 'Domingo' },
    everyone: ['GET /announcements', 'GET /announcements/:id', 'POST /announcements/seen'],
    liveName: 'company-announcement',
  },
  help: { path: '/helps', body: { title: 'Filas', video: 'dQw4w9WgXcQ' }, everyone: ['GET /helps/list'] },
  plan: { path: '/plans', body: { name: 'Filas', users: 1, connections: 1, queues: 1, amount: 1 }, everyone: [] },
}

test('every record has its rights here', async () => {
  const declared: string[] = []
  for await (const path of new Bun.Glob('**/*.ts').scan(import.meta.dir)) {
    const text = path.endsWith('.test.ts') ? '' : await Bun.file(`${import.meta.dir}/${path}`).text()
    for (const [, subject = ''] of text.matchAll(/= (?:define(?:Host)?Record)\(\{\s+subject: '(\w+)'/g))
      declared.push(subject)
  }
  expect(declared.sort()).toEqual(Object.keys({ ...records, ...hostRecords }).sort())
})

for (const [subject, { path, agent, liveName = subject, ...more }] of Object.entries(records)) {
  test(`${subject}: an agent has no more than their rights, and another company nothing`, async () => {
    const { list = [path], put = (id) => [`${path}/${id}`, {}], isFixed } = more
    const readsOne = ofCompanies.some((record) => record.subject === subject && `GET ${path}/:id` in record.calls)
    const one = more.one ?? (readsOne ? (id: number) => `${path}/${id}` : undefined)
    const body = { ...more.body, name: 'Reservado' }
    const before = world.published.length
    const made = await ana.post(path, body)
    expect(made.status).toBe(200)
    const id = made.body['id'] as number
    const [putPath, putBody] = put(id)
    const reads = [...list, ...(one ? [one(id)] : [])]

    for (const read of reads) {
      expect([read, (await ana.get(read)).status]).toEqual([read, 200])
      const statuses = agent === 'nothing' ? [403] : agent === 'own' ? [200, 404] : [200]
      const seen = await bruno.get(read)
      expect([read, statuses.includes(seen.status)]).toEqual([read, true])
      for (const answer of [...(agent === 'own' ? [seen] : []), await gina.get(read)]) {
        expect([read, JSON.stringify(answer.body).includes('Reservado')]).toEqual([read, false])
      }
    }
    const changeAs = (caller: Caller, name: string) => caller.put(putPath, { ...putBody, name })
    const refused = [() => changeAs(gina, 'Tomado'), () => gina.delete(`${path}/${id}`)]
    if (agent === 'nothing' || agent === 'read') refused.push(() => bruno.post(path, { ...body, name: 'Tomado' }))
    if (agent !== 'write') {
      refused.push(() => changeAs(bruno, 'Tomado'))
    }
    refused.push(() => bruno.delete(`${path}/${id}`))
    for (const act of refused) {
      const { answer, ...effects } = await effectsOf(world, act)
      expect([403, 404]).toContain(answer.status)
      expect(effects).toEqual(noEffects)
    }

    expect((await changeAs(ana, 'Reservado 2')).status).toBe(isFixed ? 404 : 200)
    expect((await ana.delete(`${path}/${id}`)).status).toBe(200)
    const actions = (person: Person) => actionsHeard(person, `company-1-${liveName}`, before)
    const all = isFixed ? ['create', 'delete'] : ['create', 'update', 'delete']
    expect(actions(world.ana)).toEqual(all)
    const hears = agent === 'read' || agent === 'write'
    expect(actions(world.bruno)).toEqual(hears ? all : [])
    expect(actions(world.gina)).toEqual([])
  })
}

for (const [subject, { path, body, everyone, liveName = `company-1-${subject}` }] of Object.entries(hostRecords)) {
  test(`${subject}: super users write; others make and hear only what is for everyone`, async () => {
    const before = world.published.length
    const { id } = (await sofia.post(path, body)).body
    for (const name of Object.keys(declared.find((record) => record.subject === subject)?.calls ?? {})) {
      for (const person of [ana, bruno, gina]) {
        const { answer, ...effects } = await effectsOf(world, () => call(person, name, id))
        expect([name, answer.status]).toEqual([name, everyone.includes(name) ? 200 : 403])
        if (!everyone.includes(name)) expect(effects).toEqual(noEffects)
      }
    }
    const other = 'title' in body ? { title: 'Outro' } : { name: 'Outro' }
    expect((await sofia.put(`${path}/${id}`, other)).body).toMatchObject({ id, ...other })
    expect((await sofia.delete(`${path}/${id}`)).status).toBe(200)
    const [whole, removed] = subject === 'announcement' ? ['record', 'id'] : [subject, `${subject}Id`]
    const published = world.published
      .slice(before)
      .filter(({ event, data }) => event === liveName && data['action'] !== 'seen')
    expect(published.map(({ data }) => data)).toMatchObject([
      { [whole]: { id } },
      { [whole]: { id, ...other } },
      { [removed]: id },
    ])
    const heard = (person: Person) => actionsHeard(person, liveName, before).filter((action) => action !== 'seen')
    expect(heard(world.sofia)).toEqual(['create', 'update', 'delete'])
    for (const person of [world.ana, world.bruno, world.gina]) {
      expect(heard(person)).toEqual(liveName === 'company-announcement' ? ['create', 'update', 'delete'] : [])
    }
  })
}

const declared = domains.flatMap((domain) => domain.records ?? [])
const ofCompanies = declared.filter(({ subject }) => subject in records)

function call(by: Caller, name: string, id = 1) {
  const [method = '', path = ''] = name.replace(/:\w+/g, String(id)).split(' ')
  return by.call(method, path, method === 'GET' ? undefined : {})
}

test('every call of a declared record asks for its rights before anything else', async () => {
  for (const { subject, calls } of ofCompanies) {
    for (const name of Object.keys(calls)) {
      const agent = records[subject]?.agent
      if (agent === 'own' || agent === 'write' || (agent === 'read' && name.startsWith('GET'))) continue
      expect([name, (await call(bruno, name)).status]).toEqual([name, 403])
    }
  }
})

test('every call of a declared record asks for its plan, also of another company', async () => {
  changePlans(world, { useOpenAi: false, useCampaigns: false, useIntegrations: false, useExternalApi: false })
  for (const { subject, calls } of ofCompanies.filter((record) => !records[record.subject]?.everyPlan)) {
    for (const name of Object.keys(calls)) {
      for (const admin of [ana, gina]) {
        const { answer, ...effects } = await effectsOf(world, () => call(admin, name))
        expect([subject, name, answer.status]).toEqual([subject, name, 402])
        expect(effects).toEqual(noEffects)
      }
    }
  }
})

/** What a person's subscriptions bring of an event, without repeated updates. */
function actionsHeard(person: Person, name: string, after: number) {
  const own = liveSubscriptions.topicsOf(world.ctxAs(person)).map((topic) => `${person.companyId}/${topic}`)
  const heard = world.published
    .slice(after)
    .filter(({ event, topics }) => event === name && topics.some((topic) => own.includes(topic)))
  return [...new Set(heard.map(({ data }) => data['action']))]
}
