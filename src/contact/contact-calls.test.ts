import { afterAll, beforeAll, expect, test } from 'bun:test'
import { TagBody } from '../tag/tag.contract'
import { createTag } from '../tag/save-tag'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import * as v from 'valibot'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
  const ctx = world.ctx(1)
  addTicket(ctx, { contactId: 1, status: 'open', queueId: 1, userId: 2 })
  for (const [name, kanban] of [
    ['VIP', 0],
    ['Proposta', 1],
  ] as const) {
    createTag(ctx, v.parse(TagBody, { name, kanban }))
  }
})
afterAll(() => world.stop())

const long = 'x'.repeat(70_000)
type Call = [method: string, path: string, body?: unknown]

const bad: [Call, string][] = [
  [['GET', '/contacts?pageNumber=0'], 'pageNumber'],
  [['GET', '/contacts?pageNumber=abc'], 'pageNumber'],
  [['GET', '/contacts?pageNumber=1e9'], 'pageNumber'],
  [['GET', '/contacts?channel=telegram'], 'channel'],
  [['GET', '/contacts?isGroup=maybe'], 'isGroup'],
  [['GET', '/contacts?contactTag=[1,"x"]'], 'contactTag.1'],
  [['GET', `/contacts?searchParam=${'a'.repeat(201)}`], 'searchParam'],
  [['GET', '/contacts?cursor=%00'], 'cursor'],
  [['GET', '/contacts/list?companyId=x'], 'companyId'],
  [['GET', '/contacts/x'], 'id'],
  [['GET', '/contacts/1.5'], 'id'],
  [['GET', '/contacts/-1'], 'id'],
  [['GET', `/contacts/checkNumber/${'9'.repeat(51)}`], 'number'],
  [['POST', '/contacts', { number: '5511900009999' }], 'name'],
  [['POST', '/contacts', { name: 'Ana', number: 5511900009999 }], 'number'],
  [['POST', '/contacts', { name: ' a ', number: '5511900009999' }], 'name'],
  [['POST', '/contacts', { name: 'Ana', number: '5511900009999', email: 'a@' }], 'email'],
  [['POST', '/contacts', { name: 'Ana', number: '5511900009999', extraInfo: 'x' }], 'extraInfo'],
  [
    ['POST', '/contacts', { name: 'Ana', number: '5511900009999', extraInfo: [{ name: '', value: '' }] }],
    'extraInfo.0.name',
  ],
  [
    [
      'POST',
      '/contacts',
      { name: 'Ana', number: '5511900009999', extraInfo: [{ name: 'a', value: 'x'.repeat(4097) }] },
    ],
    'extraInfo.0.value',
  ],
  [['PUT', '/contacts/1', { name: long }], 'name'],
  [['PUT', '/contacts/1', { name: 'Maria', number: '12' }], 'number'],
  [['PUT', '/contacts/1', { name: 'Maria', disableBot: 'yes' }], 'disableBot'],
  [['PUT', '/contacts/block/1', { active: 'no' }], 'active'],
  [['PUT', '/contacts/block/1', {}], 'active'],
  [['PUT', '/contacts/toggleAcceptAudio/1', { acceptAudioMessage: 'x' }], 'acceptAudioMessage'],
  [['PUT', '/contacts/toggleDisableBot/1', { disableBot: 3 }], 'disableBot'],
  [['POST', '/tags', { name: 'ab' }], 'name'],
  [['POST', '/tags', { name: 'abc', color: 'red' }], 'color'],
  [['POST', '/tags', { name: 'abc', kanban: 7 }], 'kanban'],
  [['POST', '/tags/sync', { tags: [1] }], 'contactId'],
  [['POST', '/tags/sync', { contactId: 1, tags: 'all' }], 'tags'],
  [['POST', '/tags/sync', { contactId: 1, tags: [999] }], 'tags'],
  [['GET', '/contactTags/x'], 'contactId'],
  [['PUT', '/ticket-tags/x/2'], 'ticketId'],
  [['PUT', '/ticket-tags/1/x'], 'tagId'],
  [['GET', '/ticket-notes/list'], 'ticketId'],
  [['POST', '/ticket-notes', { note: 'x', ticketId: 1 }], 'note'],
  [['POST', '/ticket-notes', { note: 'x'.repeat(4097), ticketId: 1 }], 'note'],
  [['POST', '/ticket-notes', { note: 'Olá', ticketId: 'one' }], 'ticketId'],
  [['DELETE', '/ticket-notes/x'], 'id'],
]

test.each(bad)('%j names the field that is wrong and does nothing', async ([method, path, body], field) => {
  for (const person of [bruno, ana]) {
    const { answer, ...effects } = await effectsOf(world, () => person.call(method, path, body))
    expect([answer.status, Object.keys((answer.body as { fields?: object }).fields ?? {})]).toEqual([400, [field]])
    expect(effects).toEqual(noEffects)
  }
})

