import { afterEach, expect, test } from 'bun:test'
import { messageChange } from '../../testing/services/graph-server/graph-changes'
import { envelopeOf, signatureOf } from '../../testing/services/graph-server/graph-webhooks'
import { graphAppSecret, graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { createCloudWorld, type CloudWorld } from '../../testing/whatsapp/cloud-world'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { createSlowNode } from '../../testing/world/slow-node'

const secondPhone = { ...graphPhone, id: '209990001112223', displayNumber: '+55 21 3003-1000' }
const maria = { waId: '5511988880001', name: 'Dona Maria' }

let world: CloudWorld
afterEach(() => world.stop())

const bodies = (companyId = 1) => world.messages(companyId).map(({ body }) => body)
const whenSaid = (...expected: string[]) =>
  until(
    () => JSON.stringify(bodies()) === JSON.stringify(expected),
    () => JSON.stringify(bodies()),
  )
const textChange = (id: string, body: string, phone = graphPhone) =>
  messageChange(phone, maria, { id: `wamid.${id}`, atMs: Date.now(), content: { type: 'text', text: { body } } })

const changes = () => [textChange('a', 'para a Acme'), textChange('b', 'para a Globex', secondPhone)]

async function moveGlobexAway() {
  const node = createSlowNode()
  world = await createCloudWorld({ phones: [graphPhone, secondPhone], world: { node: node.node } })
  world.addAccount(2, secondPhone, { key: 'WebhookKey0000000000000000002B' })
  world.platform.files.close(2)
  node.elsewhere.add(2)
  return node
}

test('of a company on another node that node files its part; without it Meta repeats the request', async () => {
  const node = await moveGlobexAway()
  expect((await world.graph.deliver(...changes())).status).toBe(503)
  expect(node.forwarded.map(({ companyId, body }) => [companyId, body.includes('para a Globex')])).toEqual([[2, true]])
  node.setFiled('2')
  expect((await world.graph.deliver(...changes())).status).toBe(200)
  expect(node.forwarded).toHaveLength(2)
  await whenSaid('para a Acme')
  // To the address of a company that is away.
  world.graph.webhook.url = world.addressOf('WebhookKey0000000000000000002B')
  expect((await world.graph.deliver(textChange('c', 'outra'))).status).toBe(200)
  expect(node.forwarded).toHaveLength(3)
  await whenSaid('para a Acme', 'outra')
})

test('what another node hands over is filed for the companies of this one, which the answer names', async () => {
  const node = await moveGlobexAway()
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, ...changes()))
  const headers = { 'x-from-node': 'n2', 'x-hub-signature-256': signatureOf(body, graphAppSecret) }
  const send = (key: string, more = {}) =>
    fetch(world.addressOf(key), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers, ...more },
    })
  for (const key of [world.webhookKey, 'WebhookKey0000000000000000002B']) {
    const answer = await send(key)
    expect([answer.status, answer.headers.get('x-recado-filed')]).toEqual([200, '1'])
  }
  await whenSaid('para a Acme')
  expect(node.forwarded).toEqual([])
  const forged = await send('WebhookKey0000000000000000002B', { 'x-hub-signature-256': signatureOf(body, 'guessed') })
  expect(forged.status).toBe(200)
  await Bun.sleep(20)
  expect([world.filed(), bodies()]).toEqual([0, ['para a Acme']])
})
