import { expect, test } from 'bun:test'
import { createTestRepository, jid } from '../../../testing/whatsapp/signal-shop'
import {
  createSignalPeer,
  newPeerState,
  type PeerCiphertext,
} from '../../../testing/services/whatsapp-server/signal/signal-peer'
import { measureProcessor } from '../../../testing/clock/processor-time'

test('stores an encryption step before its message can be sent', async () => {
  const { repository, keys, session, say } = createTestRepository()
  await repository.injectE2ESession({ jid, session: createSignalPeer(newPeerState(1)).bundle })
  const before = session()
  await keys.transaction(async () => {
    await say('Olá')
    expect(session()).not.toBe(before)
  }, 'a send of Baileys')
})

test('acknowledges known ciphertexts as empty, and reports others as unreadable', async () => {
  const ciphertext = Buffer.from([0x33, 1, 2, 3])
  const known = createTestRepository({ isKnown: (bytes) => bytes === ciphertext })
  const read = await known.repository.decryptMessage({ jid, type: 'msg', ciphertext })
  expect(read.every((byte) => byte === read.length)).toBe(true)
  const unknown = createTestRepository({ isKnown: () => false })
  expect(await errorOf(unknown.repository.decryptMessage({ jid, type: 'msg', ciphertext }))).toContain(
    'No session record',
  )
})

/** `rejects` of bun:test waits for the next timer, which takes up to a second after tests that opened sockets. */
const errorOf = (call: Promise<unknown>) => call.then(() => 'nothing', String)

/** A product and a peer who have exchanged messages. */
async function acquainted() {
  const shop = createTestRepository()
  const peer = createSignalPeer(newPeerState(7))
  await peer.begin(shop.bundle)
  expect(await shop.read(await peer.encrypt('oi'))).toBe('oi')
  expect(await peer.decrypt(await shop.say('olá'))).toBe('olá')
  return { shop, peer }
}

test('keeps every session unchanged after an unreadable message', async () => {
  const { shop, peer } = await acquainted()
  await shop.repository.injectE2ESession({ jid, session: peer.bundle })
  const before = shop.session()
  const stranger = createSignalPeer(newPeerState(8))
  await stranger.begin(createTestRepository().bundle)
  const { ciphertext } = await stranger.encrypt('para outro')
  const spoiled = Buffer.from((await peer.encrypt('estragada')).ciphertext)
  spoiled.writeUInt8(spoiled.readUInt8(spoiled.length - 1) ^ 1, spoiled.length - 1)
  for (const type of ['msg', 'pkmsg'] as const) {
    for (const bytes of [ciphertext, spoiled, Buffer.alloc(0), Buffer.alloc(100, 0x33)]) {
      expect(await errorOf(shop.repository.decryptMessage({ jid, type, ciphertext: bytes }))).toContain('Error')
    }
  }
  expect(shop.session()).toBe(before)
})

test('uses one key per message for parallel encryptions to one device', async () => {
  const { shop, peer } = await acquainted()
  const texts = Array.from({ length: 20 }, (_, index) => `texto ${index}`)
  const sent = await shop.keys.transaction(() => Promise.all(texts.map((text) => shop.say(text))), 'a send of Baileys')
  const read: string[] = []
  for (const each of sent) read.push(await peer.decrypt(each))
  expect(read).toEqual(texts)
})

test('reads sessions of a number under the LID once known, together with those there', async () => {
  const number = '5511977776666@s.whatsapp.net'
  const shop = createTestRepository()
  const peer = createSignalPeer(newPeerState(7))
  await peer.begin(shop.bundle)
  expect(await shop.read(await peer.encrypt('pelo número'), number)).toBe('pelo número')
  expect(await peer.decrypt(await shop.say('olá', number))).toBe('olá')
  const late = await peer.encrypt('atrasada')
  await peer.begin(shop.bundle)
  expect(await shop.read(await peer.encrypt('pelo LID'))).toBe('pelo LID')

  expect(await shop.repository.migrateSession(number, jid)).toMatchObject({ migrated: 1 })
  expect(shop.session('5511977776666.0')).toBeUndefined()
  expect(late.type).toBe('msg')
  expect(await shop.read(late)).toBe('atrasada')
  expect(await peer.decrypt(await shop.say('até logo'))).toBe('até logo')
})

test('lets a person who never gets a reply continue in the session they started', async () => {
  const shop = createTestRepository()
  const peer = createSignalPeer(newPeerState(7))
  await peer.begin(shop.bundle)
  for (let count = 0; count < 600; count++) {
    const message = await peer.encrypt(`texto ${count}`)
    expect(message.type).toBe('pkmsg')
    if (count % 100 === 99) expect(await shop.read(message)).toBe(`texto ${count}`)
  }
})

