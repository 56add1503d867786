import { Curve, initAuthCreds } from '@whiskeysockets/baileys'
import { startWhatsAppServer } from '@openclaw/crabline'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeConnections } from '../../compose'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { createWorld, type World } from '../../testing/world/world'
import type { Supervisor } from '../../connection/running/supervisor'
import { noteImportedSession } from '../../connection/history/import-connection'
import { writeCreds } from './signal/stored-records'

/**
 * Tests the client against an independent implementation of WhatsApp's server. It does not pair but accepts any
 * session, and exchanges texts with single people.
 */
const number = '15550001111'
let server: Awaited<ReturnType<typeof startWhatsAppServer>>
let world: World
let connections: Supervisor
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recado-crabline-'))
  server = await startWhatsAppServer({
    selfJid: `${number}@s.whatsapp.net`,
    recorderPath: join(folder, 'recorded.jsonl'),
  })
  world = await createWorld({ environment: { WHATSAPP_WEB_URL: server.manifest.endpoints.baileysWebSocketUrl } })
  // Its line connects too.
  world.noBystander()
  connections = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
  const ctx = world.ctx(1)
  writeCreds(ctx, { connectionId: 1, sealer: world.platform.hostKey }, linkedCreds())
  noteImportedSession(ctx, 1, { number, lid: '' }, { wanted: true })
  await connections.boot()
  await until(() => connections.channel(1, 1), 'the connection')
})
afterAll(async () => {
  await connections.stop()
  world.stop()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As after a pairing. This server checks none of it. */
function linkedCreds() {
  const bytes = Curve.generateKeyPair().public
  const account = { details: bytes, accountSignatureKey: bytes, accountSignature: bytes, deviceSignature: bytes }
  return { ...initAuthCreds(), me: { id: `${number}:1@s.whatsapp.net`, name: 'Padaria' }, account, registered: true }
}

const messages = () =>
  world.ctx(1).company.sqlite.query<Record<string, string | number>, []>('SELECT * FROM message ORDER BY id').all()

test('receives a text', async () => {
  const answer = await fetch(server.manifest.endpoints.adminInboundUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-crabline-admin-token': server.manifest.adminToken },
    body: JSON.stringify({
      chatJid: '15557776666@s.whatsapp.net',
      senderJid: '15557776666@s.whatsapp.net',
      pushName: 'Mary',
      text: 'hello there',
      messageId: 'CRAB1',
    }),
  })
  expect(answer.status).toBe(200)
  await until(() => messages().length === 1, 'the text')
  expect(messages()[0]).toMatchObject({ body: 'hello there', provider_id: 'CRAB1', from_me: 0 })
})

test('sends a text', async () => {
  const id = '3EB0AAAAAAAAAAAAAAAAAA'
  await connections.channel(1, 1)?.send({
    id,
    to: { kind: 'phone', value: '15557776666' },
    content: { kind: 'text', text: 'good day' },
  })
  expect(readFileSync(server.manifest.recorderPath, 'utf8')).toContain(id)
})
