import { expect, test } from 'bun:test'
import { ChannelError } from '../../channel/channel'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { createFakeChannel } from '../../testing/conversation/fake-channel'

/** The provider warns a connection that it sends too many messages. */

const campaigns = useCampaigns()

async function sendRefused(reason: string) {
  const { channel, then } = createFakeChannel()
  then(() => {
    throw new ChannelError('refused', reason)
  })
  await sendOutbox(() => campaigns.world.ctx(1), 1, channel)
}

test('stops all campaigns of a connection whose provider warns of too many messages', async () => {
  const ids = []
  for (const first of [0, 100])
    ids.push((await campaigns.start({ contactListId: await campaigns.addList(30, first) })).id)
  await campaigns.pass(6, { step: 1, sends: false })
  await sendRefused('463: WhatsApp refused the message')
  const stopped = await Promise.all(ids.map(campaigns.find))
  expect(stopped.map(({ status, stopReason }) => [status, stopReason])).toEqual([
    ['CANCELADA', 'provider'],
    ['CANCELADA', 'provider'],
  ])
  const failed = (await Promise.all(ids.map((id) => campaigns.recipients(id, '?state=failed')))).flat()
  const reason = '463: WhatsApp refused the message'
  expect(failed).toMatchObject([{ reason }])
  expect(stopped[0]?.stopDetail).toBe(reason)
  const warnings = campaigns.world.published.filter(({ event }) => event === 'company-1-campaignWarning')
  expect(warnings).toMatchObject([
    {
      topics: ['1/admin'],
      data: {
        action: 'stopped',
        whatsapp: { id: 1, name: 'Acme WhatsApp' },
        campaigns: ids.map((id) => ({ id })),
        reason,
      },
    },
  ])
  const warned = async () => (await campaigns.ana.get('/whatsapp/1')).body.providerWarning
  expect(await warned()).toEqual({ at: campaigns.at().toISOString(), text: reason })
  await campaigns.ana.post(`/campaigns/${ids[0]}/restart`)
  expect(await warned()).toBeNull()
})

test('campaigns started on a warned connection wait until somebody resumes', async () => {
  const later = await campaigns.create({
    contactListId: await campaigns.addList(3, 200),
    scheduledAt: '2026-11-23T11:00',
  })
  const running = await campaigns.start({ contactListId: await campaigns.addList(30) })
  await campaigns.pass(6, { step: 1, sends: false })
  campaigns.world.published.length = 0
  await sendRefused('463: WhatsApp refused the message')
  const published = campaigns.world.published.filter(({ event }) => event === 'company-1-campaign')
  expect(published.map(({ data }) => data['campaign'])).toContainEqual(
    expect.objectContaining({ id: later.id, status: 'PROGRAMADA', isWarned: true }),
  )
  await campaigns.deliver()
  const before = campaigns.sent().length
  await campaigns.pass(2 * 3600, { step: 60 })
  expect(await campaigns.find(later.id)).toMatchObject({ status: 'EM_ANDAMENTO', waitReason: 'warning', validCount: 3 })
  const { id: byHand } = await campaigns.create({ contactListId: await campaigns.addList(2, 300) })
  await campaigns.ana.post(`/campaigns/${byHand}/start`)
  await campaigns.pass(60)
  expect(await campaigns.find(byHand)).toMatchObject({ status: 'EM_ANDAMENTO', waitReason: 'warning', isWarned: true })
  expect(campaigns.sent()).toHaveLength(before)
  expect((await campaigns.ana.post(`/campaigns/${later.id}/restart`)).body).toMatchObject({ isWarned: false })
  await campaigns.pass(60)
  for (const id of [later.id, byHand]) expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA' })
  expect((await campaigns.ana.get('/whatsapp/1')).body.providerWarning).toBeNull()
  expect((await campaigns.find(running.id)).status).toBe('CANCELADA')
})

test('also records a warning after the last campaign stopped; a scheduled campaign can be resumed early', async () => {
  const later = await campaigns.create({
    contactListId: await campaigns.addList(2, 200),
    scheduledAt: '2026-11-23T16:00',
  })
  const restart = () => campaigns.ana.post(`/campaigns/${later.id}/restart`)
  expect((await restart()).body.error).toBe('ERR_CAMPAIGN_STATUS')
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(5) })
  await campaigns.pass(3, { step: 1, sends: false })
  await campaigns.ana.post(`/campaigns/${id}/cancel`)
  await sendRefused('429: rate-overlimit')
  expect(await campaigns.find(later.id)).toMatchObject({ status: 'PROGRAMADA', isWarned: true })
  const warnings = campaigns.world.published.filter(({ event }) => event === 'company-1-campaignWarning')
  expect(warnings).toMatchObject([{ data: { campaigns: [] } }])
  expect((await restart()).body).toMatchObject({ status: 'PROGRAMADA', isWarned: false })
  await campaigns.pass(6.5 * 3600, { step: 60 })
  expect(await campaigns.find(later.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
})
