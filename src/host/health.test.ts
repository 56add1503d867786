import { afterEach, expect, test } from 'bun:test'
import { createServedWorld, type ServedWorld } from '../testing/world/served-world'

const gigabyte = 1024 ** 3
let world: ServedWorld
afterEach(() => world.stop())

const anything = [undefined, '*/*', 'application/json', 'text/html', 'image/png', 'nonsense', ';;,']

async function ask(path: string, { method = 'GET', accept }: { method?: string; accept?: string } = {}) {
  const headers: Record<string, string> = accept === undefined ? {} : { accept }
  const answer = await fetch(world.url + path, { method, headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') ?? '' }
}

const ready = async () => {
  const { status, text } = await ask('/ready')
  return [status, JSON.parse(text)]
}

test('answers whatever a monitor accepts, without signing in, GET as HEAD', async () => {
  world = await createServedWorld()
  for (const accept of anything) {
    for (const path of ['/live', '/ready']) {
      expect(await ask(path, { accept })).toMatchObject({ status: 200, type: expect.stringContaining('json') })
      expect(await ask(path, { accept, method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    }
  }
  expect(JSON.parse((await ask('/live')).text)).toEqual({ live: true })
  expect(await ready()).toEqual([200, { ready: true, reasons: [] }])
  const { live } = await world.live(world.ana)
  live.close()
})

test('is not ready below five percent of free disk, without lock or catalog, and while stopping', async () => {
  const space = { freeBytes: 5 * gigabyte, totalBytes: 100 * gigabyte }
  world = await createServedWorld({ readSpace: () => space })
  const { platform } = world
  expect(await ready()).toEqual([200, { ready: true, reasons: [] }])
  space.freeBytes -= 1
  expect(await ready()).toEqual([503, { ready: false, reasons: ['diskAlmostFull'] }])
  expect(await ask('/ready', { method: 'HEAD' })).toMatchObject({ status: 503, text: '' })
  expect((await ask('/live')).status).toBe(200)
  space.freeBytes = 1
  expect(await ready()).toEqual([503, { ready: false, reasons: ['storageFull'] }])
  space.freeBytes = 50 * gigabyte
  expect(await ready()).toEqual([200, { ready: true, reasons: [] }])

  platform.isStopping = true
  platform.lock = { ...platform.lock, isHeld: () => false }
  expect(await ready()).toEqual([503, { ready: false, reasons: ['stopping', 'folderLock'] }])
  platform.catalog.sqlite.close()
  expect(await ready()).toEqual([503, { ready: false, reasons: ['stopping', 'folderLock', 'catalog'] }])
})

test('monitors get a page at / and /login, and programs that ask for data do not', async () => {
  world = await createServedWorld({ pages: true })
  for (const path of ['/', '/login', '/?probe=1']) {
    for (const accept of [undefined, '*/*', 'text/html', 'application/json, text/plain, */*']) {
      if (accept === 'text/html' && path !== '/login') continue
      expect(await ask(path, { accept })).toMatchObject({ status: 200, type: expect.stringContaining('text/html') })
      expect(await ask(path, { accept, method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    }
    expect((await ask(path, { accept: 'application/json' })).status).toBe(404)
  }
  expect((await ask('/', { accept: 'text/html' })).status).toBe(302)
  expect((await ask('/logins')).status).toBe(404)
  expect((await ask('/tags')).status).toBe(401)
})
