import { type AuthenticationState, BufferJSON, initAuthCreds, type SignalDataTypeMap } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '../../kernel/company/company-context'
import { addConnection } from '../../testing/conversation/connections'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { startRedisServer } from '../../testing/services/redis/redis-server'
import { startRedis } from '../../testing/services/redis/start-redis'
import { writeScratch } from '../../testing/move-in/scratch'
import { linkOtherClient } from '../../testing/whatsapp/other-client'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { openScratchFile } from '../source/scratch-file'
import { UnreadableSource } from '../source/source'
import { openRedisSessions } from './redis-session'
import { type SessionSource, takeSessions } from './take-sessions'

let world: WhatsAppWorld
let folder: string
beforeAll(async () => {
  world = await createWhatsAppWorld()
  addConnection(world, { name: 'Filial' })
  addConnection(world, { name: 'Oficial', channel: 'whatsappapi' })
  folder = mkdtempSync(join(tmpdir(), 'recado-sessions-'))
})
afterEach(async () => {
  for (const id of [1, 2]) world.connections.leave(id, 1)
  for (const id of [1, 2]) await world.whenStatus('DISCONNECTED', id)
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Write = (category: string, id: string, value: unknown) => void

/** As the programs of the family keep them, in memory. */
function otherState(write: Write) {
  const kept = new Map<string, unknown>()
  const creds = initAuthCreds()
  const state: AuthenticationState = {
    creds,
    keys: {
      get: async (type, ids) => {
        const found = ids.map((id) => [id, kept.get(`${type} ${id}`)])
        return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[typeof type] }
      },
      async set(data) {
        for (const [category, records] of Object.entries(data)) {
          for (const [id, value] of Object.entries(records ?? {})) {
            kept.set(`${category} ${id}`, value ?? undefined)
            write(category, id, value)
          }
        }
      },
    },
  }
  return { state, creds }
}

const lines = [
  { id: 31, name: 'Loja', companyId: 5 },
  { id: 32, name: 'Filial', companyId: 5 },
  { id: 33, name: 'Outra', companyId: 6 },
  { id: 34, name: 'Oficial', companyId: 5 },
]
const idOf = (whatsappId: string) => ({ '31': 1, '32': 2, '34': 3 })[whatsappId]

async function take(source: SessionSource, companyId = 1) {
  const ctx = createContext(world.platform.files.use(companyId))
  return takeSessions(ctx, source, idOf, world.platform.hostKey)
}

async function expectContinued(account: Account, companyId: number, from: string) {
  const before = world.messages(companyId).length
  world.connections.start(companyId, 1)
  await world.whenStatus('CONNECTED', companyId)
  await world.server.phone('5511977776666').say(account, `ao novo, de ${from}`)
  await until(() => world.messages(companyId).length > before, 'the message')
  expect(world.messages(companyId).at(-1)).toMatchObject({ body: `ao novo, de ${from}` })
  expect(account.nacks).toEqual([])
}

test('continues a session that Ticketz keeps in its database', async () => {
  const rows = new Map<string, { whatsappId: number; type: string; key: string; value: string }>()
  const { state, creds } = otherState((type, key, value) => {
    const row = { whatsappId: 31, type, key, value: JSON.stringify(value) }
    if (value) rows.set(`${type} ${key}`, row)
    else rows.delete(`${type} ${key}`)
  })
  let session = ''
  const saveCreds = async () => void (session = JSON.stringify({ creds, keys: {} }, BufferJSON.replacer, 0))
  const account = await linkOtherClient(world, { state, saveCreds, number: '5511900000055' })
  const path = join(folder, 'ticketz.sqlite')
  const Whatsapps = lines.map((line) => ({ ...line, session: line.id === 31 ? session : '' }))
  writeScratch(path, 'T', { Whatsapps, BaileysKeys: [...rows.values()] })
  const scratch = openScratchFile(path)
  expect(await take({ scratch })).toEqual([
    { name: 'Loja', outcome: 'taken' },
    { name: 'Filial', outcome: 'scan' },
  ])
  expect(world.connectionRow()).toMatchObject({ number: '5511900000055', wanted: 0, status: 'DISCONNECTED' })
  await world.connections.boot()
  expect(world.connectionRow()).toMatchObject({ wanted: 0, status: 'DISCONNECTED' })
  await expectContinued(account, 1, 'Ticketz')
  expect(await take({ scratch })).toContainEqual({ name: 'Loja', outcome: 'runs' })
  scratch.close()
})

test('continues a session that the forks keep in Redis', async () => {
  const redis = await startRedis({ password: 'segredo' })
  const waiting: Promise<void>[] = []
  const set = (name: string, value: unknown) =>
    void waiting.push(redis.set(`sessions:31:${name}`, JSON.stringify(value, BufferJSON.replacer)))
  const { state, creds } = otherState((category, id, value) => set(`${category}-${id}`, value ?? null))
  const saveCreds = async () => set('creds', creds)
  const account = await linkOtherClient(world, { state, saveCreds, number: '5511900000066' })
  await Promise.all(waiting)
  await redis.set('sessions:310:creds', '{}')
  await redis.set('bull:messages:31', 'other things')
  const path = join(folder, 'gold.sqlite')
  writeScratch(path, 'G', { Whatsapps: lines })
  const scratch = openScratchFile(path)
  expect(await take({ scratch }, 2)).toContainEqual({ name: 'Loja', outcome: 'scan' })
  const sessions = await openRedisSessions(redis.url)
  expect(await take({ scratch, redis: sessions }, 2)).toContainEqual({ name: 'Loja', outcome: 'taken' })
  sessions.close()
  await redis.stop()
  scratch.close()
  await expectContinued(account, 2, 'Redis')
})

test('says why a session cannot be used, and goes on with the next line', async () => {
  const redis = await startRedisServer({ password: 'segredo' })
  await redis.set('sessions:31:creds', '{"me":')
  await redis.set('sessions:32:creds', '{"registered":false}')
  const path = join(folder, 'damaged.sqlite')
  writeScratch(path, 'G', { Whatsapps: lines })
  const scratch = openScratchFile(path)
  const sessions = await openRedisSessions(redis.url)
  const [first, second] = await take({ scratch, redis: sessions })
  expect(first).toMatchObject({ name: 'Loja', outcome: 'scan', why: 'damaged' })
  expect(second).toEqual({ name: 'Filial', outcome: 'scan', why: 'unlinked' })
  sessions.close()
  await redis.stop()
  scratch.close()
})

test('names no password when Redis cannot be read', async () => {
  const redis = await startRedisServer({ password: 'segredo' })
  const wrong = redis.url.replace('segredo', 'errado-mesmo')
  for (const url of [wrong, 'redis://:errado-mesmo@127.0.0.1:1/0', 'postgres://errado-mesmo@x']) {
    const error = await openRedisSessions(url).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    expect(error).toBeInstanceOf(UnreadableSource)
    expect(error?.message).not.toContain('errado-mesmo')
  }
  await redis.stop()
})
