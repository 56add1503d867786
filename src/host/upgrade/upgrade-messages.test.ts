import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findHolder } from '../../kernel/company/folder-lock'
import { openDatabase } from '../../kernel/database/database'
import { freePort } from '../../testing/process/free-port'
import { startMain } from '../../testing/process/main-process'
import { copySingleFile, nextSingleFile } from '../../testing/process/single-file'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
let alone: ReturnType<typeof copySingleFile>
let dataDir: string
beforeAll(async () => {
  alone = copySingleFile()
  nextSingleFile()
  world = await createWhatsAppWorld()
  account = await world.pair('5511900000001')
  await world.connections.stop()
  world.platform.files.closeAll()
  dataDir = mkdtempSync(join(tmpdir(), 'recado-upgrade-'))
  cpSync(world.dataDir, dataDir, { recursive: true })
}, 240_000)
afterAll(async () => {
  const pid = findHolder(dataDir)?.pid
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await world.stop()
  for (const path of [alone.folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

function query<Row>(sql: string): Row[] {
  const file = openDatabase(join(dataDir, 'companies/1/company.sqlite'), { readonly: true })
  try {
    return file.query<Row, []>(sql).all()
  } finally {
    file.close()
  }
}

const bodies = () => query<{ body: string }>('SELECT body FROM message ORDER BY id').map(({ body }) => body)
const isConnected = () =>
  query<{ status: string }>('SELECT status FROM connection WHERE id = 1')[0]?.status === 'CONNECTED'

test('messages that arrive before, while and after a version is replaced are stored once, in their order', async () => {
  const environment = { WHATSAPP_WEB_URL: world.server.url, WHATSAPP_MEDIA_URL: world.server.mediaUrl }
  const { logins } = account
  startMain(dataDir, { ...environment, PORT: String(await freePort()) }, { alone: alone.file })
  await until(() => account.logins === logins + 1 && isConnected(), 'the connection', 60_000)
  const maria = world.server.phone('5511977776666', { name: 'Maria' })
  const said: string[] = []
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      said.push(`mensagem ${said.length}`)
      await maria.say(account, said.at(-1) ?? '')
      await Bun.sleep(10)
    }
  })()
  await until(() => bodies().length > 5, 'the first messages', 60_000)
  const env = { DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '' }
  const child = Bun.spawn([alone.file, 'upgrade', nextSingleFile()], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await child.exited).toBe(0)
  const before = said.length
  await until(
    () => account.logins === logins + 2 && said.length > before + 5,
    'the connection of the new version',
    60_000,
  )
  isWriting = false
  await writing
  await until(() => bodies().length >= said.length, 'the last messages', 60_000)
  expect(bodies()).toEqual(said)
  expect(account.nacks).toEqual([])
}, 240_000)
