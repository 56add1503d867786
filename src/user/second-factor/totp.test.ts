import { expect, test } from 'bun:test'
import { totpCode } from '../../testing/world/totp-code'
import { newTotpSecret, stepOfCode, totpAddress } from './totp'

/** `12345678901234567890` in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** RFC 6238, appendix B, for SHA-1: seconds and code of eight digits, of which the last six are ours. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

test('the codes are those of the standard', async () => {
  for (const [seconds, code] of vectors) {
    const at = new Date(seconds * 1000)
    expect(await totpCode(secret, at, 8)).toBe(code)
    expect(stepOfCode(secret, { code: code.slice(2), at, lastStep: 0 })).toBe(Math.floor(seconds / 30))
    expect(
      stepOfCode(secret, { code: code.slice(2), at: new Date(at.getTime() + 90_000), lastStep: 0 }),
    ).toBeUndefined()
  }
})

test('a clock may be one step off, and no step passes twice', async () => {
  const at = new Date('2026-03-10T15:00:00Z')
  const now = Math.floor(at.getTime() / 30_000)
  for (const step of [-2, -1, 0, 1, 2]) {
    const code = await totpCode(secret, new Date(at.getTime() + step * 30_000))
    const expected = Math.abs(step) < 2 ? now + step : undefined
    expect(stepOfCode(secret, { code, at, lastStep: 0 })).toBe(expected)
    expect(stepOfCode(secret, { code, at, lastStep: now + step })).toBeUndefined()
  }
  expect(stepOfCode(secret, { code: '', at, lastStep: 0 })).toBeUndefined()
})

test('secrets have 160 bits, and addresses keep odd names apart', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
  expect(secrets.size).toBe(50)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpAddress('ABC', { product: 'Loja: a/b', email: 'ana@acme.test' })).toBe(
    'otpauth://totp/Loja%20%20a%20b:ana%40acme.test?secret=ABC&issuer=Loja%20%20a%20b',
  )
})
