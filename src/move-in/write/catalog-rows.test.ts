import { expect, test } from 'bun:test'
import { createBakery, times } from '../../testing/move-in/bakery'

const { bakery, move } = createBakery()

test('money is in centavos, a company is paid until its subscription ends, and its campaigns keep their pace', async () => {
  const invoice = (id: number, status: string, dueDate: string | null) => ({
    id,
    status,
    dueDate,
    companyId: 3,
    value: '10,50',
    detail: 'Ouro',
    ...times(1),
  })
  const { report, moved, all } = await move('G', {
    Invoices: [invoice(1, 'paid', '2025-02-01'), invoice(2, 'open', '2025-02-01'), invoice(3, 'open', null)],
    Subscriptions: [
      { id: 1, companyId: 3, expiresAt: new Date('2031-05-06T00:00:00Z'), ...times(1) },
      { id: 2, companyId: 4, expiresAt: new Date('2032-05-06T00:00:00Z'), ...times(1) },
    ],
    CampaignSettings: [
      { id: 1, key: 'messageInterval', value: '30', companyId: 3, ...times(1) },
      { id: 2, key: 'variables', value: '[]', companyId: 3, ...times(1) },
      { id: 3, key: 'greaterInterval', value: 'muito', companyId: 3, ...times(1) },
      { id: 4, key: 'messageInterval', value: '99', companyId: 4, ...times(1) },
    ],
  })
  expect(report.leftOut).toEqual({})
  const { catalog } = bakery().world.platform
  expect(catalog.sqlite.query('SELECT value, status, due_date AS due FROM invoice ORDER BY due').all()).toEqual([
    { value: 1050, status: 'paid', due: '2025-02-01' },
    { value: 1050, status: 'open', due: '2025-03-03' },
  ])
  expect(catalog.sqlite.query("SELECT amount FROM plan WHERE name = 'Ouro'").all()).toEqual([{ amount: 109_990 }])
  expect(moved?.tables[0]).toMatchObject({
    table: 'Invoices',
    read: 3,
    written: 2,
    merged: 1,
    reasons: [{ reason: 'sameDay', rows: 1 }],
  })
  const { body } = await (await bakery().world.as(bakery().world.sofia)).get('/companies')
  const found = JSON.stringify(body).match(/2031-05-06|2032-05-06/g)
  expect(found).toEqual(['2031-05-06'])
  expect(all('SELECT key, value FROM campaign_setting ORDER BY key')).toEqual([
    { key: 'messageInterval', value: '30' },
    { key: 'variables', value: '[]' },
  ])
}, 120_000)
