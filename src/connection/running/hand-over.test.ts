import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, startMain } from '../../testing/process/main-process'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
let dataDir: string
const running = new Set<MainProcess>()
beforeEach(async () => {
  world = await createWhatsAppWorld()
  account = await world.pair('5511900000001')
  await world.connections.stop()
  world.platform.files.closeAll()
  dataDir = mkdtempSync(join(tmpdir(), 'recado-hand-over-'))
  cpSync(world.dataDir, dataDir, { recursive: true })
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await child.exited
  }
  running.clear()
  await world.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function start() {
  const child = startMain(dataDir, { WHATSAPP_WEB_URL: world.server.url, WHATSAPP_MEDIA_URL: world.server.mediaUrl })
  running.add(child)
  return child
}

/** Reads the company's file beside the process that has it open. */
function query<Row>(sql: string): Row[] {
  const file = new Database(join(dataDir, 'companies/1/company.sqlite'), { readonly: true })
  try {
    return file.query<Row, []>(sql).all()
  } finally {
    file.close()
  }
}

const row = () =>
  query<{ status: string; wanted: number; error: string }>(
    'SELECT status, wanted, last_error AS error FROM connection WHERE id = 1',
  )[0]
const bodies = () => query<{ body: string }>('SELECT body FROM message ORDER BY id').map(({ body }) => body)
const connected = { status: 'CONNECTED', wanted: 1, error: '' }

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a waiting process takes over the connections when the first ends by %s, and reads every message',
  async (signal) => {
    const maria = world.server.phone('5511977776666', { name: 'Maria' })
    const { logins } = account
    const first = start()
    await until(() => account.logins === logins + 1 && row()?.status === 'CONNECTED', 'the first to connect', 60_000)
    await maria.say(account, 'ao primeiro')
    await until(() => bodies().length === 1, 'the first message', 60_000)
    const second = start()
    await second.logged(/Waiting for another Recado/)
    expect(account.logins).toBe(logins + 1)
    first.kill(signal)
    await first.exited
    await maria.say(account, 'entre os dois')
    await until(() => account.logins === logins + 2 && row()?.status === 'CONNECTED', 'the second to connect', 60_000)
    await maria.say(account, 'ao segundo')
    await until(() => bodies().length === 3, 'all messages', 60_000)
    expect(bodies()).toEqual(['ao primeiro', 'entre os dois', 'ao segundo'])
    expect(row()).toEqual(connected)
    expect(account.nacks).toEqual([])
    expect(await second.stop()).toBe(0)
  },
  240_000,
)
