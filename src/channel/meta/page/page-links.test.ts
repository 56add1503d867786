import { afterEach, expect, test } from 'bun:test'
import { checkAccess } from '../../../connection/running/connection-channel'
import { graphPages, graphPeople } from '../../../testing/services/graph-server/page-state'
import { verifyAddress } from '../../../testing/services/graph-server/graph-webhooks'
import { changePlans } from '../../../testing/world/change-plans'
import { createPageWorld, hostVerifyToken, type PageWorld } from '../../../testing/whatsapp/page-world'
import { until } from '../../../testing/whatsapp/whatsapp-world'

const [aurora, outlet] = graphPages as [(typeof graphPages)[0] & { instagram: { id: string } }, (typeof graphPages)[0]]
const [marta, nuno, iara] = graphPeople as [P, P, P]
type P = (typeof graphPeople)[0]

let world: PageWorld
afterEach(() => world.stop())

const bodies = () => world.rows('SELECT body FROM message ORDER BY id').map((row) => row['body'] as string)
test('links a user’s pages with their Instagram accounts, and names those who write', async () => {
  world = await createPageWorld()
  world.graph.state.pages.files.set(`${marta.id}.jpg`, { bytes: picture, type: 'image/jpeg' })
  const ids = await world.linkAll()
  expect(world.rows('SELECT name, channel FROM connection WHERE id > 1')).toEqual([
    { name: 'Casa Aurora', channel: 'facebook' },
    { name: 'Casa Aurora (Instagram)', channel: 'instagram' },
    { name: 'Aurora Outlet', channel: 'facebook' },
  ])
  expect(await (await verifyAddress(world.address, hostVerifyToken)).text()).toBe('1158201444')
  expect((await verifyAddress(world.address, 'wrong-token')).status).toBe(403)

  await world.pages.says(aurora.id, marta.id, { text: 'Oi, abrem hoje?' })
  await world.pages.says(aurora.instagram.id, iara.id, { text: 'Olá!' })
  await world.pages.says(outlet.id, nuno.id, { text: 'Bom dia' })
  await until(() => bodies().length === 3, 'the messages')
  await world.runJobs(1)
  expect(
    world.rows(
      `SELECT contact.name, number, username, contact.channel, ticket.connection_id AS id, picture_media_id IS NOT NULL AS pictured
       FROM contact JOIN ticket ON contact_id = contact.id ORDER BY ticket.id`,
    ),
  ).toEqual([
    { name: 'Marta Lopes', number: '', username: '', channel: 'facebook', id: ids[0], pictured: 1 },
    { name: 'Iara Souza', number: '', username: iara.username, channel: 'instagram', id: ids[1], pictured: 0 },
    // He hides his profile.
    { name: 'Contato 9999', number: '', username: '', channel: 'facebook', id: ids[2], pictured: 0 },
  ])
})

test('an account of another company is listed as refused, and only those who manage connections link', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  const gina = await world.as(world.gina)
  world.noBystander()
  expect((await gina.post('/facebook', { ...world.login })).body['connections']).toHaveLength(2)
  const refused = await ana.post('/facebook', { ...world.login, addInstagram: true })
  expect(refused.body).toEqual({
    connections: [{ id: 2, name: 'Casa Aurora', channel: 'instagram' }],
    notLinked: [
      { name: 'Casa Aurora', channel: 'facebook', error: 'ERR_ACCOUNT_TAKEN' },
      { name: 'Aurora Outlet', channel: 'facebook', error: 'ERR_ACCOUNT_TAKEN' },
    ],
  })
  expect((await ana.post('/facebook', { ...world.login, facebookUserToken: 'nonsense' })).body).toMatchObject({
    error: 'ERR_INVALID_INPUT',
    fields: { facebookUserToken: 'invalid' },
  })
  const bruno = await world.as(world.bruno)
  for (const [path, body] of Object.entries(callsOfAdmins)) expect((await bruno.post(path, body)).status).toBe(403)
  expect((await bruno.get('/facebook/2')).status).toBe(403)
})

