import { expect, spyOn, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'

const campaigns = useCampaigns()

const inMinutes = (minutes: number) => new Date(campaigns.at().getTime() + minutes * 60_000).toISOString()
const statusOf = async (id: number) => (await campaigns.find(id)).status
const dryRun = async (id: number, changes: object = {}) => {
  const campaign = await campaigns.find(id)
  return (await campaigns.ana.post('/campaigns/preview', { ...campaign, campaignId: id, ...changes })).body
}
const limits = async () => (await campaigns.ana.get('/campaign-settings/connections')).body

test('nothing starts without a recipient, and nothing is used up', async () => {
  const ctx = campaigns.world.ctx(1)
  receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(3), text: 'oi' }))
  const empty = await campaigns.addList(0)
  const left = await campaigns.addList(4)
  // One has no account, one opted out, one is blocked, and one is blocked and opted out.
  const { sqlite } = ctx.company
  sqlite.run('UPDATE contact_list_item SET is_valid = 0 WHERE list_id = ? AND name = ?', [left, 'Pessoa 0'])
  for (const person of [1, 2]) await campaigns.ana.post('/suppressions', { number: campaigns.phoneOf(person) })
  for (const person of [2, 3])
    receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(person), text: 'oi' }))
  sqlite.run('UPDATE contact SET active = 0 WHERE number IN (?, ?)', [campaigns.phoneOf(2), campaigns.phoneOf(3)])
  const tag = (await campaigns.ana.post('/tags', { name: 'Vazia', kanban: false, color: '#112233' })).body.id
  const before = await limits()
  for (const [field, source] of [
    ['contactListId', { contactListId: empty }],
    ['contactListId', { contactListId: left }],
    ['tagListId', { tagListId: tag }],
  ] as const) {
    const draft = await campaigns.create(source)
    expect(await campaigns.find(draft.id)).toMatchObject({ remainingCount: 0, finishesAt: null })
    campaigns.world.published.length = 0
    expect(await dryRun(draft.id)).toMatchObject({ faults: { [field]: 'noRecipients' }, recipients: 0 })
    const refused = await campaigns.ana.post(`/campaigns/${draft.id}/start`)
    expect([refused.status, refused.body.fields]).toEqual([400, { [field]: 'noRecipients' }])
    expect(await campaigns.find(draft.id)).toMatchObject({ status: 'INATIVA', startedAt: null })
    // Neither is one added that would start at once.
    expect((await campaigns.start(source)).fields).toEqual({ [field]: 'noRecipients' })
    expect(campaigns.world.published).toEqual([])
  }
  expect([(await campaigns.ana.get('/campaigns')).body.count, await limits()]).toEqual([3, before])
  // As soon as somebody can receive it, the same draft starts; the others are left out.
  await campaigns.ana.post('/contact-list-items', { name: 'Nova', number: '5511988887777', contactListId: left })
  const id = 2
  expect(await campaigns.find(id)).toMatchObject({ remainingCount: 1 })
  const ready = await dryRun(id)
  expect(ready.faults).toEqual({})
  expect(ready).toMatchObject({
    recipients: 1,
    leftOut: [
      { reason: 'suppressed', count: 2 },
      { reason: 'blocked', count: 1 },
      { reason: 'invalidNumber', count: 1 },
    ],
  })
  expect((await campaigns.ana.post(`/campaigns/${id}/start`)).body.status).toBe('EM_ANDAMENTO')
})

