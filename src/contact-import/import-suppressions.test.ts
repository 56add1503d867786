import { afterEach, beforeEach, expect, test } from 'bun:test'
import { utils, write } from 'xlsx'
import { type Campaigns, createCampaigns } from '../testing/campaign/campaigns'
import { formOf } from '../testing/world/form-of'
import { effectsOf, noEffects } from '../testing/world/side-effects'

let campaigns: Campaigns
beforeEach(async () => {
  campaigns = await createCampaigns()
})
afterEach(() => campaigns.world.stop())

async function importFile(content: BlobPart, name = 'saida.csv', by = campaigns.ana) {
  const form = formOf({ file: new File([content], name) })
  return by.post('/suppressions/import', form)
}
const listed = async () => {
  const { records } = (await campaigns.ana.get('/suppressions')).body
  return records.map(({ name, number, source }: Record<string, string>) => [name, number, source])
}

test('adds the numbers of a spreadsheet once, and campaigns leave them out', async () => {
  await campaigns.ana.post('/suppressions', { number: campaigns.phoneOf(1) })
  campaigns.world.published.length = 0
  const rows = [
    'Quem não quer receber;;',
    'Nome;Telefone;Origem',
    `Pessoa 0;${campaigns.phoneOf(0)};Pediu para sair`,
    `Pessoa 1;${campaigns.phoneOf(1)};Pediu para sair`,
    'Sem número;;',
    'Local;(11) 98888-7777;',
    'Sem nono dígito;551188887777;',
  ].join('\n')
  expect((await importFile(rows)).body).toEqual({ added: 2, known: 2, failed: 1 })
  expect(await listed()).toEqual([
    ['', campaigns.phoneOf(1), 'manual'],
    ['Local', '5511988887777', 'manual'],
    ['Pessoa 0', campaigns.phoneOf(0), 'manual'],
  ])
  const events = campaigns.world.published.map(({ event, data }) => [event, data['action']])
  expect(events).toEqual([['company-1-suppressions', 'reload']])
  const { answer, ...effects } = await effectsOf(campaigns.world, () => importFile(rows))
  expect(answer.body).toEqual({ added: 0, known: 4, failed: 1 })
  expect(effects).toEqual(noEffects)

  await campaigns.settings({ messageInterval: 0 })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(3) })
  await campaigns.pass(60)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 1, leftOutCount: 2 })
})

test('reads a sheet of numbers alone, and names why a file has none', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([[5511911110001], [5511911110002]]))
  expect((await importFile(write(book, { type: 'buffer', bookType: 'biff8' }), 'numeros.xls')).body).toEqual({
    added: 2,
    known: 0,
    failed: 0,
  })
  expect((await importFile('Nome;Cidade\nAna;Santos')).body).toMatchObject({ fields: { file: 'noNumbers' } })
  expect((await importFile('')).body).toMatchObject({ fields: { file: 'empty' } })
  expect(await listed()).toHaveLength(2)
})

test('is limited to admins of a plan with campaigns, and to their company', async () => {
  const { world } = campaigns
  expect((await importFile(`n;${campaigns.phoneOf(0)}`, 'a.csv', await world.as(world.bruno))).status).toBe(403)
  expect((await importFile(`n;${campaigns.phoneOf(0)}`)).body).toMatchObject({ added: 1 })
  expect((await (await world.as(world.gina)).get('/suppressions')).body.count).toBe(0)
  world.platform.catalog.sqlite.run('UPDATE plan SET use_campaigns = 0')
  world.platform.catalog.companies.forget()
  expect((await importFile(`n;${campaigns.phoneOf(1)}`)).status).toBe(402)
})

test('lists them by name in pages, by the number of a page or after the last record of one', async () => {
  const rows = Array.from({ length: 41 }, (_, person) => `${person % 2 ? 'Bia' : 'Ana'};${campaigns.phoneOf(person)}`)
  await importFile(['Nome;Telefone', ...rows].join('\n'))
  const list = async (query: string) => (await campaigns.ana.get(`/suppressions?${query}`)).body
  const [first, second, third] = [await list('pageNumber=1'), await list('pageNumber=2'), await list('pageNumber=3')]
  expect([first, second, third].map(({ records, hasMore, count }) => [records.length, hasMore, count])).toEqual([
    [20, true, 41],
    [20, true, 41],
    [1, false, 41],
  ])
  const names = [first, second, third].flatMap(({ records }) => records.map(({ name }: { name: string }) => name))
  expect(names).toEqual([...Array(21).fill('Ana'), ...Array(20).fill('Bia')])
  expect(await list(`after=${first.records.at(-1).id}`)).toEqual(second)
  expect(await list('searchParam=bia')).toMatchObject({ count: 20, hasMore: false })
})
