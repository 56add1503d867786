import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ChannelError } from '../channel/channel'
import { forgetSettings } from '../setting/setting.queries'
import { settingTable } from '../setting/setting.tables'
import { closeTicket } from '../ticket/closing/close-ticket'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { recordFile, stageAgain, stageFile } from '../kernel/file/media-store'
import { writesFile } from '../testing/media/written-file'
import { dot } from '../testing/media/dot'
import { createRequests } from '../testing/world/requests'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { createWorld, type World } from '../testing/world/world'
import { cleanFileName, contentDisposition, readRange } from '../kernel/http/serve-file'
import { listMessageRows } from '../testing/conversation/conversation'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const message = (id = 1) => listMessageRows(world).find((one) => one.id === id)

function gives(answer: () => Uint8Array) {
  const channel = { fetchMedia: writesFile(answer) }
  world.ports.connections = { channel: () => channel } as never
}

const imageEvent = (fileName?: string) =>
  messageEvent({
    content: {
      kind: 'image',
      text: 'olhe',
      mimeType: 'image/png',
      fileName,
      sizeBytes: 70,
      width: 900,
      height: 600,
      source: { url: 'x' },
    },
  })

async function receivedImage() {
  gives(() => dot)
  receive(world, 1, imageEvent())
  setTicketQueue(world.ctx(1), 1, 1)
  await world.runJobs(1)
  const { body } = await (await world.as(world.ana)).get('/messages/1')
  return body.messages[0].mediaUrl as string
}

test('shows a placeholder until a received file is fetched, then serves it to everybody who sees the message', async () => {
  receive(world, 1, imageEvent())
  const declared = { state: 'pending', width: 900, height: 600 }
  expect(message()).toMatchObject({ mediaType: 'image', mediaId: null, data: { file: declared } })
  gives(() => dot)
  world.published.length = 0
  await world.runJobs(1)
  const file = { name: 'image-1.png', type: 'image/png', size: dot.length, width: 1, height: 1 }
  expect(message()?.data).toEqual({ file })
  expect(world.published.find(({ event }) => event === 'company-1-appMessage')?.data.action).toBe('update')
})