test('counts who is left out by the reason that the report shows, also of a tag', async () => {
  const { ana, world, phoneOf } = campaigns
  // One opted out and has no account, one opted out and is blocked, one is blocked and has no account.
  const contactListId = await campaigns.addList(5)
  const people = [0, 1, 2, 3]
  for (const person of people) receive(world, 1, messageEvent({ phone: phoneOf(person), text: 'oi' }))
  const { sqlite } = world.ctx(1).company
  sqlite.run("UPDATE contact_list_item SET is_valid = 0 WHERE name IN ('Pessoa 0', 'Pessoa 2')")
  sqlite.run('UPDATE contact SET active = 0 WHERE number IN (?, ?)', [phoneOf(1), phoneOf(2)])
  for (const person of [0, 1]) await ana.post('/suppressions', { number: phoneOf(person) })
  // A blocked bystander's id of WhatsApp has the digits of a recipient's number.
  const bystander = addContact(world.ctx(1), 'Outra', '5521933330001')
  sqlite.run('UPDATE contact SET active = 0 WHERE id = ?', [bystander])
  sqlite.run(
    "INSERT INTO contact_identity (scope, kind, value, contact_id) SELECT 0, 'lid', value, ? FROM contact_identity JOIN contact ON id = contact_id WHERE number = ?",
    [bystander, phoneOf(3)],
  )
  const { id: tagListId } = (await ana.post('/tags', { name: 'Clientes', kanban: false, color: '#112233' })).body
  sqlite.run(
    `INSERT INTO contact_tag (contact_id, tag_id) SELECT id, ? FROM contact WHERE number IN (${people.map(() => '?').join()})`,
    [tagListId, ...people.map(phoneOf)],
  )
  sqlite.run("UPDATE contact SET channel = 'whatsappapi' WHERE number = ?", [phoneOf(3)])
  for (const [source, recipients] of [
    [{ contactListId }, 2],
    [{ tagListId }, 1],
  ] as const) {
    const draft = await campaigns.create(source)
    const { leftOut, ...counted } = await dryRun(draft.id)
    expect([counted.recipients, leftOut]).toEqual([
      recipients,
      [
        { reason: 'suppressed', count: 2 },
        { reason: 'blocked', count: 1 },
      ],
    ])
    await ana.post(`/campaigns/${draft.id}/start`)
    await campaigns.pass(30)
    expect(await campaigns.find(draft.id)).toMatchObject({ validCount: recipients, leftOutCount: 3 })
    const reasons = (await campaigns.recipients(draft.id, '?state=excluded')).map(
      ({ reason }: { reason: string }) => reason,
    )
    expect(reasons.toSorted()).toEqual(['blocked', 'suppressed', 'suppressed'])
  }
})

test('a dry run names everything that is missing, changes nothing, and neither does the refused start', async () => {
  const { ana, world } = campaigns
  const draft = await campaigns.create({ message1: '', confirmation: true })
  const other = await campaigns.create({ contactListId: await campaigns.addList(1) })
  const before = await Promise.all([campaigns.find(draft.id), campaigns.find(other.id)])
  world.published.length = 0
  const faults = { contactListId: 'required', message1: 'required', confirmationMessage1: 'required' }
  expect((await dryRun(draft.id)).faults).toEqual(faults)
  expect((await ana.post(`/campaigns/${draft.id}/start`)).body.fields).toEqual(faults)
  // So does one that is not saved yet, and one whose user, queue or file is wrong.
  expect(
    (await dryRun(other.id, { whatsappId: 99, userId: 2, message1: '', mediaPath: '/media/none' })).faults,
  ).toEqual({
    whatsappId: 'unknown',
    queueId: 'required',
    message1: 'required',
  })
  const saturday = '2026-11-28T10:00'
  const planned = await dryRun(other.id, { scheduledAt: saturday })
  expect(planned.faults).toEqual({})
  expect(planned).toMatchObject({ recipients: 1, startsAt: '2026-11-30T12:00:00.000Z' })
  expect(await Promise.all([campaigns.find(draft.id), campaigns.find(other.id)])).toEqual(before)
  expect(world.published).toEqual([])
})

