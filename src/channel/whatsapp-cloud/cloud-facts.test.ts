import { expect, test } from 'bun:test'
import { createCloudTalk, maria, talkStart, text } from '../../testing/whatsapp/cloud-talk'
import { callChange, errorChange, pricingOf, statusChange } from '../../testing/services/graph-server/graph-changes'
import type { AcceptedMessage } from '../../testing/services/graph-server/graph-server.types'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { setSetting } from '../../testing/conversation/conversation'
import { until } from '../../testing/whatsapp/whatsapp-world'

/** What Meta tells beside a message's content. */

const { world, ana, lastMessage, whenAccepted, says, reply } = createCloudTalk()

// "Receiving Flow Response", developers.facebook.com: the form's fields are those of its own program.
test('the answers of a form are shown by their fields, and kept', async () => {
  const json = {
    flow_token: '987',
    nome: 'Ana',
    dias: ['seg', 'ter'],
    idade: 30,
    foto: [{ file_name: 'a.jpg', id: '1' }],
  }
  const answered = (response_json: string) => ({
    type: 'interactive',
    interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } },
  })
  await says('the form', answered(JSON.stringify(json)))
  const { body } = await ana().get('/messages/1')
  expect(body.messages.at(-1)).toMatchObject({
    body: 'nome: Ana\ndias: seg, ter\nidade: 30\nfoto: a.jpg',
    dataJson: { answers: { flow_token: '987', nome: 'Ana', dias: 'seg, ter', idade: '30', foto: 'a.jpg' } },
  })
  // "Receiving Flow Response": what Meta's builder of forms names by itself; from memory.
  const built = {
    screen_0_Full_name_0: 'Ana Lima',
    screen_0_TextInput_1: 'ana@loja.example',
    screen_1_Purchase_experience_0: '0_Muito_boa',
    screen_1_Would_you_return_1: ['0_Sim', '2_Com_a_família'],
    screen_1_TextArea_2: '',
    flow_token: 'unused',
  }
  await says('the built form', answered(JSON.stringify(built)))
  expect(lastMessage()?.['body']).toBe(
    'Full name: Ana Lima\nana@loja.example\nPurchase experience: Muito boa\nWould you return: Sim, Com a família',
  )
  expect(JSON.parse(lastMessage()?.['data']).answers).toMatchObject({ screen_1_Purchase_experience_0: '0_Muito_boa' })
  await says('a form without readable answers', answered('{'))
  expect(lastMessage()).toMatchObject({ body: 'Sent', data: null })
})

// "Text messages webhook reference", developers.facebook.com, updated May 21, 2026.
test('keeps the advertisement and the product that led the contact to write', async () => {
  const referral = {
    source_url: 'https://fb.me/1',
    source_id: '120226305854810726',
    source_type: 'ad',
    body: 'Sofás a partir de R$ 990',
    headline: 'Sofás',
    ctwa_clid:
      'Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4_0NiNhEgpGo0AHemvuSoifXaytfTzcchptiErTKCqTrJ5nW1h7IHYeYymGb5K5J5iTROpBhWAGaIAeUzHL50',
  }
  await says('an advertisement', { ...text('Oi'), referral })
  const context = {
    from: graphPhone.displayNumber,
    id: 'wamid.x',
    referred_product: { catalog_id: '1', product_retailer_id: 'SOFA' },
  }
  await says('a product', { ...text('Tem em azul?'), context })
  const { body } = await ana().get('/messages/1')
  const [advertised, asked] = body.messages.slice(-2)
  const { ctwa_clid: clickId, source_id: sourceId } = referral
  expect(advertised.dataJson).toEqual({
    referral: { title: 'Sofás', text: referral.body, url: referral.source_url, sourceId, sourceType: 'ad', clickId },
  })
  expect(asked.dataJson).toEqual({ product: { catalogId: '1', productId: 'SOFA' } })
})

test('shows a call of the customer, and whether it was missed', async () => {
  const call = (event: 'connect' | 'terminate', id: string, more: object = {}) =>
    world().graph.deliver(callChange(graphPhone, maria, { id, event, atMs: world().ctx(1).now.getTime(), ...more }))
  await call('connect', 'wacid.1')
  await call('terminate', 'wacid.1', { status: 'FAILED' })
  await call('terminate', 'wacid.2', { status: 'COMPLETED', duration: 33 })
  await until(() => world().filed() === 0, 'the calls')
  const { body } = await ana().get('/messages/1')
  expect(body.messages.slice(-2)).toMatchObject([
    { mediaType: 'call_log', fromMe: false, dataJson: { call: { video: false, outcome: 'missed' } } },
    { mediaType: 'call_log', fromMe: false, dataJson: { call: { video: false, outcome: 'ended' } } },
  ])
})