test('what the plan leaves no room for is listed, the others are linked', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  const link = async (plan: Parameters<typeof changePlans>[1]) => {
    changePlans(world, plan)
    const { connections, notLinked } = (await ana.post('/facebook', { ...world.login, addInstagram: true })).body
    expect(notLinked).toEqual(notLinked.map((one: object) => ({ ...one, error: 'ERR_PLAN_LIMIT' })))
    return [connections, notLinked].map((all) => all.map(({ name, channel }: Named) => `${channel} ${name}`))
  }
  const [page, instagram, other] = ['facebook Casa Aurora', 'instagram Casa Aurora', 'facebook Aurora Outlet']
  expect(await link({ useFacebook: false, useInstagram: false })).toEqual([[], [page, instagram, other]])
  expect(await link({ useFacebook: true, connections: 2 })).toEqual([[page], [instagram, other]])
  expect(await link({ useInstagram: true, connections: 3 })).toEqual([[page, `${instagram} (Instagram)`], [other]])
})

interface Named {
  name: string
  channel: string
}

test('an account has no code to scan or enter, and keeps its access when one is asked for', async () => {
  world = await createPageWorld()
  const [id] = await world.linkAll()
  const [ana, sofia] = [await world.as(world.ana), await world.as(world.sofia)]
  for (const answer of [
    await ana.put(`/whatsappsession/${id}`),
    await ana.post(`/whatsappsession/${id}/pairing-code`, { number: '11988880000' }),
    await sofia.put(`/companies/1/connections/${id}/session`),
  ]) {
    expect([answer.status, answer.body['error']]).toEqual([400, 'ERR_CHANNEL_CANNOT'])
  }
  expect((await ana.get(`/facebook/${id}`)).body).toMatchObject({ token: 'set' })
})

const callsOfAdmins = {
  '/facebook': { facebookUserId: '1', facebookUserToken: 'x' },
  '/facebook/login': undefined,
  '/facebook/accounts': { code: 'x', state: 'y' },
  '/facebook/links': { link: 'x', accountIds: ['1'], queueIds: [] },
}

test('the login dialog returns to the person who began it, once', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  const { address } = (await ana.post('/facebook/login')).body as { address: string }
  const returned = await logIn(address)
  const sofia = await world.as(world.sofia)
  expect((await sofia.post('/facebook/accounts', returned)).body).toMatchObject({ fields: { state: 'invalid' } })
  const found = (await ana.post('/facebook/accounts', returned)).body as { link: string; accounts: object[] }
  expect(found.accounts).toMatchObject([
    { accountId: aurora.id, channel: 'facebook', name: 'Casa Aurora', connectionName: null },
    { accountId: aurora.instagram.id, channel: 'instagram', username: 'casa.aurora' },
    { accountId: outlet.id, channel: 'facebook' },
  ])
  expect(JSON.stringify(found)).not.toContain(aurora.token)
  expect((await ana.post('/facebook/accounts', returned)).body['error']).toBe('ERR_INVALID_INPUT')
  const chosen = { link: found.link, accountIds: [outlet.id], queueIds: [1] }
  expect((await sofia.post('/facebook/links', chosen)).body['error']).toBe('ERR_LOGIN_OVER')
  expect((await ana.post('/facebook/links', chosen)).body).toEqual({
    connections: [{ id: 2, name: 'Aurora Outlet', channel: 'facebook' }],
    notLinked: [],
  })
  // Again: the same connection gets a new token.
  expect((await ana.post('/facebook/links', chosen)).body['connections']).toEqual([
    { id: 2, name: 'Aurora Outlet', channel: 'facebook' },
  ])
  expect(world.graph.state.pages.subscribed.get(outlet.id)).toContain('messages')
})

