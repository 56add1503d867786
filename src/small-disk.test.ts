import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, startMain } from './testing/process/main-process'
import { startWhatsAppServer } from './testing/services/whatsapp-server/start-whatsapp-server'
import type { WhatsAppServer } from './testing/services/whatsapp-server/whatsapp-server.types'
import { waitMsMax } from './testing/clock/wait-limit'
import { until } from './testing/whatsapp/whatsapp-world'

const folder = mkdtempSync(join(tmpdir(), 'recado-small-disk-'))
const mount = () => Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).success
/** Only root may mount; `free-space.test.ts` tests the same rules everywhere. */
const isMounted = process.platform === 'linux' && mount()
const megabyte = 1024 * 1024
const ballast = join(folder, 'ballast')

let main: MainProcess
let whatsapp: WhatsAppServer
beforeAll(async () => {
  if (!isMounted) return
  whatsapp = await startWhatsAppServer()
  const addresses = { WHATSAPP_WEB_URL: whatsapp.url, WHATSAPP_MEDIA_URL: whatsapp.mediaUrl }
  main = startMain(join(folder, 'data'), { SUPER_PASSWORD: 'small-disk', ...addresses })
})
afterAll(async () => {
  if (isMounted) {
    await main.stop()
    await whatsapp.stop()
    Bun.spawnSync(['umount', folder])
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Leaves this much of the disk, or nothing. */
function leave(bytes: number) {
  rmSync(ballast, { force: true })
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes) + (bytes === 0 ? megabyte : 0)))
  } catch {
    // Full, as wanted.
  }
}

/** Reads the company's file beside the process that has it open. */
function query(sql: string): Record<string, unknown>[] {
  const file = new Database(join(folder, 'data/companies/1/company.sqlite'), { readonly: true })
  try {
    return file.query<Record<string, unknown>, []>(sql).all()
  } finally {
    file.close()
  }
}
const received = () => query('SELECT body FROM message WHERE from_me = 0 ORDER BY id').map(({ body }) => body)
const line = () => query('SELECT status, qrcode, wanted FROM connection')[0]

test.if(isMounted)('the product goes on when its disk fills, and works again when there is space', async () => {
  const address = await main.address()
  const body = { email: 'super@recado.local', password: 'small-disk' }
  const json = { 'content-type': 'application/json' }
  const signIn = await fetch(`${address}/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const { token } = (await signIn.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const ready = async () => {
    const response = await fetch(`${address}/ready`)
    return [response.status, ((await response.json()) as { reasons: string[] }).reasons]
  }
  const becomes = (status: number, ...reasons: string[]) => {
    const isSo = async () => JSON.stringify(await ready()) === JSON.stringify([status, reasons])
    return until(isSo, `${status} ${reasons}`, waitMsMax, 100)
  }
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File(['Nome,Número\nEva,5511900001111\n'], 'a.csv'))
    const response = await fetch(`${address}/contacts/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }

  const post = (path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { ...json, authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
  const addTag = async (name: string) => (await post('/tags', { name, color: '#112233' })).status
  const pairLine = async () => {
    await post('/whatsapp', { name: 'Loja', greetingMessage: 'Oi' })
    await post('/whatsappsession/1')
    await until(() => line()?.['qrcode'], 'the code of the line')
    const account = await whatsapp.phone('5511900000001').scan(String(line()?.['qrcode']))
    await until(() => line()?.['status'] === 'CONNECTED', 'the line')
    return account
  }

  await becomes(200)
  const account = await pairLine()
  const [maria, joao] = [whatsapp.phone('5511977776666'), whatsapp.phone('5511977775555')]
  await maria.say(account, 'com espaço')
  expect([await upload(), await addTag('Com espaço')]).toEqual([[200, undefined], 200])
  leave(5 * megabyte)
  await becomes(200, 'storageLow')
  await joao.say(account, 'com pouco')
  await until(() => received().length === 2, 'messages with little space')
  expect([await upload(), await addTag('Pouco espaço')]).toEqual([[507, 'ERR_STORAGE_LOW'], 200])
  leave(2 * megabyte)
  await becomes(503, 'storageFull')
  await until(() => !account.connected, 'the line to close')
  await maria.say(account, 'quase cheio')
  expect([await upload(), await addTag('Quase cheio')]).toEqual([[507, 'ERR_STORAGE_LOW'], 200])
  leave(0)
  const answers: number[] = []
  while (answers.at(-1) !== 507 && answers.length < 300) answers.push(await addTag(`Cheio ${answers.length}`))
  expect([answers.at(-1), ...(await ready())]).toEqual([507, 503, ['storageFull']])
  await joao.say(account, 'cheio')
  expect(received()).toEqual(['com espaço', 'com pouco'])
  leave(40 * megabyte)
  await becomes(200)
  expect([await upload(), await addTag('Com espaço de novo')]).toEqual([[200, undefined], 200])
  await until(() => received().length >= 4, 'the messages that WhatsApp kept')
  await maria.say(account, 'depois')
  await until(() => received().includes('depois'), 'a new message')
  expect(received()).toEqual(['com espaço', 'com pouco', 'quase cheio', 'cheio', 'depois'])
  expect(line()).toMatchObject({ status: 'CONNECTED', wanted: 1 })
})