test('a dry run of a stopped campaign counts whom it still has to write to', async () => {
  const { ana, phoneOf } = campaigns
  await campaigns.settings({ messageInterval: 60 })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(4) })
  await campaigns.start({ contactListId: await campaigns.addList(3, 100) })
  await campaigns.pass(5)
  await ana.post(`/campaigns/${id}/cancel`)
  await ana.post('/suppressions', { number: phoneOf(3) })
  const leftOut = [{ reason: 'suppressed', count: 1 }]
  const found = await dryRun(id)
  expect(found).toMatchObject({ recipients: 2, leftOut })
  expect(found.faults).toEqual({})
  expect(found.messages.map(({ name }: { name: string }) => name)).toEqual(['Pessoa 1', 'Pessoa 2'])
  // Stopped while its recipients were being determined.
  const setExpanded = (is: number) =>
    campaigns.world.ctx(1).company.sqlite.run('UPDATE campaign SET is_expanded = ? WHERE id = ?', [is, id])
  setExpanded(0)
  expect(await dryRun(id)).toMatchObject({ recipients: 2, leftOut })
  setExpanded(1)
  // Without a text it cannot be continued.
  expect((await dryRun(id, { message1: '' })).faults).toEqual({ message1: 'required' })
  await ana.post(`/campaigns/${id}/restart`)
  await campaigns.pass(600)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 3, excludedCount: 1 })
})

test('a dry run of a campaign that was stopped before its recipients were determined counts the others, too', async () => {
  const { ana, phoneOf, world } = campaigns
  await campaigns.settings({ messageInterval: 60 })
  const contactListId = await campaigns.addList(4)
  // Each look at the clock takes as long as a batch.
  let ms = 0
  const clock = spyOn(performance, 'now').mockImplementation(() => (ms += 100))
  const { id } = await campaigns.start({ contactListId })
  const determined = () => world.ctx(1).company.sqlite.query('SELECT name, message_id FROM campaign_shipping').all()
  while (determined().length === 0) await world.runJobs(1)
  clock.mockRestore()
  await ana.post(`/campaigns/${id}/cancel`)
  expect(determined()).toEqual([{ name: 'Pessoa 0', message_id: 1 }])
  await ana.post('/suppressions', { number: phoneOf(3) })
  const found = await dryRun(id, { message1: 'Oi {falta}' })
  expect(found).toMatchObject({ recipients: 2, leftOut: [{ reason: 'suppressed', count: 1 }] })
  expect(found.unknownVariables).toEqual(['falta'])
  expect(found.messages.map(({ name }: { name: string }) => name)).toEqual(['Pessoa 1', 'Pessoa 2'])
  await ana.post(`/campaigns/${id}/restart`)
  await campaigns.pass(600)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 3, excludedCount: 1 })
})

