import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mediaPath } from '../../kernel/file/media-store'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { formOf } from '../../testing/world/form-of'

const campaigns = useCampaigns()

const upload = async () =>
  (
    await campaigns.ana.post(
      '/campaigns/media-upload',
      formOf({ file: new File(['%PDF-1.4 oferta'], 'oferta.pdf', { type: 'application/pdf' }) }),
    )
  ).body
const fileOf = (url: string) => mediaPath(campaigns.world.ctx(1), url.replace('/media/', ''))
const duplicate = async (id: number) => (await campaigns.ana.post(`/campaigns/${id}/duplicate`)).body

test('a copy is a draft with all fields and a file of its own, and with nobody’s state', async () => {
  const fields = {
    message1: 'Oi {nome}',
    message3: 'Olá',
    confirmation: true,
    confirmationMessage2: 'Quer?',
    openTicket: 'enabled',
    statusTicket: 'pending',
    queueId: 1,
    userId: 2,
    contactListId: await campaigns.addList(4),
    mediaPath: (await upload()).mediaPath,
  }
  const made = await campaigns.start({ ...fields, name: 'Ofertas de julho para os clientes antigos da loja' })
  await campaigns.pass(20)
  const before = await campaigns.find(made.id)
  expect([before.status, before.confirmationsRequestedCount]).toEqual(['EM_ANDAMENTO', 4])
  campaigns.world.published.length = 0
  const copy = await duplicate(made.id)
  const same = ['message1', 'message3', 'confirmation', 'confirmationMessage2', 'openTicket', 'statusTicket']
  for (const field of [...same, 'queueId', 'userId', 'contactListId', 'whatsappId', 'templates', 'mediaName'])
    expect([field, copy[field]]).toEqual([field, before[field]])
  expect(copy).toMatchObject({
    name: 'Ofertas de julho para os clientes antigos (cópia)',
    status: 'INATIVA',
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    waitReason: '',
    validCount: 0,
    endedCount: 0,
    confirmationsRequestedCount: 0,
    isEditable: true,
  })
  expect(campaigns.world.published.map(({ event, data }) => [event, data['action']])).toEqual([
    ['company-1-campaign', 'create'],
  ])
  expect(await campaigns.recipients(copy.id)).toEqual([])
  // The other goes on as before, and deleting one of them leaves the other its file.
  expect(await campaigns.find(made.id)).toEqual(before)
  const [file, copied] = [fileOf(before['mediaPath']), fileOf(copy['mediaPath'])]
  await campaigns.ana.post(`/campaigns/${made.id}/cancel`)
  await campaigns.ana.delete(`/campaigns/${made.id}`)
  expect([file === copied, existsSync(file), existsSync(copied)]).toEqual([false, false, true])
  expect((await campaigns.ana.post(`/campaigns/${copy.id}/start`)).body.status).toBe('EM_ANDAMENTO')
})

test('a copy of a tag’s campaign, and of one for the failed recipients of another, has the same recipients', async () => {
  const tag = (await campaigns.ana.post('/tags', { name: 'Fiel', kanban: false, color: '#112233' })).body.id
  const planned = await campaigns.create({ tagListId: tag, scheduledAt: '2026-11-24T10:30' })
  expect(await duplicate(planned.id)).toMatchObject({ tagListId: tag, status: 'INATIVA', scheduledAt: null })
  expect((await campaigns.find(planned.id)).status).toBe('PROGRAMADA')
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(2) })
  await campaigns.pass(10)
  campaigns.world.ctx(1).company.sqlite.run("UPDATE campaign_shipping SET state = 'failed' WHERE campaign_id = ?", [id])
  const again = (await campaigns.ana.post(`/campaigns/${id}/retry`)).body
  expect(await duplicate(again.id)).toMatchObject({ sourceCampaignId: id })
})