test('counts what Meta charges for once, when it is delivered, and shows what it reports about the number', async () => {
  const account = async () => (await ana().get('/whatsapp-cloud/2')).body
  const deliver = async (...changes: Parameters<ReturnType<typeof world>['graph']['deliver']>) => {
    await world().graph.deliver(...changes)
    await until(() => world().filed() === 0, 'the report')
  }
  const atMs = talkStart.getTime()
  await reply('Boa tarde')
  await reply('Tudo bem?')
  await whenAccepted(2)
  const [free, charged] = world().graph.accepted as [AcceptedMessage, AcceptedMessage]
  const marketing = pricingOf('marketing')
  await deliver(statusChange(graphPhone, charged, { status: 'sent', atMs, pricing: marketing }))
  expect((await account()).months).toEqual([])
  // Meta may leave out "delivered".
  await deliver(statusChange(graphPhone, charged, { status: 'read', atMs, pricing: marketing }))
  await deliver(statusChange(graphPhone, charged, { status: 'delivered', atMs, pricing: marketing }))
  const pricing = pricingOf('service', 'free_customer_service')
  await deliver(statusChange(graphPhone, free, { status: 'delivered', atMs, pricing }))
  await deliver(errorChange(graphPhone, { code: 130429, title: 'Rate limit hit' }))
  const connection = async () => (await ana().get('/whatsapp/2')).body
  expect(await connection()).toMatchObject({
    providerWarning: null,
    cloudAccount: { reported: { at: world().ctx(1).now.toISOString(), text: '130429 Rate limit hit' } },
  })
  expect((await ana().get('/whatsapp/1')).body.cloudAccount).toBeNull()
  expect(await account()).toMatchObject({
    months: [
      {
        month: '2026-11',
        charges: [
          { category: 'marketing', isBillable: true, messages: 1 },
          { category: 'service', isBillable: false, messages: 1 },
        ],
      },
    ],
    reportedError: '130429 Rate limit hit',
    reportedAt: expect.any(String),
  })
})

test('an error of the number by which nothing is sent warns, which stops campaigns', async () => {
  await world().graph.deliver(errorChange(graphPhone, { code: 131031, title: 'Account has been locked' }))
  await until(() => world().filed() === 0, 'the report')
  expect((await ana().get('/whatsapp/2')).body).toMatchObject({
    status: 'CONNECTED',
    providerWarning: { text: '131031 Account has been locked' },
  })
  const value = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }
  await world().graph.deliver({ field: 'account_update', value })
  await until(() => world().filed() === 0, 'the reinstatement')
  expect((await ana().get('/whatsapp/2')).body.providerWarning).toBeNull()
})

test('a contact keeps and shows the username, follows its change, and is found by it', async () => {
  const found = async (search: string, as = ana()) =>
    (await as.get(`/contacts?searchParam=${encodeURIComponent(search)}`)).body.contacts.map(
      ({ name, number, username }: Record<string, string>) => [name, number, username],
    )
  const joana = { userId: 'BR.77', name: 'Joana', username: 'joana.doces' }
  const write = async (body: string, more: object = {}) => {
    await world().graph.says({ ...joana, ...more }, text(body), { atMs: world().ctx(1).now.getTime() })
    await until(() => lastMessage()?.['body'] === body, body)
  }
  await write('Oi')
  expect(await found('@joana.doces')).toEqual([['Joana', '', 'joana.doces']])
  expect(await found('doces')).toHaveLength(1)
  await write('Agora com outro', { username: 'Joana_Bolos', waId: '5511977770009' })
  const now = ['Joana', '5511977770009', 'joana_bolos']
  expect([await found('joana_bolos'), await found('977770009'), await found('doces')]).toEqual([[now], [now], []])
  await write('Escondido', { username: undefined })
  expect(await found('joana_bolos')).toEqual([now])
  expect(await found(maria.name)).toEqual([[maria.name, maria.waId, '']])
  const { id } = (await ana().get('/contacts?searchParam=joana_bolos')).body.contacts[0]
  await ana().put(`/contacts/${id}`, { name: 'Joana Silva' })
  expect(await found('@joana_bolos')).toEqual([['Joana Silva', now[1], now[2]]])
  // It would lead around hidden numbers.
  for (const key of ['enableLGPD', 'lgpdHideNumber'] as const) setSetting(world(), key, 'enabled')
  const bruno = await world().as(world().bruno)
  expect(await found('joana_bolos', bruno)).toEqual([])
  expect(await found('Joana Silva', bruno)).toMatchObject([['Joana Silva', expect.any(String), '']])
})
