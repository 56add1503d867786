import { test, expect } from 'bun:test'
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js'
const cache = new Map<string, Uint8Array>()
const cfg = process.env.CACHE ? { makeSignalRepository: (auth: any, logger: any, pn: any) => {
  const repo = makeLibSignalRepository(auth, logger, pn)
  const inner = repo.decryptMessage
  return { ...repo, decryptMessage: async (o: any) => {
    const k = Bun.hash(o.ciphertext).toString()
    const hit = cache.get(k); if (hit) return hit
    const out = await inner(o); cache.set(k, out); return out
  } } as any } } : {}
import { startWhatsAppServer } from '/work/main/src/testing/whatsapp-server/start-whatsapp-server'
import { connectClient, freshNumber, linkClient } from '/work/main/src/testing/whatsapp-server/test-client'
test('chaos', async () => {
  const server = await startWhatsAppServer()
  let { client, account } = await linkClient(server, server.phone(freshNumber(), { name: 'P' }), cfg)
  const clients = [client]
  const people = [server.phone(freshNumber()), server.phone(freshNumber(), { addressing: 'lid' })]
  const said: string[] = []
  for (let r = 0; r < 15; r++) {
    const pours = people.map(async (p) => { for (const m of await p.sayMany(account, Array.from({ length: 20 }, (_, i) => `${r}-${i}`))) said.push(m.id) })
    const sends = people.map((p) => client.socket.sendMessage(p.jid, { text: `to ${r}` }).catch((e) => 'fail'))
    if (r % 2) await Bun.sleep(r * 2)
    if (process.env.FLUSH) { const s = client.socket; s.ev.on('connection.update', (u) => { if (u.connection === 'close') s.ev.flush() }) }
    account.drop()
    await Promise.all(pours); await Promise.allSettled(sends)
    await client.event('connection.update', (u) => u.connection === 'close')
    client = connectClient(server, client.auth, cfg); clients.push(client)
    if (r % 3 === 0) await client.event('connection.update', (u) => u.connection === 'open'); else await Bun.sleep(40)
  }
  await client.event('connection.update', (u) => u.connection === 'open')
  await account.whenDrained()
  await Bun.sleep(1500)
  await account.whenDrained()
  const counts = new Map<string, number>(); const stubs = new Set<string>()
  for (const c of clients) for (const e of c.events) if (e.name === 'messages.upsert') for (const m of (e.data as any).messages) { if (m.message) counts.set(m.key.id, (counts.get(m.key.id) ?? 0) + 1); else stubs.add(m.key.id) }
  const missing = said.filter((id) => !counts.has(id))
  console.log({ said: said.length, missing: missing.length, doubles: said.filter((id) => counts.get(id)! > 1).length, stubs: stubs.size, nacks: account.nacks.length, kinds: Object.groupBy(account.nacks, n=>n.error) && Object.entries(Object.groupBy(account.nacks, n=>n.error)).map(([k,v])=>[k,v!.length]) })
  for (const p of people) console.log(p.inbox.length)
  await client.close(); await server.stop()
}, 60000)
