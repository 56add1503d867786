import { expect, test } from 'bun:test'
import { createFixture } from './testing/fixture-server'

const get = (path: string, headers: Record<string, string> = {}) => new Request(`http://localhost${path}`, { headers })

test('caches files permanently, compressed, with their type', async () => {
  const { answer, manifest } = await createFixture()
  const plain = await answer(get(manifest.entry))
  expect(plain.headers.get('content-type')).toMatch(/^text\/javascript; ?charset=utf-8$/)
  expect(plain.headers.get('cache-control')).toContain('immutable')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const source = await plain.text()

  const zipped = await answer(get(manifest.entry, { 'accept-encoding': 'gzip, deflate' }))
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(new TextDecoder().decode(Bun.gunzipSync(await zipped.bytes()))).toBe(source)
  const brotli = await answer(get(manifest.styles, { 'accept-encoding': 'gzip, br' }))
  expect(brotli.headers.get('content-encoding')).toBe('br')
  const refused = await answer(get(manifest.entry, { 'accept-encoding': 'br;q=0' }))
  expect(refused.headers.get('content-encoding')).toBeNull()
})

test('does not resend a cached file', async () => {
  const { answer, manifest } = await createFixture()
  const etag = (await answer(get(manifest.styles))).headers.get('etag') ?? ''
  const again = await answer(get(manifest.styles, { 'if-none-match': etag }))
  expect(again.status).toBe(304)
})

test('serves the typeface as a separate file', async () => {
  const { answer, manifest } = await createFixture()
  const [font = ''] = manifest.fonts
  expect((await answer(get(font))).headers.get('content-type')).toBe('font/woff2')
  expect(await (await answer(get(manifest.styles))).text()).not.toContain('base64')
})

test.each([
  '/assets/manifest.json',
  '/assets/..%2fmanifest.json',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/assets/none.js',
])('nothing else is reached: %s', async (path) => {
  const { answer } = await createFixture()
  expect((await answer(get(path))).status).toBeGreaterThanOrEqual(400)
})