const unknown: [Call, string][] = [
  [['GET', '/contacts/999'], 'ERR_NO_CONTACT_FOUND'],
  [['PUT', '/contacts/999', { name: 'Ana' }], 'ERR_NO_CONTACT_FOUND'],
  [['PUT', '/contacts/block/999', { active: true }], 'ERR_NO_CONTACT_FOUND'],
  [['PUT', '/contacts/toggleDisableBot/999'], 'ERR_NO_CONTACT_FOUND'],
  [['GET', '/contacts/profile/5511900008888'], 'ERR_NO_CONTACT_FOUND'],
  [['POST', '/tags/sync', { contactId: 999, tags: [] }], 'ERR_NO_CONTACT_FOUND'],
  [['GET', '/contactTags/999'], 'ERR_NO_CONTACT_FOUND'],
  [['PUT', '/ticket-tags/999/2'], 'ERR_NO_TICKET_FOUND'],
  [['PUT', '/ticket-tags/1/999'], 'ERR_NO_TAG_FOUND'],
  // A plain tag is not a lane.
  [['PUT', '/ticket-tags/1/1'], 'ERR_NO_TAG_FOUND'],
  [['DELETE', '/ticket-tags/999'], 'ERR_NO_TICKET_FOUND'],
  [['GET', '/ticket-notes/list?ticketId=999'], 'ERR_NO_TICKET_FOUND'],
  [['POST', '/ticket-notes', { note: 'Olá', ticketId: 999 }], 'ERR_NO_TICKET_FOUND'],
  [['DELETE', '/ticket-notes/999'], 'ERR_NOT_FOUND'],
]

test.each(unknown)('%j is 404', async ([method, path, body], code) => {
  const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
  expect([answer.status, answer.body.error]).toEqual([404, code])
  expect(effects).toEqual(noEffects)
})

test('records of another company are 404, and anonymous callers are refused', async () => {
  const ours: Call[] = [
    ['PUT', '/ticket-tags/1/2'],
    ['DELETE', '/ticket-tags/1'],
    ['GET', '/ticket-notes/list?ticketId=1&contactId=1'],
    ['POST', '/ticket-notes', { note: 'Olá', ticketId: 1, contactId: 1 }],
    ['POST', '/tags/sync', { contactId: addContact(world.ctx(1), 'Só da Acme'), tags: [] }],
  ]
  for (const [method, path, body] of ours) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    const { answer, ...effects } = await effectsOf(world, () => gina.call(method, path, body), 2)
    expect([path, answer.status]).toEqual([path, 404])
    expect(effects).toEqual(noEffects)
  }
  for (const [, path, body] of [['POST', '/tags', { name: 'Nossa' }] as Call]) {
    expect((await world.nobody.post(path, body)).status).toBe(401)
  }
})

test('stores text in any script unchanged, without characters that change its direction', async () => {
  const name = 'Ñandú 🌻 محمد abc'
  const { body } = await bruno.post('/contacts', {
    name: `${name.slice(0, -3)}\u202eabc`,
    number: '+55 (11) 90000-7777',
    email: '',
    extraInfo: [{ name: '<b>x</b>', value: "'; DROP TABLE contact; --" }],
  })
  expect(body).toMatchObject({ name, number: '5511900007777' })
  expect((await bruno.get(`/contacts/${body.id}`)).body).toMatchObject({
    name,
    extraInfo: [{ name: '<b>x</b>', value: "'; DROP TABLE contact; --" }],
  })
  for (const search of ['nandu', '🌻', 'محمد', '%', "'", '"', '*', 'a" OR "b']) {
    const answer = await bruno.get(`/contacts?searchParam=${encodeURIComponent(search)}`)
    expect([search, answer.status]).toEqual([search, 200])
  }
})

test('extra information keeps its id when changed; the id of another contact’s is refused', async () => {
  const one = (
    await bruno.post('/contacts', { name: 'Um', number: '5511900005551', extraInfo: [{ name: 'a', value: '1' }] })
  ).body
  const other = addContact(world.ctx(1), 'Outro')
  const [{ id }] = one.extraInfo
  const changed = await bruno.put(`/contacts/${one.id}`, {
    name: 'Um',
    extraInfo: [
      { id, name: 'a', value: '2' },
      { name: 'b', value: '3' },
    ],
  })
  expect(changed.body.extraInfo).toMatchObject([{ id, value: '2' }, { value: '3' }])
  await bruno.put(`/contacts/${other}`, { name: 'Outro', extraInfo: [{ id, name: 'roubado', value: 'x' }] })
  expect((await bruno.get(`/contacts/${one.id}`)).body.extraInfo).toMatchObject([{ id, value: '2' }, { value: '3' }])
})
