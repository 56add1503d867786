import { startWhatsAppServer } from '@openclaw/crabline'
import { BufferJSON, Curve, initAuthCreds } from '@whiskeysockets/baileys'
import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { importConnection } from '../../command/connection-import'
import { cleanUpCrash, onCleanUp } from '../../testing/process/crash-company'
import { runProduct } from '../../testing/process/crash-processes'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { createWorld } from '../../testing/world/world'
import { crashRounds } from '../../testing/process/crash-rounds'

afterEach(cleanUpCrash)

/** A message accepted by this server, which accepts each id once. */
interface Accepted {
  body: { key: { fromMe: boolean }; message: { conversation?: string; extendedTextMessage?: { text: string } } }
}

const rounds = crashRounds(3)
const number = '15550001111'
const mary = '15557776666@s.whatsapp.net'

function writeSession(folder: string) {
  const bytes = Curve.generateKeyPair().public
  const account = { details: bytes, accountSignatureKey: bytes, accountSignature: bytes, deviceSignature: bytes }
  const creds = { ...initAuthCreds(), me: { id: `${number}:1@s.whatsapp.net`, name: 'Padaria' }, account }
  writeFileSync(join(folder, 'creds.json'), JSON.stringify({ ...creds, registered: true }, BufferJSON.replacer))
}

/**
 * This server stores messages while the client is disconnected but not those already sent to it, so the process is
 * killed after messages were stored, while it answers.
 */
test('after kills between bursts of an independent server, each message is stored once, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-crabline-'))
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const recorderPath = join(folder, 'recorded.jsonl')
  const { manifest, close } = await startWhatsAppServer({ selfJid: `${number}@s.whatsapp.net`, recorderPath })
  onCleanUp(close)

  const world = await createWorld()
  onCleanUp(() => rmSync(world.dataDir, { recursive: true, force: true }))
  writeSession(folder)
  await importConnection(world.platform, 1, 1, folder)
  await shutdown(world.platform)
  const file = new Database(join(world.dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })
  onCleanUp(() => file.close())
  const rows = (where: string) =>
    file.query<{ body: string; provider_id: string }, []>(`SELECT * FROM message WHERE ${where} ORDER BY id`).all()

  let said = 0
  async function say(text: string) {
    const body = JSON.stringify({ chatJid: mary, senderJid: mary, pushName: 'Mary', text, messageId: `CRAB${said++}` })
    const headers = { 'content-type': 'application/json', 'x-crabline-admin-token': manifest.adminToken }
    const answer = await fetch(manifest.endpoints.adminInboundUrl, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`The server took no ${text}: ${await answer.text()}`)
  }
  const start = () => runProduct(world.dataDir, { url: manifest.endpoints.baileysWebSocketUrl, mediaUrl: '' })
  const stored = () => rows('from_me = 0').length

  const texts = Array.from({ length: rounds * 40 }, (_, index) => `hello ${index}`)
  for (let from = 0; from < texts.length; from += 40) {
    const product = start()
    const [away, meanwhile] = [texts.slice(from, from + 20), texts.slice(from + 20, from + 40)]
    for (const text of away) await say(text)
    await until(
      () => stored() >= from + 20,
      () => `${from + 20} messages, there are ${stored()}`,
      20_000,
    )
    for (const text of meanwhile) await say(text)
    await until(
      () => stored() >= from + 40,
      () => `${from + 40} messages, there are ${stored()}`,
      20_000,
    )
    await product.kill()
  }
  start()
  const unsent = () => rows('from_me = 1 AND ack < 1')
  await until(
    () => unsent().length === 0,
    () => `the server to take ${JSON.stringify(unsent().slice(0, 3))}`,
    // Longer than the time limit of a send: unanswered messages are resent in a new session.
    75_000,
  )
  expect(rows('from_me = 0').map(({ body }) => body)).toEqual(texts)
  expect(rows('from_me = 1').map(({ body }) => body)).toEqual(texts.map((text) => `eco ${text}`))
  const accepted = readFileSync(recorderPath, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"accepted":true'))
    .map((line) => (JSON.parse(line) as Accepted).body)
    .filter(({ key }) => key.fromMe)
  expect(accepted.map(({ message }) => message.conversation ?? message.extendedTextMessage?.text)).toEqual(
    texts.map((text) => `eco ${text}`),
  )
}, 240_000)
