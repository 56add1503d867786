import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ChannelError } from '../channel/channel'
import { hasJob } from '../kernel/job/jobs'
import { until } from '../testing/whatsapp/whatsapp-world'
import { setSession } from '../testing/conversation/connections'
import { type ContactLists, createContactLists } from '../testing/campaign/contact-lists'
import { messageEvent, receive } from '../testing/conversation/inbound'

let lists: ContactLists
beforeAll(async () => {
  lists = await createContactLists()
})
afterAll(() => lists.world.stop())

test('verifies numbers in batches as soon as a connection is up, and again on request', async () => {
  const { world, ana, missing, asked, importCsv, pass, connect, disconnect, addList, itemsOf, listOf } = lists
  const id = await addList('A verificar')
  receive(world, 1, messageEvent({ phone: '5511984440000', text: 'oi' }))
  const rows = Array.from({ length: 120 }, (_, n) => `Pessoa ${n};5511${984_440_000 + n}`)
  missing.add('5511984440007')
  asked.length = 0
  await importCsv(id, rows.join('\n'))
  // The contact who has written has an account.
  expect(await listOf(id)).toMatchObject({ contactsCount: 120, validCount: 1, invalidCount: 0 })
  await pass(9)
  expect(asked).toEqual([])
  connect()
  await pass(90)
  const ofList = asked.filter(([number]) => number?.startsWith('551198444'))
  expect(ofList.map(({ length }) => length)).toEqual([50, 50, 19])
  expect(await listOf(id)).toMatchObject({ contactsCount: 120, validCount: 119, invalidCount: 1 })
  expect(await itemsOf(id, '&valid=invalid')).toMatchObject([{ number: '5511984440007', isWhatsappValid: false }])
  expect(await itemsOf(id, '&searchParam=pessoa 117')).toMatchObject([{ number: '551184440117' }])
  // A changed number is verified again.
  asked.length = 0
  const [wrong] = await itemsOf(id, '&valid=invalid')
  await ana.put(`/contact-list-items/${wrong?.['id']}`, { number: '5511984449999' })
  await pass(6)
  expect([asked, await listOf(id)]).toMatchObject([[['5511984449999']], { validCount: 120, invalidCount: 0 }])
  asked.length = 0
  disconnect()
  expect((await ana.post(`/contact-lists/${id}/check`)).body).toMatchObject({ validCount: 0, invalidCount: 0 })
  await pass(3)
  world.platform.files.close(1)
  connect()
  await pass(75)
  expect((await listOf(id)).validCount).toBe(120)
  expect(asked.flat().length).toBe(120)
  disconnect()
})

test('checks continue when a connection is up again, also given-up ones', async () => {
  const { world, ana, pass, connect, disconnect, addList, itemsOf, addItem } = lists
  const id = await addList('Volta')
  await addItem(id, { name: 'Nair', number: '5511966667777' })
  const { sqlite } = world.ctx(1).company
  for (const change of ['run_at = run_at + 3600000', 'given_up = 1']) {
    await ana.post(`/contact-lists/${id}/check`)
    await world.runJobs(1)
    const { changes } = sqlite.run(`UPDATE job SET ${change} WHERE dedupe_key = 'contactList check ${id}'`)
    expect(changes).toBe(1)
    connect()
    setSession(world, 1, { status: 'CONNECTED' })
    // Other lists are checked in turn with this one.
    await pass(60)
    expect(await itemsOf(id)).toMatchObject([{ name: 'Nair', isWhatsappValid: true }])
    disconnect()
  }
  const { id: deleted } = (await addItem(id, { name: 'Rui', number: '5511966667778' })).body
  await ana.delete(`/contact-list-items/${deleted}`)
  await pass(3)
  expect(hasJob(world.ctx(1), `contactList check ${id}`)).toBe(false)
})

