import { afterEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { eraseCompany } from '../company/erase/erase-company'
import { forgetOldAudit } from './forget-old-audit'
import { audit } from '../platform'

let world: World
afterEach(() => world.stop())

test('deletes all audit records older than a year', async () => {
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  world = await createWorld({ now: at('2026-01-10') })
  const { sqlite } = world.platform.catalog
  sqlite.run('DELETE FROM audit')
  for (let time = 0; time < 2500; time++) audit(world.platform, 'sign-in', { companyId: 1, userId: 1 })
  world.setTime(at('2026-01-12'))
  audit(world.platform, 'company.erased', { companyId: 2 })

  world.setTime(at('2027-01-09'))
  expect(await forgetOldAudit(world.platform)).toBe(0)
  world.setTime(at('2027-01-11'))
  expect(await forgetOldAudit(world.platform)).toBe(2500)
  expect(sqlite.query('SELECT type FROM audit').values()).toEqual([['company.erased']])
})

test('sign-ins of an erased company are kept for half a year, and those of others as before', async () => {
  world = await createWorld()
  world.noBystander()
  await eraseCompany(world.platform, {}, 2)
  const { sqlite } = world.platform.catalog
  sqlite.run('DELETE FROM audit')
  const nowMs = world.platform.clock.now().getTime()
  for (const [days, companyId, type] of [
    [180, 2, 'sign-in'],
    [190, 2, 'sign-in'],
    [190, 2, 'charge.paid'],
    [190, 1, 'sign-in'],
  ] as const) {
    sqlite.run('INSERT INTO audit (at, type, company_id) VALUES (?, ?, ?)', [
      nowMs - days * 86_400_000,
      type,
      companyId,
    ])
  }
  expect(await forgetOldAudit(world.platform)).toBe(1)
  expect(sqlite.query('SELECT company_id, type FROM audit ORDER BY id').values()).toEqual([
    [2, 'sign-in'],
    [2, 'charge.paid'],
    [1, 'sign-in'],
  ])
})