test('attaches a file once when it is fetched twice', async () => {
  const { fetchMedia } = await import('./inbound/fetch-media')
  gives(() => dot)
  receive(world, 1, imageEvent())
  await Promise.all([fetchMedia(() => world.ctx(1), 1), fetchMedia(() => world.ctx(1), 1)])
  expect(world.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM media').get()).toEqual({ n: 1 })
})

test('marks deleted files as missing, counts no attempt while offline, and limits failures', async () => {
  const start = new Date()
  world.setTime(start)
  const jobs = () =>
    world
      .ctx(1)
      .company.sqlite.query<{ attempts: number; given_up: number }, []>('SELECT attempts, given_up FROM job')
      .all()
  receive(world, 1, imageEvent())
  await world.runJobs(1)
  expect(jobs()).toEqual([{ attempts: 0, given_up: 0 }])
  gives(() => {
    throw new ChannelError('refused', '410')
  })
  world.setTime(new Date(start.getTime() + 5 * 60_000))
  await world.runJobs(1)
  expect(message()?.data?.file?.state).toBe('missing')
  expect(jobs()).toEqual([])
  gives(() => {
    throw new ChannelError('uncertain', 'timeout')
  })
  receive(world, 1, imageEvent())
  for (let tries = 1; tries <= 10; tries++) {
    world.setTime(new Date(start.getTime() + tries * 3_600_000))
    await world.runJobs(1)
  }
  expect(jobs()).toEqual([{ attempts: 10, given_up: 1 }])
  expect(message(2)?.data?.file?.state).toBe('missing')
})

test('serves a message’s file to readers of the message only, by bearer or cookie', async () => {
  const path = await receivedImage()
  expect((await world.nobody.get(path)).status).toBe(401)
  expect((await (await world.as(world.ana)).get(path)).status).toBe(200)
  expect((await (await world.as(world.carla)).get(path)).body.error).toBe('ERR_NO_MEDIA_FOUND')
  expect((await (await world.as(world.gina)).get(path)).status).toBe(404)
  const bruno = await world.as(world.bruno)
  expect((await bruno.get(path)).status).toBe(200)
  const byCookie = createRequests(world.app)
  const cookie = `recado_session=${bruno.refreshToken}`
  expect((await byCookie.get(path, { cookie })).status).toBe(200)
  expect((await byCookie.get(path, { cookie: 'recado_session=falso' })).status).toBe(401)
  const carla = await world.as(world.carla)
  expect((await byCookie.get(path, { cookie: `recado_session=${carla.refreshToken}` })).status).toBe(404)
})

test('serves the file of an earlier ticket to readers of its message', async () => {
  const path = await receivedImage()
  world.ctx(1).company.sqlite.run(`UPDATE ticket SET user_id = 1, status = 'open'`)
  expect((await (await world.as(world.bruno)).get(path)).status).toBe(404)
  closeTicket(world.ctx(1), 1, { farewell: false })
  receive(world, 1, messageEvent())
  setTicketQueue(world.ctx(1), 2, 1)
  expect((await (await world.as(world.bruno)).get(path)).status).toBe(200)
  expect((await (await world.as(world.carla)).get(path)).status).toBe(404)
})

test('serves contact pictures to the whole company', async () => {
  const ctx = world.ctx(1)
  const staged = await stageFile(ctx, dot, 'foto.png')
  ctx.transaction(() => void recordFile(ctx, staged, 'contact', 1))
  expect((await (await world.as(world.carla)).get(`/media/${staged.key}`)).status).toBe(200)
  expect((await (await world.as(world.gina)).get(`/media/${staged.key}`)).status).toBe(404)
})

test('does not serve files that LGPD hides', async () => {
  const path = await receivedImage()
  const event = message()?.providerId ?? ''
  receive(world, 1, { type: 'delete', targetId: event, atMs: 1, fromMe: false })
  const ana = await world.as(world.ana)
  expect((await ana.get(path)).status).toBe(200)
  for (const key of ['enableLGPD', 'lgpdDeleteMessage']) {
    world.ctx(1).db.insert(settingTable).values({ key, value: 'enabled' }).run()
  }
  forgetSettings(world.ctx(1))
  expect((await ana.get(path)).status).toBe(404)
})

test('serves a file safely, supports ranges and caching', async () => {
  const path = await receivedImage()
  const ana = await world.as(world.ana)
  const { headers } = await ana.get(path)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('cache-control')).toStartWith('private')
  expect(headers.get('content-disposition')).toStartWith('inline')
  const part = await ana.get(path, { range: 'bytes=1-3' })
  expect([part.status, part.body, part.headers.get('content-range')]).toEqual([
    206,
    'PNG' as never,
    `bytes 1-3/${dot.length}`,
  ])
  expect((await ana.get(path, { range: `bytes=${dot.length}-` })).status).toBe(416)
  expect((await ana.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
})

test('blocks the conversations of an expired company, but not its users’ avatars', async () => {
  const path = await receivedImage()
  const ana = await world.as(world.ana)
  const ctx = world.ctx(1)
  const staged = await stageFile(ctx, dot, 'ana.png')
  ctx.transaction(() => void recordFile(ctx, staged, 'user', 1))
  world.platform.catalog.sqlite.run("UPDATE company SET due_date = '2020-01-01' WHERE id = 1")
  world.platform.catalog.companies.forget()
  expect((await ana.get(path)).status).toBe(402)
  expect((await ana.get(`/media/${staged.key}`)).status).toBe(200)
})

test('rejects paths that leave the folder', async () => {
  await receivedImage()
  const ana = await world.as(world.ana)
  for (const key of ['..%2f..%2fcompany.sqlite', '2026-11-x', '%2e%2e', `2026-11-${'a'.repeat(24)}.png%00`]) {
    expect([400, 404]).toContain((await ana.get(`/media/${key}`)).status)
  }
})

test('serves HTML sent as a picture as a download', async () => {
  gives(() => new TextEncoder().encode('<script>alert(1)</script>'))
  receive(world, 1, imageEvent('\u202Egnp.exe/../<b>.html'))
  await world.runJobs(1)
  const ana = await world.as(world.ana)
  const { body } = await ana.get('/messages/1')
  const { headers } = await ana.get(body.messages[0].mediaUrl)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="_b_.html"; filename*=UTF-8''_b_.html`)
})

test('a download’s name ends as its type says', async () => {
  const ctx = world.ctx(1)
  const ana = await world.as(world.ana)
  const pdf = new TextEncoder().encode('%PDF-1.7')
  const text = new TextEncoder().encode('oi')
  const saved: [Uint8Array, string, string, string][] = [
    [pdf, 'pdf.html', 'text/html', 'pdf.html.pdf'],
    [dot, 'foto.exe', 'application/x-msdownload', 'foto.exe.png'],
    [dot, 'foto.PNG', 'image/jpeg', 'foto.PNG'],
    [dot, 'foto', 'image/png', 'foto.png'],
    [pdf, 'boleto.pdf .', 'application/pdf', 'boleto.pdf'],
    [text, 'nota.bat', 'text/plain', 'nota.bat.txt'],
    [text, 'dados.csv', 'text/plain', 'dados.csv'],
    [new Uint8Array([1, 2, 3]), 'planta.dwg', 'image/vnd.dwg', 'planta.dwg'],
  ]
  for (const [bytes, name, type, expected] of saved) {
    const staged = await stageFile(ctx, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }), name, type)
    ctx.transaction(() => void recordFile(ctx, staged, 'user', 1))
    const { headers } = await ana.get(`/media/${staged.key}`)
    expect(headers.get('content-disposition')).toContain(`filename="${expected}"`)
  }
})

test('cleans hostile file names', () => {
  expect(cleanFileName('../../x')).toBe('x')
  expect(cleanFileName('..\\..\\windows\\x.dll')).toBe('x.dll')
  expect(cleanFileName('recibo\u202Efdp.exe')).toBe('recibofdp.exe')
  expect(cleanFileName('a\r\nSet-Cookie: x')).toBe('aSet-Cookie_ x')
  expect(cleanFileName('...')).toBe('arquivo')
  expect(cleanFileName('\ud800')).toBe('\ufffd')
  expect(contentDisposition('attachment', 'orçamento "final".pdf')).toBe(
    `attachment; filename="or_amento _final_.pdf"; filename*=UTF-8''or%C3%A7amento%20_final_.pdf`,
  )
})

test('parses ranges as in RFC 9110', () => {
  expect(readRange('bytes=0-', 10)).toEqual([0, 9])
  expect(readRange('bytes=-3', 10)).toEqual([7, 9])
  expect(readRange('bytes=2-99', 10)).toEqual([2, 9])
  expect(readRange('bytes=10-', 10)).toBe('unsatisfiable')
  expect(readRange('bytes=-0', 10)).toBe('unsatisfiable')
  for (const header of [null, 'bytes=', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2'])
    expect(readRange(header, 10)).toBeUndefined()
})

test('a shared link needs no session, expires, and opens nothing else', async () => {
  expect(world.platform.fileLinks.linkTo(1, 'x', new Date())).toBeUndefined()
  const shared = await createWorld({ environment: { PUBLIC_URL: 'https://recado.test' } })
  try {
    const ctx = shared.ctx(1)
    const staged = await stageFile(ctx, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.png', 'image/png')
    const media = ctx.transaction(() => recordFile(ctx, staged, 'message', 1))
    const own = ctx.transaction(() => recordFile(ctx, stageAgain(ctx, media) ?? staged, 'internal-chat', 1))
    const linkTo = (key: string, companyId = 1, ms = 60_000) =>
      shared.platform.fileLinks.linkTo(companyId, key, new Date(Date.now() + ms))?.replace('https://recado.test', '') ??
      ''
    const link = linkTo(media.key)
    const statusOf = async (path: string) => (await shared.nobody.get(path)).status
    expect(await statusOf(link)).toBe(200)
    for (const wrong of [
      ...[link.replace('/1/', '/2/'), link.replace(media.key, own.key), `${link}x`, linkTo(own.key)],
      ...[linkTo(media.key, 1, -1000), linkTo(media.key, 77), link.replace(/until=\d+/, 'until=9999999999')],
    ]) {
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404])
    }
  } finally {
    shared.stop()
  }
})
