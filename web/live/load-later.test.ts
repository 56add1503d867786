import { expect, test } from 'bun:test'
import { createFakeLive } from '../message/testing/fake-conversation'
import { loadLater } from './load-later'

test('loads code again when the connection is back, once each time', async () => {
  const { live, state } = createFakeLive()
  let loads = 0
  let isReachable = false
  const loading = loadLater(live, async () => {
    loads++
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  })
  const becomes = async (...states: (typeof state.value)[]) => {
    for (const next of states) state.value = next
    await Bun.sleep(0)
    return loads
  }
  expect(await becomes('online')).toBe(1)
  expect(await becomes('offline', 'connecting')).toBe(1)
  expect(await becomes('online')).toBe(2)
  isReachable = true
  expect(await becomes('offline', 'online')).toBe(3)
  expect(await loading).toBe('code')
  expect(await becomes('offline', 'online')).toBe(3)
})
