import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createSocketHub } from './kernel/live/live-hub'
import { serve } from './serve'
import { openTicket } from './testing/conversation/conversation'
import { messageEvent, receive } from './testing/conversation/inbound'
import { startMeasuredServer } from './testing/hostile/measured-server'
import { sendRaw } from './testing/hostile/raw-socket'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'
import { until } from './testing/whatsapp/whatsapp-world'

const megabyte = 1024 * 1024

let world: ServedWorld
let port: number
let bearer: string
beforeAll(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
  port = Number(new URL(world.url).port)
  receive(world, 1, messageEvent({ text: 'Olá' }))
  openTicket(world)
  bearer = `authorization: Bearer ${(await world.as(world.bruno)).token}`
})
afterAll(() => world.stop())

const leftBehind = () => {
  const folder = join(world.dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}
const storedFiles = () => [...new Bun.Glob('**/*').scanSync(world.ctx(1).company.mediaFolder)]

const partHead = (name: string, fileName: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`

/** Sends a multipart body with one file of that size in pieces, until everything is sent or an answer arrives. */
function upload(path: string, name: string, bytes: number, authorization = bearer, to = port) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; sentBytes: number; text: string }>()
  const head = partHead(name, 'grande.bin')
  const tail = '\r\n--b--'
  const length = head.length + bytes + tail.length
  const piece = Buffer.alloc(64 * 1024, 'x')
  const socket = connect(to, '127.0.0.1')
  let sentBytes = 0
  let text = ''
  const pump = () => {
    while (sentBytes < bytes && text === '') {
      const next = piece.subarray(0, Math.min(piece.length, bytes - sentBytes))
      sentBytes += next.length
      if (!socket.write(next)) return void socket.once('drain', pump)
    }
    if (text === '') socket.write(tail)
  }
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: recado.test',
      'connection: close',
      authorization,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${length}\r\n\r\n${head}`,
    ].join('\r\n'),
  )
  socket.on('data', (part) => void (text += part.toString()))
  socket.on('error', () => {})
  socket.on('close', () => resolve({ status: Number(text.slice(9, 12)), sentBytes, text }))
  pump()
  return promise
}

test('memory stays constant, whether forms are refused unread or their files accepted', async () => {
  const server = await startMeasuredServer()
  const four = (path: string, name: string, bytes: number) =>
    Promise.all([1, 2, 3, 4].map(() => upload(path, name, bytes, server.bearer, server.port)))
  const refused = await server.costOf(async () => {
    for (const { status, text } of await four('/tags', 'file', 200 * megabyte)) {
      expect([status, text.includes('ERR_REQUEST_TOO_LARGE')]).toEqual([413, true])
    }
  })
  const taken = await server.costOf(async () => {
    const answers = await four('/schedules/media-upload', 'file', 95 * megabyte)
    // A company may have 200 MB of files that nothing uses yet.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  })
  await server.stop()
  console.log(`4 × 200 MB to /tags: memory + ${refused.memoryGrowthMb} MB, gap ${refused.longestGapMs} ms`)
  console.log(`4 × 95 MB to /schedules: memory + ${taken.memoryGrowthMb} MB, gap ${taken.longestGapMs} ms`)
  expect(refused.memoryGrowthMb).toBeLessThan(50)
  expect(taken.memoryGrowthMb).toBeLessThan(200)
})

test('stores any number of files completely', async () => {
  const before = new Set(storedFiles())
  const answers = await Promise.all([1, 2, 3].map(() => upload('/messages/1', 'medias', 9 * megabyte)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const added = storedFiles().filter((name) => !before.has(name))
  const sizes = added.map((name) => statSync(join(world.ctx(1).company.mediaFolder, name)).size)
  expect(sizes).toEqual([9 * megabyte, 9 * megabyte, 9 * megabyte])
  expect(leftBehind()).toEqual([])
})

test('stores exactly the sent bytes', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) % 251))
  const form = new FormData()
  form.append('medias', new File([bytes], 'contrato.pdf', { type: 'application/pdf' }))
  form.append('medias', new File(['oi'], 'oi.txt', { type: 'text/plain' }))
  form.append('body', 'Segue')
  const before = new Set(storedFiles())
  const headers = { authorization: bearer.slice('authorization: '.length) }
  const answer = await fetch(`${world.url}/messages/1`, { method: 'POST', body: form, headers })
  expect(answer.status).toBe(200)
  const { messages } = (await answer.json()) as { messages: { body: string }[] }
  expect(messages.map(({ body }) => body)).toEqual(['Segue', ''])
  const added = storedFiles().filter((name) => !before.has(name))
  const contents = added.map((name) => readFileSync(join(world.ctx(1).company.mediaFolder, name)))
  expect(contents.sort((a, b) => b.length - a.length)).toEqual([bytes, Buffer.from('oi')])
})

test('refuses a file above the limit while it arrives, and keeps nothing of it', async () => {
  const before = storedFiles().length
  const { status, text } = await upload('/users/2/media-upload', 'profileImage', 50 * megabyte)
  expect(status).toBe(413)
  expect(text).toContain('"fields":{"profileImage":"tooLarge"}')
  expect(storedFiles()).toHaveLength(before)
  expect(leftBehind()).toEqual([])
})

test('refuses a form with more files or other fields than declared', async () => {
  const post = async (path: string, ...names: string[]) => {
    const body = `${names.map((name) => `${partHead(name, 'a.png')}x\r\n`).join('')}--b--`
    const head = `POST ${path} HTTP/1.1\r\nhost: recado.test\r\n${bearer}\r\n`
    const { text } = await sendRaw(
      port,
      `${head}content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    return [text.slice(9, 12), JSON.parse(text.slice(text.indexOf('{'))).fields]
  }
  expect(await post('/users/2/media-upload', 'profileImage', 'profileImage')).toEqual([
    '400',
    { profileImage: 'tooMany' },
  ])
  expect(await post('/users/2/media-upload', 'picture')).toEqual(['400', { picture: 'unexpected' }])
  expect(await post('/messages/1', ...Array.from({ length: 31 }, () => 'medias'))).toEqual([
    '400',
    { medias: 'tooMany' },
  ])
  expect(leftBehind()).toEqual([])
})

test('an anonymous upload writes nothing to the disk', async () => {
  const { status, text } = await upload('/messages/1', 'medias', 20 * megabyte, 'x-a: b')
  expect([status, /ERR_\w+/.exec(text)?.[0]]).toEqual([401, 'ERR_UNAUTHORIZED'])
  expect(existsSync(join(world.dataDir, 'uploads')) ? leftBehind() : []).toEqual([])
})

test('an aborted upload leaves nothing', async () => {
  const head = partHead('medias', 'a.bin')
  const request = `POST /messages/1 HTTP/1.1\r\nhost: recado.test\r\n${bearer}\r\ncontent-type: multipart/form-data; boundary=b\r\n`
  const before = storedFiles().length
  await sendRaw(port, `${request}content-length: 9000000\r\n\r\n${head}${'x'.repeat(500_000)}`, { ends: true })
  await upload('/messages/1', 'medias', 1)
  await until(() => leftBehind().length === 0, 'the broken upload to be removed')
  expect(storedFiles()).toHaveLength(before + 1)
})

test('deletes files of an earlier process at start', async () => {
  const dataDir = world.dataDir
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', 'left'), 'x')
  const client = { manifest: () => ({}) as never, answer: async () => undefined }
  const server = serve({ platform: world.platform, hub: createSocketHub(), client })
  expect(leftBehind()).toEqual([])
  await server.stop(true)
})
