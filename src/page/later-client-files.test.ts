import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLaterClientFiles } from './later-client-files'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recado-later-'))
  mkdirSync(join(root, 'web/styles'), { recursive: true })
  writeFileSync(join(root, 'web/styles/app.css'), 'body { margin: 0 }')
  writeFileSync(join(root, 'web/styles/conversations.css'), 'main { margin: 0 }')
  writeFileSync(join(root, 'web/styles/screens.css'), 'table { margin: 0 }')
  mkdirSync(join(root, 'web/push'), { recursive: true })
  mkdirSync(join(root, 'web/offline'), { recursive: true })
  writeFileSync(join(root, 'web/push/service-worker.ts'), 'skipWaiting()')
  writeFileSync(join(root, 'web/offline/offline-page.ts'), 'document.title = "offline"')
  writeFileSync(join(root, 'web/styles/offline.css'), 'div { margin: 0 }')
  writeFileSync(join(root, 'web/client-entry.tsx'), `document.title = 'built later'`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const requestOf = (path: string) => new Request(`http://localhost${path}`)

test('opens the files for the first one that is requested, not for other addresses', async () => {
  const files = createLaterClientFiles({ root, production: true })
  expect(await files.answer(requestOf('/version?of=/assets/x.js'))).toBeUndefined()
  expect(existsSync(join(root, 'dist'))).toBe(false)
  const missing = await files.answer(requestOf('/assets/unknown.js'))
  expect(missing?.status).toBe(404)
  const { entry } = await files.manifest()
  expect(await (await files.answer(requestOf(entry)))?.text()).toContain('built later')
  files.stop()
})

test('reports sources that cannot be built, to the one who opens them and to every page', async () => {
  writeFileSync(join(root, 'web/client-entry.tsx'), 'const = broken')
  const files = createLaterClientFiles({ root, production: true })
  await expect(files.open()).rejects.toThrow()
  await expect(files.manifest()).rejects.toThrow()
  expect(await files.answer(requestOf('/version'))).toBeUndefined()
})

test('serves the service worker at its address, asked for anew at each visit', async () => {
  const files = createLaterClientFiles({ root, production: true })
  const answer = (path: string) => files.answer(new Request(`http://localhost${path}`))
  const worker = await answer('/sw.js')
  expect(worker?.headers.get('cache-control')).toBe('no-cache')
  expect(worker?.headers.get('content-type')).toStartWith('text/javascript')
  expect(await worker?.text()).toContain('skipWaiting')
  expect([await answer('/sw.js/other'), await answer('/sw.json')]).toEqual([undefined, undefined])
  files.stop()
})

test('serves the page that is shown without a network, which says nothing of anybody and loads from here only', async () => {
  const files = createLaterClientFiles({ root, production: true })
  const page = await files.answer(requestOf('/offline'))
  expect(page?.headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self';")
  const [script] = /\/assets\/offline-page-\w+\.js/.exec((await page?.text()) ?? '') ?? []
  expect((await files.answer(requestOf(script ?? '')))?.status).toBe(200)
  expect((await files.answer(requestOf('/sw.js')))?.headers.get('content-security-policy')).toContain(
    "connect-src 'self'",
  )
  files.stop()
})