/** Confirms Meta's dialog, which returns to the connections. */
async function logIn(address: string) {
  const dialog = await (await fetch(address)).text()
  const back = new URL(/<a href="([^"]*)"/.exec(dialog)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(back.origin + back.pathname).toBe('https://recado.example/connections')
  return { code: back.searchParams.get('code'), state: back.searchParams.get('state') }
}

test('the host links a page to another company, whose log tells it', async () => {
  world = await createPageWorld()
  world.noBystander()
  const [ana, gina, sofia] = [await world.as(world.ana), await world.as(world.gina), await world.as(world.sofia)]
  const path = '/companies/2/facebook'
  const { address } = (await sofia.post(`${path}/login`)).body as { address: string }
  const returned = await logIn(address)
  for (const other of [ana, gina]) {
    expect((await other.post(`${path}/accounts`, returned)).status).toBe(403)
    expect((await other.post('/facebook/accounts', returned)).body).toMatchObject({ fields: { state: 'invalid' } })
  }
  const elsewhere = await sofia.post('/companies/1/facebook/accounts', returned)
  expect(elsewhere.body).toMatchObject({ fields: { state: 'invalid' } })
  const { link } = (await sofia.post(`${path}/accounts`, returned)).body as { link: string }
  const chosen = { link, accountIds: [outlet.id], queueIds: [1] }
  expect((await gina.post('/facebook/links', chosen)).body['error']).toBe('ERR_LOGIN_OVER')
  const linked = { connections: [{ id: 2, name: 'Aurora Outlet', channel: 'facebook' }], notLinked: [] }
  expect((await sofia.post(`${path}/links`, chosen)).body).toEqual(linked)
  expect((await sofia.post(`${path}/links`, chosen)).body).toEqual(linked)
  // A refused link leaves no entry.
  await ana.post('/facebook', { ...world.login })
  const taken = { ...chosen, accountIds: [aurora.id] }
  expect((await sofia.post(`${path}/links`, taken)).body['notLinked']).toMatchObject([{ error: 'ERR_ACCOUNT_TAKEN' }])
  expect((await gina.get('/support-log')).body['records']).toMatchObject([
    { what: 'connectionChanged', connectionId: 2, connectionName: 'Aurora Outlet', userName: 'Sofia Reis' },
    { what: 'connectionCreated', connectionName: 'Aurora Outlet', userName: 'Sofia Reis' },
  ])
})

test('admins see when the access ends, as Meta says once a day', async () => {
  world = await createPageWorld()
  const { accessEnds } = world.graph.state.pages
  const at = (ms: number) => Math.floor(ms / 1000)
  accessEnds.set(aurora.token, at(Date.UTC(2027, 0, 20)))
  const [id] = await world.linkAll()
  const ana = await world.as(world.ana)
  const shown = async () => (await ana.get(`/whatsapp/${id}`)).body['cloudAccount']['accessEndsAt']
  expect(await shown()).toBe('2027-01-20T00:00:00.000Z')
  accessEnds.set(aurora.token, at(Date.UTC(2027, 3, 20)))
  await checkAccess(world.ctx(1))
  expect(await shown()).toBe('2027-04-20T00:00:00.000Z')
  const page = world.graph.state.pages.pages.find((one) => one.id === aurora.id)!
  page.token = 'EAAGanothertoken0000000000000001'
  await checkAccess(world.ctx(1))
  await until(
    () => world.rows(`SELECT status FROM connection WHERE id = ${id}`)[0]?.['status'] === 'DISCONNECTED',
    'the end',
  )
})

