import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectClient, createMemoryAuth, freshNumber } from './test-client'

interface RunningServer {
  url: string
  mediaUrl: string
  kill(): Promise<void>
  control(command: string, body?: object): Promise<unknown>
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whatsapp-server-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function runServer(port = 0): Promise<RunningServer> {
  const child = Bun.spawn(['bun', `${import.meta.dir}/serve.ts`], {
    env: {
      ...process.env,
      WHATSAPP_SERVER_PORT: String(port),
      WHATSAPP_SERVER_STATE: join(folder, 'state.sqlite'),
    },
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  const addresses = JSON.parse(new TextDecoder().decode(value)) as { url: string; mediaUrl: string }
  return {
    ...addresses,
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
    control: async (command, body = {}) => {
      const address = `${addresses.mediaUrl}/control/${command}`
      const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    },
  }
}

const isOpen = (update: BaileysEventMap['connection.update']) => update.connection === 'open'
const hasText = (text: string) => (batch: BaileysEventMap['messages.upsert']) =>
  batch.messages.some(({ message }) => (message?.conversation ?? message?.extendedTextMessage?.text) === text)

test('continues after it was killed and started again', async () => {
  const shop = freshNumber()
  const maria = freshNumber()
  const first = await runServer()
  await first.control('people', { number: maria, name: 'Maria' })
  const pairing = connectClient(first, createMemoryAuth())
  const { qr } = await pairing.event('connection.update', (update) => update.qr !== undefined)
  await first.control('scan', { number: shop, qr })
  await pairing.event('connection.update', (update) => update.connection === 'close')

  const client = connectClient(first, pairing.auth)
  await client.event('connection.update', isOpen)
  await first.control('say', { number: maria, to: shop, texts: ['oi', 'tudo bem?'] })
  await client.event('messages.upsert', hasText('tudo bem?'))
  await client.socket.sendMessage(`${maria}@s.whatsapp.net`, { text: 'tudo!' })
  await first.kill()
  await client.event('connection.update', (update) => update.connection === 'close')

  const second = await runServer()
  const back = connectClient(second, client.auth)
  await back.event('connection.update', isOpen)
  await second.control('say', { number: maria, to: shop, text: 'voltou' })
  await back.event('messages.upsert', hasText('voltou'))
  await back.socket.sendMessage(`${maria}@s.whatsapp.net`, { text: 'voltei' })
  const [account] = (await second.control('accounts')) as { connected: boolean }[]
  expect(account).toMatchObject({ number: shop, connected: true, logins: 2 })
  await back.close()
  await second.kill()
})

test('reports invalid requests to the control endpoint', async () => {
  const server = await runServer()
  await expect(server.control('nonsense')).rejects.toThrow('No such command')
  await expect(server.control('say', { number: freshNumber(), to: freshNumber(), text: 'oi' })).rejects.toThrow(
    'Nobody',
  )
  await expect(server.control('scan', { number: freshNumber(), qr: 'x' })).rejects.toThrow('not valid')
  await server.kill()
})
