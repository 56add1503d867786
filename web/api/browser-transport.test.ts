import { afterEach, expect, test } from 'bun:test'
import { createApiClient } from './api-client'
import { ApiError } from './api-error'
import { createBrowserTransport } from './browser-transport'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

/** A server with one valid token; it answers each path by its last segment. */
function apiUnderTest(refresh: () => Promise<string | null>) {
  const seen: string[] = []
  let good = 'fresh'
  let token: string | null = 'old'
  const signedOut: string[] = []
  let expired = 0
  let setUps = 0
  const respond = async (path: string, init?: RequestInit) => {
    const given = new Headers(init?.headers).get('authorization')
    init?.signal?.throwIfAborted()
    seen.push(`${path} ${given}`)
    await Promise.resolve()
    if (path === '/slow')
      await new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    if (path === '/replaced') return Response.json({ error: 'ERR_SESSION_REPLACED' }, { status: 401 })
    if (path === '/ended') return Response.json({ error: 'ERR_UNAUTHORIZED' }, { status: 401 })
    if (path === '/refused') return Response.json({ error: 'ERR_NO_PERMISSION', message: 'No' }, { status: 403 })
    if (path === '/unpaid') return Response.json({ error: 'ERR_SUBSCRIPTION_EXPIRED' }, { status: 402 })
    if (path === '/early') return Response.json({ error: 'ERR_SECOND_FACTOR_MISSING' }, { status: 403 })
    if (path === '/limited') return Response.json({ error: 'ERR_PLAN_LIMIT' }, { status: 402 })
    if (path === '/auth/login') return Response.json({ error: 'ERR_INVALID_CREDENTIALS' }, { status: 401 })
    if (path === '/silent') throw new TypeError('Failed to fetch')
    if (given !== `Bearer ${good}`) return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
    return Response.json({ path })
  }
  globalThis.fetch = ((input: string, init?: RequestInit) => respond(input, init)) as typeof fetch
  const transport = createBrowserTransport({
    tokens: { read: () => token, write: (next) => void (token = next) },
    onSignedOut: (how) => signedOut.push(how),
    onExpired: () => expired++,
    onSetUpMissing: () => setUps++,
    refresh,
  })
  const api = createApiClient(transport)
  return {
    // For paths that are not calls of the product.
    get: (path: string) => (api.get as (path: string) => Promise<unknown>)(path),
    api,
    seen,
    token: () => token,
    signedOut,
    expired: () => expired,
    setUps: () => setUps,
    expire: () => (good = 'newer'),
  }
}

test('renews an expired token once for several calls, and repeats each once', async () => {
  let refreshes = 0
  const { get, seen, token } = apiUnderTest(async () => {
    refreshes++
    await Bun.sleep(5)
    return 'fresh'
  })
  const answers = await Promise.all(['/a', '/b', '/c'].map(get))
  expect(answers).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }])
  expect(refreshes).toBe(1)
  expect(seen).toHaveLength(6)
  expect(token()).toBe('fresh')
})

test('does not repeat a call twice: a refused new token ends the session', async () => {
  const { get, seen, expire, token, signedOut } = apiUnderTest(async () => 'fresh')
  expire()
  await expect(get('/a')).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
  expect(seen).toHaveLength(2)
  expect([token(), signedOut]).toEqual([null, ['invalid']])
})

test('a refused refresh ends the session', async () => {
  const { get, token, signedOut } = apiUnderTest(async () => null)
  await expect(get('/a')).rejects.toBeInstanceOf(ApiError)
  expect(token()).toBeNull()
  expect(signedOut).toEqual(['expired'])
})

test('401 ends the session, a refused permission does not', async () => {
  const { get, token, signedOut } = apiUnderTest(async () => 'fresh')
  await expect(get('/refused')).rejects.toMatchObject({
    status: 403,
    code: 'ERR_NO_PERMISSION',
    message: 'No',
  })
  expect([token(), signedOut]).toEqual(['old', []])
  await expect(get('/ended')).rejects.toMatchObject({ status: 401 })
  expect([token(), signedOut]).toEqual([null, ['ended']])
})

test('any call reports that the user signed in elsewhere', async () => {
  const { get, token, signedOut } = apiUnderTest(async () => 'fresh')
  await expect(get('/replaced')).rejects.toMatchObject({ status: 401 })
  expect([token(), signedOut]).toEqual([null, ['replaced']])
})

test('a wrong password does not end a session', async () => {
  const { api, token, signedOut, seen } = apiUnderTest(async () => 'fresh')
  await expect(api.post('/auth/login', { body: { email: '', password: '' } })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  })
  expect([token(), signedOut]).toEqual(['old', []])
  expect(seen).toEqual(['/auth/login null'])
})

test('signing out ends what is being read, and what would be read after it; what is being written is sent', async () => {
  const { get, api, seen, signedOut } = apiUnderTest(async () => 'fresh')
  await get('/a')
  seen.length = 0
  let outcome = 'none'
  const note = (what: string) => () => void (outcome = what)
  get('/slow').then(note('answered'), note('refused'))
  const written = api.put('/users/menu', { body: { groups: {}, pinned: [] } })
  await api.delete('/auth/logout')
  get('/ended').then(note('answered'), note('refused'))
  await written
  await Bun.sleep(20)
  expect(outcome).toBe('none')
  expect(signedOut).toEqual([])
  expect(seen).toEqual(['/slow Bearer fresh', '/users/menu Bearer fresh', '/auth/logout Bearer fresh'])
})

test('reports a missing response as such', async () => {
  const { get } = apiUnderTest(async () => 'fresh')
  await expect(get('/silent')).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
})

test('distinguishes an expired subscription from a plan limit', async () => {
  const { get, expired } = apiUnderTest(async () => 'fresh')
  await expect(get('/limited')).rejects.toMatchObject({ status: 402, code: 'ERR_PLAN_LIMIT' })
  expect(expired()).toBe(0)
  await expect(get('/unpaid')).rejects.toMatchObject({ status: 402, code: 'ERR_SUBSCRIPTION_EXPIRED' })
  expect(expired()).toBe(1)
})

test('tells a missing second factor from other refusals', async () => {
  const { get, setUps, signedOut } = apiUnderTest(async () => 'fresh')
  await expect(get('/limited')).rejects.toMatchObject({ status: 402 })
  expect(setUps()).toBe(0)
  await expect(get('/early')).rejects.toMatchObject({ status: 403, code: 'ERR_SECOND_FACTOR_MISSING' })
  expect([setUps(), signedOut]).toEqual([1, []])
})