test('imports the account’s earlier conversations when asked', async () => {
  world = await createPageWorld({ world: { now: new Date('2026-11-29T12:00:00Z') } })
  const [us, her] = [
    { id: aurora.id, name: aurora.name },
    { id: marta.id, name: 'Marta Lopes' },
  ]
  const said = (id: string, day: string, from: typeof us, to: typeof us, message: string) => {
    return { id, created_time: `2026-11-${day}T10:00:00+0000`, from, to: { data: [to] }, message }
  }
  const messages = [
    said('m_4', '27', us, her, 'Até amanhã'),
    said('m_3', '26', her, us, 'Combinado'),
    said('m_2', '25', us, her, 'Pode ser amanhã?'),
    said('m_1', '02', her, us, 'Antiga demais'),
  ]
  world.graph.state.pages.past.set(aurora.id, [{ id: 't_1', updated_time: '2026-11-27T10:00:00+0000', messages }])
  const [id] = await world.linkAll()
  const ana = await world.as(world.ana)
  const asked = { enableImportMessage: true, importOldMessages: '2026-11-20', queueIdImportMessages: 1 }
  expect((await ana.put(`/whatsapp/${id}`, asked)).status).toBe(200)
  await until(() => bodies().length === 3, 'the conversation')
  expect(world.rows('SELECT body, from_me, provider_id FROM message ORDER BY created_at')).toEqual([
    { body: 'Pode ser amanhã?', from_me: 1, provider_id: 'm_2' },
    { body: 'Combinado', from_me: 0, provider_id: 'm_3' },
    { body: 'Até amanhã', from_me: 1, provider_id: 'm_4' },
  ])
  expect(world.rows("SELECT name FROM contact WHERE channel = 'facebook'")).toEqual([{ name: 'Marta Lopes' }])
  expect(world.graph.state.pages.sent).toEqual([])
})

test('disconnecting takes the app off the page once no connection needs it', async () => {
  world = await createPageWorld()
  const [facebook, instagram] = await world.linkAll()
  const ana = await world.as(world.ana)
  const isSubscribed = () => world.graph.state.pages.subscribed.has(aurora.id)
  expect((await ana.delete(`/whatsappsession/${facebook}`)).status).toBe(200)
  await until(
    () => world.rows(`SELECT 1 FROM page_account WHERE connection_id = ${facebook} AND token = ''`).length === 1,
    'the end',
  )
  expect(isSubscribed()).toBe(true)
  expect((await ana.delete(`/whatsapp/${instagram}`)).status).toBe(200)
  await until(() => !isSubscribed(), 'the page to be free')
})

test('a page of one company and its Instagram account of another share what Meta delivers until neither needs it', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  const gina = await world.as(world.gina)
  const sofia = await world.as(world.sofia)
  world.noBystander()
  const isSubscribed = () => world.graph.state.pages.subscribed.has(aurora.id)
  const pages = (await gina.post('/facebook', { ...world.login })).body['connections'] as { id: number }[]
  const linkInstagram = async () => {
    await ana.post('/facebook', { ...world.login, addInstagram: true })
    await until(() => world.rows("SELECT 1 FROM connection WHERE id = 2 AND status = 'CONNECTED'").length === 1, 'it')
  }
  await linkInstagram()
  const tokens = (companyId: number) => world.rows("SELECT 1 FROM page_account WHERE token <> ''", companyId).length
  await ana.delete('/whatsappsession/2')
  await until(() => tokens(1) === 0, 'Acme to be disconnected')
  expect(isSubscribed()).toBe(true)
  await linkInstagram()
  for (const { id } of pages) await gina.delete(`/whatsappsession/${id}`)
  await until(() => tokens(2) === 0, 'Globex to be disconnected')
  expect(isSubscribed()).toBe(true)
  await world.pages.says(aurora.instagram.id, iara.id, { text: 'Ainda aí?' })
  await until(() => bodies().length === 1, 'the message')
  await gina.post('/facebook', { ...world.login })
  await ana.delete('/whatsapp/2')
  await until(() => world.rows('SELECT 1 FROM connection WHERE id = 2').length === 0, 'the deletion')
  expect(isSubscribed()).toBe(true)
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  await until(() => !isSubscribed(), 'the page to be free')
})

const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)
