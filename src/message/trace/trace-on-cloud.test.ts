import { expect, test } from 'bun:test'
import { pricingOf, statusChange } from '../../testing/services/graph-server/graph-changes'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { createCloudTalk, talkStart } from '../../testing/whatsapp/cloud-talk'
import { until } from '../../testing/whatsapp/whatsapp-world'

const { world, ana, whenAccepted, whenAck, reply, report } = createCloudTalk()

test('tells what happened to a message: Meta’s id, its times, its sentence and the price', async () => {
  const id = await reply('Boa tarde')
  await whenAck(id, 1)
  const [sent] = world().graph.accepted
  const stateAt = async (status: 'sent' | 'delivered' | 'read', afterMs: number) => {
    const atMs = talkStart.getTime() + afterMs
    world().setTime(new Date(atMs))
    const change = statusChange(graphPhone, sent!, { status, atMs, pricing: pricingOf('utility') })
    expect((await world().graph.deliver(change)).status).toBe(200)
    await until(() => world().filed() === 0, 'the report to be interpreted')
  }
  await stateAt('sent', 1_000)
  await stateAt('delivered', 2_000)
  await stateAt('read', 9_000)
  const failed = await reply('Outra')
  await whenAccepted(2)
  await whenAck(failed, 1)
  await report('failed', 131026, 'Message undeliverable')
  const traceOf = async (messageId: number) => (await ana().get(`/messages/${messageId}/trace`)).body
  const told = ({ kind, data }: { kind: string; data: Record<string, unknown> }) => [kind, data['outcome'] ?? data]
  const trace = await traceOf(id)
  expect(trace).toMatchObject({ providerId: sent?.id, charge: { category: 'utility', isBillable: true } })
  expect(trace.steps.map(told)).toEqual([
    ['attempt', 'accepted'],
    ['status', { ack: 2, providerAt: talkStart.getTime() + 2_000 }],
    ['status', { ack: 3, providerAt: talkStart.getTime() + 9_000 }],
  ])
  const other = await traceOf(failed)
  expect(other.charge).toBeNull()
  expect(other.steps.map(told)).toMatchObject([
    ['attempt', 'accepted'],
    ['status', { ack: -1, error: '131026 Message undeliverable' }],
  ])
})
