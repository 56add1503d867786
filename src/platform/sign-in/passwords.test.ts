import { expect, test } from 'bun:test'
import { createPasswords } from './passwords'

test('hashes with argon2id at full cost unless told otherwise', async () => {
  const { hash, verify } = createPasswords()
  const stored = await hash('segredo')
  expect(stored).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  expect([await verify('segredo', stored), await verify('Segredo', stored), await verify('', stored)]).toEqual([
    true,
    false,
    false,
  ])
})

test('rejects without a user after about as much work as with one', async () => {
  const { hash, verify } = createPasswords({ memoryCost: 16_384, timeCost: 2 })
  const stored = await hash('segredo')
  const cost = async (passwordHash: string | undefined) => {
    const before = process.cpuUsage()
    for (let index = 0; index < 4; index++) expect(await verify('errada', passwordHash)).toBe(false)
    const { user } = process.cpuUsage(before)
    return user
  }
  const [known, unknown] = [await cost(stored), await cost(undefined)]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