test('does not block on messages that fit no session, however many sessions there are', async () => {
  const { shop, peer } = await acquainted()
  for (let session = 0; session < 40; session++) {
    await peer.begin(shop.bundle)
    await shop.read(await peer.encrypt('outra'))
    await peer.decrypt(await shop.say('resposta'))
  }
  const foreign = await acquainted()
  for (const passedOver of [0, 450, 1500]) {
    for (let count = 0; count < passedOver; count++) await foreign.peer.encrypt('nunca enviada')
    const stop = measureLongestGap()
    expect(await errorOf(shop.read(await foreign.peer.encrypt('de outra sessão')))).toContain('No matching session')
    // A turn takes a few milliseconds. Without yielding it took seconds.
    expect(stop()).toBeLessThan(400)
  }
  expect(await shop.read(await peer.encrypt('da própria'))).toBe('da própria')
})

test('reads group messages in any order, but not far ahead', async () => {
  const group = '120363000000000000@g.us'
  const { repository } = createTestRepository()
  const peer = createSignalPeer(newPeerState(7), group)
  const read = async ({ ciphertext }: { ciphertext: Uint8Array }) =>
    Buffer.from(await repository.decryptGroupMessage({ group, authorJid: jid, msg: ciphertext })).toString()
  const first = await peer.encryptInGroup('um')
  const item = { groupId: group, axolotlSenderKeyDistributionMessage: first.distribution }
  await repository.processSenderKeyDistributionMessage({ item, authorJid: jid })
  const late = await peer.encryptInGroup('dois')
  expect(await read(await peer.encryptInGroup('três'))).toBe('três')
  expect(await read(first)).toBe('um')
  expect(await read(late)).toBe('dois')
  for (let count = 0; count < 300; count++) await peer.encryptInGroup('nunca enviada')
  expect(await errorOf(read(await peer.encryptInGroup('longe')))).toContain('Too far ahead')
})

/** Measures the processor time between two turns of the event loop. */
function measureLongestGap() {
  const processorMs = measureProcessor()
  let last = 0
  let longest = 0
  let running = true
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    running = false
    return Math.max(longest, processorMs() - last)
  }
}

test('reads messages in transit when Baileys replaces a session', async () => {
  const { shop, peer } = await acquainted()
  const late = await peer.encrypt('a caminho')
  await shop.keys.set({ session: { [shop.repository.jidToSignalProtocolAddress(jid)]: null } })
  expect(await shop.repository.validateSession(jid)).toMatchObject({ exists: false })
  expect(await errorOf(shop.say('sem sessão'))).toContain('No open session')
  await shop.repository.injectE2ESession({ jid, session: peer.bundle })
  expect(await shop.read(late)).toBe('a caminho')
  await shop.repository.deleteSession([jid])
  expect(shop.session()).toBeUndefined()
})

test('stores a pre-key before the message that names it can be sent', async () => {
  const { keys, records } = createTestRepository()
  await keys.transaction(async () => {
    await keys.set({ 'pre-key': { 9: { public: Buffer.alloc(32, 1), private: Buffer.alloc(32, 2) } } })
    expect(records.get('pre-key/9')).toContain('public')
  }, 'a retry receipt of Baileys')
})

test('survives a long conversation of late, duplicate, lost and crossing messages', async () => {
  const { shop, peer } = await acquainted()
  const random = seeded(20261122)
  const toShop: { text: string; message: PeerCiphertext }[] = []
  const toPeer: typeof toShop = []
  const failures: string[] = []
  let said = 0
  const someOf = (queue: typeof toShop) => queue.splice(Math.floor(random() * Math.min(queue.length, 6)), 1)
  const text = () => `mensagem ${said++}`
  for (let step = 0; step < 1500; step++) {
    const choice = random()
    if (choice < 0.3) {
      const own = text()
      toShop.push({ text: own, message: await peer.encrypt(own) })
    } else if (choice < 0.55) {
      const own = text()
      toPeer.push({ text: own, message: await shop.say(own) })
    } else if (choice < 0.76) {
      for (const each of someOf(toShop)) {
        const read = await shop.read(each.message).catch(String)
        if (read !== each.text) failures.push(`${each.text}: the shop reads ${read}`)
        if (random() < 0.1) expect(await errorOf(shop.read(each.message))).toContain('Error')
      }
    } else if (choice < 0.97) {
      for (const each of someOf(toPeer)) {
        const read = await peer.decrypt(each.message).catch(String)
        if (read !== each.text) failures.push(`${each.text}: the peer reads ${read}`)
      }
    } else if (choice < 0.985) {
      // As Baileys does when it fetches a customer's devices again.
      await shop.repository.injectE2ESession({ jid, session: peer.bundle })
    } else {
      toShop.splice(0, 1)
    }
  }
  expect(failures).toEqual([])
  expect(said).toBeGreaterThan(700)
  expect(String(shop.session()).length).toBeLessThan(80_000)
})

/** Mulberry32. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
