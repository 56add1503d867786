import { afterEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
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
  audit(world.platform, 'company.deleted', { companyId: 2 })

  world.setTime(at('2027-01-09'))
  expect(await forgetOldAudit(world.platform)).toBe(0)
  world.setTime(at('2027-01-11'))
  expect(await forgetOldAudit(world.platform)).toBe(2500)
  expect(sqlite.query('SELECT type FROM audit').values()).toEqual([['company.deleted']])
})