test('a campaign whose list is empty at its time waits as a draft that says so', async () => {
  const listId = await campaigns.addList(1)
  const planned = await campaigns.create({ contactListId: listId, scheduledAt: inMinutes(30) })
  const other = await campaigns.create({ contactListId: await campaigns.addList(2, 100), scheduledAt: inMinutes(30) })
  campaigns.world.ctx(1).company.sqlite.run('DELETE FROM contact_list_item WHERE list_id = ?', [listId])
  await campaigns.pass(35 * 60, { step: 60 })
  expect(await campaigns.find(planned.id)).toMatchObject({
    status: 'INATIVA',
    stopReason: 'noRecipients',
    startedAt: null,
    isEditable: true,
  })
  expect(await campaigns.find(other.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
  await campaigns.ana.put(`/campaigns/${planned.id}`, { scheduledAt: inMinutes(120) })
  expect(await campaigns.find(planned.id)).toMatchObject({ status: 'PROGRAMADA', stopReason: '' })
})

test('a stopped campaign without any recipient is not restarted', async () => {
  const listId = await campaigns.addList(2)
  const { id } = await campaigns.start({ contactListId: listId })
  await campaigns.ana.post(`/campaigns/${id}/cancel`)
  campaigns.world.ctx(1).company.sqlite.run('DELETE FROM contact_list_item WHERE list_id = ?', [listId])
  expect((await campaigns.ana.post(`/campaigns/${id}/restart`)).body.fields).toEqual({ contactListId: 'noRecipients' })
  expect(await statusOf(id)).toBe('CANCELADA')
})

test('the start within the hour can be moved or cancelled, and nothing else be changed', async () => {
  const contactListId = await campaigns.addList(2)
  const soon = await campaigns.create({ contactListId, scheduledAt: inMinutes(40) })
  const other = await campaigns.create({ contactListId: await campaigns.addList(1, 100), scheduledAt: inMinutes(40) })
  expect(soon.isEditable).toBe(false)
  for (const body of [
    { message1: 'Outra', scheduledAt: inMinutes(90) },
    { templates: { message1: { name: 'a', language: 'pt_BR', values: {} } }, scheduledAt: inMinutes(90) },
    { mediaPath: '/media/x', scheduledAt: null },
    { confirmation: true },
  ])
    expect((await campaigns.ana.put(`/campaigns/${soon.id}`, body)).body.error).toBe('ERR_CAMPAIGN_STATUS')
  expect((await campaigns.find(soon.id)).scheduledAt).toBe(soon.scheduledAt)
  // Fields that stay as they are may come with it.
  const moved = await campaigns.ana.put(`/campaigns/${soon.id}`, {
    name: soon.name,
    message1: 'Oi',
    templates: {},
    mediaPath: null,
    openTicket: 'disabled',
    scheduledAt: inMinutes(50),
  })
  expect([moved.status, moved.body.scheduledAt, moved.body.isEditable]).toEqual([200, inMinutes(50), false])
  await campaigns.pass(45 * 60, { step: 60 })
  expect([await statusOf(soon.id), await statusOf(other.id)]).toEqual(['PROGRAMADA', 'FINALIZADA'])
  const stopped = (await campaigns.ana.post(`/campaigns/${soon.id}/cancel`)).body
  expect(stopped).toMatchObject({ status: 'INATIVA', scheduledAt: null, isEditable: true })
  await campaigns.pass(3600, { step: 600 })
  expect([await statusOf(soon.id), campaigns.sent().length]).toEqual(['INATIVA', 1])
  // Moved into the past, it starts; without a time, it waits to be started.
  await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: inMinutes(20) })
  expect((await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: null })).body.status).toBe('INATIVA')
  await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: inMinutes(20) })
  expect((await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: inMinutes(-1) })).body.status).toBe(
    'EM_ANDAMENTO',
  )
})

test('a start that can no longer be made ready can still be cancelled, also while the connection is gone', async () => {
  const soon = await campaigns.create({ contactListId: await campaigns.addList(2), scheduledAt: inMinutes(40) })
  campaigns.world.ctx(1).company.sqlite.run('UPDATE campaign SET connection_id = NULL')
  expect((await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: inMinutes(50) })).body.fields).toEqual({
    whatsappId: 'required',
  })
  expect((await campaigns.ana.put(`/campaigns/${soon.id}`, { scheduledAt: null })).body.status).toBe('INATIVA')
})

test.each(['start', 'admin'])(
  'of the start and an admin’s change at the same moment, the %s comes first',
  async (first) => {
    const contactListId = await campaigns.addList(2)
    const [moving, stopping] = [
      await campaigns.create({ contactListId, scheduledAt: inMinutes(10) }),
      await campaigns.create({ contactListId, scheduledAt: inMinutes(10) }),
    ]
    campaigns.world.setTime(new Date(campaigns.at().getTime() + 600_000))
    const change = () =>
      Promise.all([
        campaigns.ana.put(`/campaigns/${moving.id}`, { scheduledAt: inMinutes(120) }),
        campaigns.ana.post(`/campaigns/${stopping.id}/cancel`),
      ])
    const run = () => campaigns.world.runJobs(1)
    const [[moved, stopped]] =
      first === 'admin' ? await Promise.all([change(), change().then(run)]) : [await run().then(change)]
    await campaigns.pass(600)
    if (first === 'admin') {
      expect([moved?.status, stopped?.body.status]).toEqual([200, 'INATIVA'])
      expect([await statusOf(moving.id), await statusOf(stopping.id)]).toEqual(['PROGRAMADA', 'INATIVA'])
      expect(campaigns.sent()).toEqual([])
    } else {
      expect([moved?.body.error, stopped?.body.status]).toEqual(['ERR_CAMPAIGN_STATUS', 'CANCELADA'])
      expect([await statusOf(moving.id), await statusOf(stopping.id)]).toEqual(['FINALIZADA', 'CANCELADA'])
    }
  },
)
