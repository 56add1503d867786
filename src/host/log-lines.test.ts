import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, startMain } from '../testing/process/main-process'
import { createServedWorld } from '../testing/world/served-world'

let dataDir: string
let child: MainProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-logs-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await child?.exited
  child = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, any>)

/** Bytes that no client library would send. */
function sendRaw(port: number, bytes: string) {
  return new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.on('data', (piece) => {
      text += piece
      socket.end()
    })
    socket.on('close', () => resolve(text)).on('error', () => resolve(text))
  })
}

test('all that a process writes is one JSON object a line, and lines of a request name it', async () => {
  child = startMain(dataDir, { LOG_FORMAT: 'json', LOG_LEVEL: 'debug' })
  const said = await child.printed(/shown this once[^\n]*\n/)
  const [first, second, third] = linesOf(said)
  expect([first?.['level'], first?.['message']]).toEqual(['info', expect.stringContaining('Recado answers at http')])
  expect(second?.['message']).toContain('Sign in at')
  expect(third?.['message']).toMatch(/^with the password \S+ /)
  const port = Number(/:(\d+)$/.exec(String(first?.['message']))?.[1])

  const origins = ['http://evil.test/"}', 'http://evil.test\\u0000', 'http://evil.test/\x80\x85\x9f', 'x\ty']
  for (const [index, origin] of origins.entries()) {
    await sendRaw(
      port,
      `GET /live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
        `sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nx-request-id: call-${index}\r\norigin: ${origin}\r\n\r\n`,
    )
  }
  await child.logged(/call-3/)
  const refused = linesOf(child.errors()).filter(
    ({ message }) => message === 'A live socket of another site was refused',
  )
  expect(refused.map(({ request }) => request)).toEqual(['call-0', 'call-1', 'call-2', 'call-3'])
  expect(refused.map(({ facts }) => facts.origin.slice(0, 16).trim())).toEqual([
    'http://evil.test',
    'http://evil.test',
    'http://evil.test',
    'x\ty',
  ])
  expect(await child.stop()).toBe(0)
  for (const line of [...linesOf(child.output()), ...linesOf(child.errors())]) {
    expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String), message: expect.any(String) })
  }
}, 60_000)

test('a start that fails says so in one JSON object', async () => {
  child = startMain(dataDir, { LOG_FORMAT: 'json', PORT: '70000', METRICS_TOKEN: 'short' })
  expect(await child.exited).toBe(1)
  const [line, ...others] = linesOf(child.errors())
  expect([line?.['level'], others]).toEqual(['error', []])
  expect(line?.['message']).toMatch(/^The configuration is not valid:\n.*PORT.*\n.*METRICS_TOKEN/)
}, 60_000)

test('every answer has a request id: calls, refusals, pages, redirects and files', async () => {
  const world = await createServedWorld({ pages: true })
  try {
    const html = { accept: 'text/html' }
    const page = await (await fetch(`${world.url}/login`, { headers: html })).text()
    const file = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const asked: [string, RequestInit][] = [
      ['/version', {}],
      ['/ready', { method: 'HEAD' }],
      ['/tickets', {}],
      ['/nothing', { headers: html }],
      ['/', { headers: html }],
      ['/login', { headers: html }],
      [file, {}],
      ['/manifest.webmanifest', {}],
      ['/metrics', {}],
      ['/tags', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
      [`/${'x'.repeat(9000)}`, {}],
    ]
    const ids = new Set<string>()
    for (const [path, init] of asked) {
      const answer = await fetch(world.url + path, { redirect: 'manual', ...init })
      const id = answer.headers.get('x-request-id') ?? ''
      expect([path, id]).toEqual([path, expect.stringMatching(/^[\da-f]{8}-[\da-z]+$/)])
      ids.add(id)
      const headers = { ...(init.headers as Record<string, string>), 'x-request-id': 'mine.1' }
      const again = await fetch(world.url + path, { redirect: 'manual', ...init, headers })
      expect([path, again.headers.get('x-request-id')]).toEqual([path, 'mine.1'])
    }
    expect(ids.size).toBe(asked.length)
  } finally {
    await world.stop()
  }
}, 60_000)
