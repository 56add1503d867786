import type { SignalDataSet } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { shareStore } from './shared-store'

function createShop() {
  const stored: SignalDataSet[] = []
  let fails = false
  const storedStep = shareStore((data) => {
    if (fails) throw new Error('the disk is full')
    stored.push(data)
  })
  const encrypt = (id: string, ready: Promise<void> = Promise.resolve()) =>
    storedStep(async () => {
      await ready
      return { written: { session: { [id]: Buffer.from(id) } }, result: id }
    })
  return { stored, storedStep, encrypt, fail: () => (fails = true) }
}

test('stores parallel steps at once, and lets none go before', async () => {
  const { stored, encrypt } = createShop()
  const slow = Promise.withResolvers<void>()
  let isSent = false
  const quick = encrypt('quick').then(() => (isSent = true))
  const both = Promise.all([quick, encrypt('slow', slow.promise)])
  await new Promise((resolve) => setImmediate(resolve))
  expect([isSent, stored]).toEqual([false, []])
  slow.resolve()
  await both
  expect(stored.map(({ session }) => Object.keys(session ?? {}))).toEqual([['quick', 'slow']])
  expect(await encrypt('next')).toBe('next')
  expect(stored).toHaveLength(2)
})

test('stores the others when a step fails, and fails all when the store does', async () => {
  const { stored, storedStep, encrypt, fail } = createShop()
  const failing = storedStep(async () => {
    throw new Error('No open session')
  })
  expect((await Promise.allSettled([encrypt('one'), failing])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
  ])
  expect(stored).toHaveLength(1)
  fail()
  const all = await Promise.allSettled([encrypt('two'), encrypt('three')])
  expect(all.map((one) => String((one as PromiseRejectedResult).reason))).toEqual(
    Array(2).fill('Error: the disk is full'),
  )
})
