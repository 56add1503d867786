import { useMultiFileAuthState } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '../../../kernel/company/folder-lock'
import { changePlans } from '../../../testing/world/change-plans'
import { importConnection } from '../../../command/connection-import'
import { runCommand } from '../../../testing/process/run-command'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import { linkOtherClient } from '../../../testing/whatsapp/other-client'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

const number = '5511900000055'
let world: WhatsAppWorld
let folder: string
let account: Account
beforeAll(async () => {
  world = await createWhatsAppWorld()
  folder = mkdtempSync(join(tmpdir(), 'recado-session-'))
  const { state, saveCreds } = await useMultiFileAuthState(folder)
  account = await linkOtherClient(world, { state, saveCreds, number })
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const refusal = (...given: Parameters<typeof importConnection>) => importConnection(...given).then(() => '', String)

describe('importing a session of another program', () => {
  test('connects without a new code and continues where the other program stopped', async () => {
    const said = await importConnection(world.platform, 1, 1, folder)
    expect(said).toContain(`+${number}`)
    expect(world.connectionRow()).toMatchObject({ number, wanted: 1, status: 'DISCONNECTED' })
    await world.connections.boot()
    await world.whenStatus('CONNECTED')
    await world.server.phone('5511977776666').say(account, 'ao novo')
    await until(() => world.messages().length === 1, 'the message')
    expect(world.messages()[0]).toMatchObject({ body: 'ao novo' })
    expect(account.nacks).toEqual([])
  })

  test('is rejected while Recado is running and holds the data folder', async () => {
    const lock = lockFolder(world.dataDir)
    const { code, errors: said } = await runCommand(world.dataDir, ['connection', 'import', '1', '1', folder])
    expect(code).toBe(1)
    lock.release()
    expect(said).toContain(`${world.dataDir} is in use by another Recado (process ${process.pid} on `)
    expect(said.trim().split('\n')).toHaveLength(1)
  })

  test('is rejected when it is damaged, unlinked or for an unknown connection', async () => {
    const other = mkdtempSync(join(tmpdir(), 'recado-session-'))
    expect(await refusal(world.platform, 2, 1, other)).toContain('creds.json')
    writeFileSync(join(other, 'creds.json'), '{"registered":false}')
    expect(await refusal(world.platform, 2, 1, other)).toContain('not linked')
    const whole = JSON.parse(readFileSync(join(folder, 'creds.json'), 'utf8'))
    for (const part of ['noiseKey', 'signedIdentityKey', 'signedPreKey', 'advSecretKey', 'me', 'account']) {
      writeFileSync(join(other, 'creds.json'), JSON.stringify({ ...whole, [part]: undefined }))
      expect(await refusal(world.platform, 2, 1, other)).toContain('not linked')
    }
    expect(await refusal(world.platform, 2, 99, folder)).toContain('no connection 99')
    expect(await refusal(world.platform, 77, 1, folder)).toContain('no company 77')
    changePlans(world, { useWhatsapp: false })
    expect(await refusal(world.platform, 2, 1, folder)).toContain('above the company')
    changePlans(world, { useWhatsapp: true })
    rmSync(other, { recursive: true, force: true })
  })
})