test('lists take turns, at the pace of one, so that a single contact does not wait behind a long list', async () => {
  const { world, asked, importCsv, pass, connect, disconnect, addList, listOf, addItem } = lists
  const longId = await addList('Longa')
  const rows = Array.from({ length: 300 }, (_, n) => `Pessoa ${n};5511${983_330_000 + n}`)
  await importCsv(longId, rows.join('\n'))
  asked.length = 0
  connect()
  await pass(3)
  const shortId = await addList('Curta')
  await addItem(shortId, { name: 'Nair', number: '5511966668888' })
  const middleId = await addList('Média')
  await importCsv(middleId, Array.from({ length: 70 }, (_, n) => `Outra ${n};5511${983_340_000 + n}`).join('\n'))
  world.platform.files.close(1)
  await pass(12)
  // Whichever list's job runs, each batch is the next list's.
  expect(await listOf(shortId)).toMatchObject({ contactsCount: 1, validCount: 1 })
  expect((await listOf(middleId)).validCount).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(6)
  await pass(60)
  for (const [id, count] of [
    [longId, 300],
    [middleId, 70],
  ] as const)
    expect(await listOf(id)).toMatchObject({ contactsCount: count, validCount: count })
  expect(asked.flat().length).toBe(371)
  disconnect()
})

test('a list whose numbers are being asked about leaves its turns to others', async () => {
  const { asked, held, importCsv, pass, connect, disconnect, addList } = lists
  for (const first of [985_110_000, 985_120_000]) {
    const rows = Array.from({ length: 100 }, (_, n) => `Pessoa ${n};5511${first + n}`)
    await importCsv(await addList(`De ${first}`), rows.join('\n'))
  }
  const answered = Promise.withResolvers<void>()
  held.push(answered.promise)
  asked.length = 0
  connect()
  const asking = pass(3)
  await until(() => asked.length === 1, 'the first lookup')
  await pass(9)
  expect(asked.map(([number]) => number)).toEqual(['5511985110000', '5511985120000', '5511985120050'])
  answered.resolve()
  await asking
  await pass(60)
  expect(new Set(asked.flat()).size).toBe(200)
  expect(asked).toHaveLength(4)
  disconnect()
})

test('a list about which the provider fails neither stops nor delays the others', async () => {
  const { world, missing, importCsv, pass, connect, disconnect, addList, listOf, failing } = lists
  const listOfPeople = async (name: string, first: number) => {
    const id = await addList(name)
    await importCsv(id, Array.from({ length: 200 }, (_, n) => `${name} ${n};5511${first + n}`).join('\n'))
    return id
  }
  missing.clear()
  const ids = [await listOfPeople('Antes', 981_110_000), await listOfPeople('Falha', 981_120_000)] as const
  const broken = await listOfPeople('Defeito', 981_140_000)
  const after = await listOfPeople('Depois', 981_130_000)
  failing.set('5511981120000', new ChannelError('refused', 'The lookup failed'))
  failing.set('5511981140000', new Error('The lookup is broken'))
  world.platform.files.close(1)
  connect()
  setSession(world, 1, { status: 'CONNECTED' })
  await pass(48)
  const counts = []
  for (const id of [...ids, after]) counts.push((await listOf(id)).validCount)
  expect(counts).toEqual([200, 0, 200])
  const jobs = world
    .ctx(1)
    .company.sqlite.query('SELECT dedupe_key, last_error FROM job ORDER BY length(dedupe_key), dedupe_key')
    .values()
  expect(jobs).toEqual([
    [`contactList check ${ids[1]}`, null],
    [`contactList check ${broken}`, 'Error: The lookup is broken'],
  ])
  failing.clear()
  await pass(600)
  expect((await listOf(ids[1])).validCount).toBe(200)
  disconnect()
})

test('schedules number checks with each batch, so that a crash between batches leaves none unchecked', async () => {
  const { world, ana, disconnect, addList } = lists
  disconnect()
  const id = await addList('Aos poucos')
  const { sqlite } = world.ctx(1).company
  sqlite.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO contact_list_item (list_id, name, number, phone_key, search_text, is_valid, created_at, updated_at)
    SELECT ${id}, 'P' || i, 5511800000000 + i, 5511800000000 + i, 'p', 1, 0, 0 FROM n`)
  const unchecked = sqlite.query('SELECT count(*) AS n FROM contact_list_item WHERE list_id = ? AND is_valid IS NULL')
  const seen = new Set<number>()
  let isDone = false
  const again = ana.post(`/contact-lists/${id}/check`).finally(() => void (isDone = true))
  for (; !isDone; await new Promise((resolve) => setImmediate(resolve))) {
    const { n } = unchecked.get(id) as { n: number }
    if (n === 0) continue
    seen.add(n)
    expect(hasJob(world.ctx(1), `contactList check ${id}`)).toBe(true)
  }
  expect((await again).status).toBe(200)
  expect([...seen]).toEqual([1000, 2000, 3000])
})
