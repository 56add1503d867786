import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Caller, createWorld, type World } from '../testing/world/world'

/** One for all tests, because refused reads change nothing. */
let world: World
let ana: Caller
beforeAll(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterAll(() => world.stop())

const wrong: [string, string][] = [
  ['/dashboard?days=1000000000', 'days'],
  ['/dashboard?days=367', 'days'],
  ['/dashboard?days=0', 'days'],
  ['/dashboard?days=-1', 'days'],
  ['/dashboard?days=1.5', 'days'],
  ['/dashboard?days=abc', 'days'],
  ['/dashboard?days=1&days=2', 'days'],
  ['/dashboard?date_from=2026-99-99', 'date_from'],
  ['/dashboard?date_from=2026-02-30', 'date_from'],
  ['/dashboard?date_from=0001-01-01', 'date_from'],
  ['/dashboard?date_from=2000-01-01', 'date_from'],
  ['/dashboard?date_from=2990-01-01', 'date_from'],
  ['/dashboard?date_to=9999-12-31', 'date_to'],
  ['/dashboard?date_from=2026-02-01&date_to=2026-01-01', 'date_to'],
  ['/dashboard?date_from=2020-01-01&date_to=2026-01-01', 'date_to'],
  ['/dashboard?date_from=2025-01-01&date_to=2026-01-02', 'date_to'],
  ['/dashboard/ticketsUsers?initialDate=x', 'initialDate'],
  ['/dashboard/ticketsDay?initialDate=2026-02-01&finalDate=2026-01-01', 'finalDate'],
  ['/dashboard/ticketsDay?initialDate=2020-01-01&finalDate=2026-01-01', 'finalDate'],
  ['/dashboard/ticketsDay?companyId=x', 'companyId'],
  ['/messages-allMe?dateStart=2026-02-01&dateEnd=2026-01-01', 'dateEnd'],
  ['/messages-allMe?dateEnd=9999-12-31', 'dateEnd'],
  ['/dashboard/moments?status=gone', 'status'],
  ['/dashboard/moments?queueIds=["a"]', 'queueIds'],
  ['/dashboard/moments?dateEnd=tomorrow', 'dateEnd'],
  ['/dashboard/moments?userId=0', 'userId'],
  ['/ticketreport/reports?pageSize=0', 'pageSize'],
  ['/ticketreport/reports?pageSize=99999999', 'pageSize'],
  ['/ticketreport/reports?page=-1', 'page'],
  ['/ticketreport/reports?users=[1,{}]', 'users'],
  ['/ticketreport/reports?status=["x"]', 'status'],
  ['/ticketreport/reports?dateFrom=2026-02-01&dateTo=2026-01-01', 'dateTo'],
]

test.each(wrong)('%s is refused and names %s', async (path, field) => {
  const { status, body } = await ana.get(path)
  expect([status, body['error'], Object.keys(body['fields'] ?? {})[0]?.split('.')[0]]).toEqual([
    400,
    'ERR_INVALID_INPUT',
    field,
  ])
})
