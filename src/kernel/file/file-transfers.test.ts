import { expect, test } from 'bun:test'
import { transferFile } from './file-transfers'

const megabyte = 1024 * 1024
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('files in transfer are limited together; a company leaves room for others', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const transfer = (company: number, bytes: number | undefined) =>
    transferFile({ company, bytes }, () => {
      begun.push(`${company}`)
      return new Promise<void>((end) => ends.push(end))
    })
  const all = Array.from({ length: 10 }, () => transfer(1, 100 * megabyte))
  await turns()
  expect(begun).toEqual(['1', '1', '1'])
  all.push(transfer(2, 100 * megabyte), transfer(3, undefined))
  await turns()
  expect(begun.slice(3)).toEqual(['2', '3'])
  // Larger than everything together, so alone.
  all.push(transfer(4, 5000 * megabyte))
  await turns()
  expect(begun).toHaveLength(5)
  const end = Date.now() + 10_000
  for (let ended = 0; ended < all.length && Date.now() < end; await turns()) {
    const next = ends.shift()
    if (next) ended++
    next?.()
  }
  await Promise.all(all)
  expect([begun.length, begun.at(-1)]).toEqual([13, '4'])
})

test('a transfer that is no longer wanted gives up its place', async () => {
  const release = Promise.withResolvers<void>()
  const held = Array.from({ length: 11 }, () =>
    transferFile({ company: 5, bytes: 1100 * megabyte }, () => release.promise),
  )
  const leaving = new AbortController()
  const left = transferFile({ company: 6, bytes: megabyte, signal: leaving.signal }, async () => 'sent').catch(
    () => 'left',
  )
  await turns()
  leaving.abort()
  expect(await left).toBe('left')
  release.resolve()
  await Promise.all(held)
  expect(await transferFile({ company: 6, bytes: megabyte }, async () => 'sent')).toBe('sent')
})
