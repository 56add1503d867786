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

const cheap = { memoryCost: 16_384, timeCost: 2 }
const imported = 'abcdefghijklmnopqrstuuJHHPU2hvIEaytp65ZRktVcnIcO8n3W.'

/** Hashes are libcrypt's. */
test('verifies what other systems have stored with bcrypt, of each version', async () => {
  const { verify, isOutdated, hash } = createPasswords(cheap)
  for (const version of ['a', 'b', 'y']) {
    const stored = `$2${version}$08$${imported}`
    expect([await verify('segredo123', stored), await verify('segredo12', stored)]).toEqual([true, false])
    expect(isOutdated(stored)).toBe(true)
  }
  expect(await verify('emoji😀senha', '$2a$10$abcdefghijklmnopqrstuuPx8TqMZ7NKMICnat5RYLfSEH1.VsRUy')).toBe(true)
  expect(isOutdated(await hash('segredo'))).toBe(false)
})

test('cuts a password at 72 bytes for bcrypt, also within a character', async () => {
  const { verify, hash } = createPasswords(cheap)
  const even = '$2b$08$abcdefghijklmnopqrstuuCjcWlU627gXHLWYk8ecE28yZXDOvz8u'
  expect(await verify('á'.repeat(40), even)).toBe(true)
  expect(await verify('á'.repeat(36), even)).toBe(true)
  expect(await verify('á'.repeat(35), even)).toBe(false)
  const odd = '$2y$08$abcdefghijklmnopqrstuubqOnB02XWOGpeu.V/.BH3rlQHu4WX1O'
  expect(await verify(`x${'á'.repeat(40)}`, odd)).toBe(true)
  expect(await verify(`x${'á'.repeat(35)}`, odd)).toBe(false)
  const own = await hash('á'.repeat(40))
  expect(await verify('á'.repeat(36), own)).toBe(false)
})

test('takes what is no hash, or would take minutes to verify, for a wrong password', async () => {
  const { verify } = createPasswords(cheap)
  const costly = `$2b$31$${imported}`
  for (const stored of ['', 'segredo123', '$2b$08$short', costly, `$2x$08$${imported}`, '$1$salt$hash', 'null']) {
    expect(await verify('segredo123', stored)).toBe(false)
  }
})

/** The least of four: other work on the machine only adds to it. */
async function workOf(passwords: ReturnType<typeof createPasswords>, passwordHash: string | undefined) {
  const times: number[] = []
  for (let index = 0; index < 4; index++) {
    const before = process.cpuUsage()
    expect(await passwords.verify('errada', passwordHash)).toBe(false)
    times.push(process.cpuUsage(before).user)
  }
  return Math.min(...times)
}

test('rejects without a user after about as much work as with one', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('segredo')
  const [known, unknown] = [await workOf(passwords, stored), await workOf(passwords, undefined)]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})

test('does the same work for imported, own and unknown users once imported ones exist', async () => {
  const passwords = createPasswords({ memoryCost: 1024, timeCost: 1 })
  const dear = '$2a$11$abcdefghijklmnopqrstuuJHHPU2hvIEaytp65ZRktVcnIcO8n3W.'
  const before = await workOf(passwords, undefined)
  passwords.noteImported(['', `$2y$08$${imported}`, dear, `$2b$31$${imported}`])
  const own = await workOf(passwords, await passwords.hash('segredo'))
  expect(own / before).toBeGreaterThan(5)
  for (const other of [undefined, dear, `$2y$08$${imported}`, `$2b$31$${imported}`]) {
    const work = await workOf(passwords, other)
    expect(work / own).toBeGreaterThan(0.7)
    expect(work / own).toBeLessThan(1.4)
  }
})
