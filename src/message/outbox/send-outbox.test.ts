import { expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { ChannelError } from '../../channel/channel'
import { createContext } from '../../kernel/company/company-context'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { resendMessage } from '../message.routes'
import { sendMessage } from '../send/send-message'
import { connectionOf, messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { createOutbox } from '../../testing/conversation/outbox'
import { sendOutbox } from './send-outbox'

const { world, ana, messages, message, waits, options, send, type } = createOutbox()

const updates = () =>
  world()
    .published.filter(({ event }) => event === 'company-1-appMessage')
    .map(({ data }) => data.message as { ack: number })

test('sends queued messages in order, under their own ids, to the contact’s address', async () => {
  await type('um')
  await type('dois')
  const { channel, calls, sentIds } = createFakeChannel()
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toEqual([message(2)?.providerId ?? '', message(3)?.providerId ?? ''])
  expect(calls[0]?.args[0]).toMatchObject({
    to: { kind: 'phone', value: phones[1] },
    content: { kind: 'text', text: 'um' },
  })
  expect(message(2)).toMatchObject({ sendState: null, ack: 1 })
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toHaveLength(2)
})

test('stores the sending state before it calls the channel', async () => {
  await type('um')
  const { channel, then } = createFakeChannel()
  let seen: string | null | undefined
  then(() => {
    seen = message(2)?.sendState
    expect(world().ctx(1).company.sqlite.inTransaction).toBe(false)
  })
  await send(channel)
  expect(seen).toBe('sending')
})

test('does not wait for a channel that has not answered for half a minute', async () => {
  await type('um')
  const { channel, then } = createFakeChannel()
  then(() => new Promise<never>(() => {}))
  const start = globalThis.setTimeout
  const timers = spyOn(globalThis, 'setTimeout')
  timers.mockImplementation(((run: () => void, ms = 0) => start(run, ms === 30_000 ? 0 : ms)) as typeof setTimeout)
  expect(await send(channel)).toBe('stuck')
  timers.mockRestore()
  expect(message(2)).toMatchObject({ sendState: 'uncertain' })
})

test('sends the same id again after a crash while sending', async () => {
  await type('um')
  await type('dois')
  const first = createFakeChannel()
  // Simulates a crash: the channel never answers, and another process opens the files.
  first.then(() => new Promise<never>(() => {}))
  // The world may be closed when this times out.
  send(first.channel).catch(() => {})
  while (first.sentIds().length === 0) await new Promise((resolve) => setImmediate(resolve))
  world().platform.files.close(1)
  expect(message(2)?.sendState).toBe('sending')
  const second = createFakeChannel()
  expect(await send(second.channel)).toBe('drained')
  expect(second.sentIds()).toEqual([first.sentIds()[0] ?? '', message(3)?.providerId ?? ''])
  expect(message(2)).toMatchObject({ ack: 1, sendState: null })
})

test('sends the same id again after the process was killed while sending', async () => {
  await type('um')
  const script = join(import.meta.dir, '..', '..', 'testing/process/outbox-process.ts')
  const child = Bun.spawn([process.execPath, script, world().dataDir], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  child.kill('SIGKILL')
  await child.exited
  const handedOver = new TextDecoder().decode(value).trim()
  expect(handedOver).toBe(message(2)?.providerId ?? '')
  expect(message(2)?.sendState).toBe('sending')
  const { channel, sentIds } = createFakeChannel()
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toEqual([handedOver])
})

test('keeps a refusal that comes as a status before the answer to the message', async () => {
  await type('um')
  const { channel, then } = createFakeChannel()
  const targetIds = [message(2)?.providerId ?? '']
  then(() => void receive(world(), 1, { type: 'receipt', targetIds, ack: -1, error: '131026 Message undeliverable' }))
  await send(channel)
  expect(message(2)).toMatchObject({ ack: -1, sendState: 'failed', sendError: '131026 Message undeliverable' })
  expect(updates().at(-1)?.ack).toBe(-1)
})

test('does not resend a message whose receipt arrived meanwhile', async () => {
  await type('um')
  world().ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'sending' WHERE id = 2`)
  receive(world(), 1, { type: 'receipt', targetIds: [message(2)?.providerId ?? ''], ack: 2 })
  const { channel, sentIds } = createFakeChannel()
  await send(channel)
  expect(sentIds()).toEqual([])
  expect(message(2)).toMatchObject({ ack: 2, sendState: null })
})

test('does not resend a message whose echo arrived, and stores no second message', async () => {
  await type('um')
  const id = message(2)?.providerId ?? ''
  world().ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'uncertain' WHERE id = 2`)
  receive(world(), 1, messageEvent({ id, fromMe: true, text: 'um' }))
  expect(messages()).toHaveLength(2)
  expect(message(2)).toMatchObject({ ack: 1, sendState: null, userId: 1 })
})

test('stops while offline, and keeps the message queued', async () => {
  await type('um')
  const { channel, fail, sentIds } = createFakeChannel()
  fail('offline')
  expect(await send(channel)).toBe('offline')
  expect(message(2)).toMatchObject({ sendState: 'queued', ack: 0 })
  expect(await send(channel)).toBe('drained')
  expect(new Set(sentIds()).size).toBe(1)
})

test('marks an uncertain message, ends the session, and resends under the same id on the next', async () => {
  await type('um')
  const { channel, fail, sentIds, then } = createFakeChannel()
  fail('uncertain', 'no answer')
  then(() => expect(message(2)).toMatchObject({ sendState: 'sending', sendError: 'no answer' }))
  world().published.length = 0
  expect(await send(channel)).toBe('stuck')
  expect(message(2)).toMatchObject({ sendState: 'uncertain', sendAttempts: 1 })
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toHaveLength(2)
  expect(new Set(sentIds()).size).toBe(1)
  expect(updates().map(({ ack }) => ack)).toEqual([0, 1])
})

test('keeps an uncertain message uncertain when the session goes down', async () => {
  await type('um')
  const { channel, fail } = createFakeChannel()
  fail('uncertain')
  fail('offline')
  expect(await send(channel)).toBe('stuck')
  expect(await send(channel)).toBe('offline')
  expect(message(2)).toMatchObject({ sendState: 'uncertain', sendAttempts: 1 })
})

test('fails a message that is never confirmed, with a reason, and sends the others', async () => {
  await type('um')
  await type('dois')
  const { channel, fail, sentIds } = createFakeChannel()
  for (let tries = 0; tries < 10; tries++) {
    fail('uncertain', 'no answer')
    expect(message(2)?.sendState).not.toBe('failed')
    expect(await send(channel)).toBe('stuck')
  }
  expect(message(2)).toMatchObject({ sendState: 'failed', sendError: 'no answer', ack: -1 })
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toHaveLength(11)
  expect(message(3)).toMatchObject({ sendState: null, ack: 1 })
  resendMessage(ana(), 2)
  expect(message(2)).toMatchObject({ sendState: 'queued', sendAttempts: 0 })
})

test('fails a message that crashes the process repeatedly', async () => {
  await type('um')
  world().ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'sending', send_attempts = 10 WHERE id = 2`)
  const { channel, sentIds } = createFakeChannel()
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toEqual([])
  expect(message(2)).toMatchObject({ sendState: 'failed', sendError: 'The provider did not confirm it' })
})

test('fails a rate-limited message in the end', async () => {
  await type('um')
  const { channel, fail } = createFakeChannel()
  for (let tries = 0; tries < 10; tries++) fail('limited', '463')
  expect(await send(channel)).toBe('drained')
  expect(message(2)).toMatchObject({ sendState: 'failed', sendError: '463' })
})

test('fails a rejected message with its reason, publishes it, and sends the others', async () => {
  await type('um')
  await type('dois')
  const { channel, fail } = createFakeChannel()
  fail('refused', 'not-authorized')
  world().published.length = 0
  expect(await send(channel)).toBe('drained')
  expect(message(2)).toMatchObject({ sendState: 'failed', sendError: 'not-authorized', ack: -1 })
  expect(message(3)).toMatchObject({ sendState: null, ack: 1 })
  expect(updates().map(({ ack }) => ack)).toEqual([-1, 1])
})

test('waits longer after each rate limit, and keeps the order', async () => {
  await type('um')
  await type('dois')
  const { channel, fail, sentIds } = createFakeChannel()
  fail('limited')
  fail('limited')
  await send(channel)
  expect(waits).toEqual([2000, 5000])
  expect(sentIds().map((id) => messages().find(({ providerId }) => providerId === id)?.id)).toEqual([2, 2, 2, 3])
})

test('fails a message to an unreachable contact without calling the channel', async () => {
  await type('um')
  world().ctx(1).company.sqlite.run('DELETE FROM contact_identity')
  const { channel, calls } = createFakeChannel()
  await send(channel)
  expect(calls).toEqual([])
  expect(message(2)).toMatchObject({ sendState: 'failed', sendError: 'ERR_WAPP_INVALID_CONTACT' })
})

test('sends each message once with two parallel calls, and a new session takes over from the old', async () => {
  await type('um')
  await type('dois')
  const first = createFakeChannel()
  const gate = Promise.withResolvers<void>()
  first.then(() => gate.promise)
  const runs = [send(first.channel), send(first.channel)]
  while (first.sentIds().length === 0) await new Promise((resolve) => setImmediate(resolve))
  const second = createFakeChannel()
  const third = send(second.channel)
  gate.reject(new ChannelError('offline', 'closed'))
  await Promise.all([...runs, third])
  expect(first.sentIds()).toHaveLength(1)
  expect(second.sentIds()).toEqual([message(2)?.providerId ?? '', message(3)?.providerId ?? ''])
})

test('sends messages that are queued while it runs', async () => {
  await type('um')
  const { channel, then, sentIds } = createFakeChannel()
  then(async () => void (await type('dois')))
  await send(channel)
  expect(sentIds()).toHaveLength(2)
})

test('sends a file as a path on disk, with the type found in its bytes', async () => {
  const file = new File([new Uint8Array([0x49, 0x44, 0x33, 4])], 'voz.mp3', { type: 'audio/mpeg' })
  await sendMessage(ana(), 1, { files: [file], voiceNote: true })
  const { channel, calls } = createFakeChannel()
  await send(channel)
  const [outgoing] = calls[0]?.args as [{ content: { file: { path: string } } }]
  expect(outgoing.content).toMatchObject({
    kind: 'file',
    caption: '',
    file: { name: 'voz.mp3', mimeType: 'audio/mpeg', voiceNote: true },
  })
  expect(await Bun.file(outgoing.content.file.path).bytes()).toHaveLength(4)
})

test('sends nothing of another company’s outbox', async () => {
  await type('um')
  const { channel, calls } = createFakeChannel()
  expect(await sendOutbox(() => createContext(world().platform.files.use(2)), 1, channel, options)).toBe('drained')
  expect(calls).toEqual([])
  expect(connectionOf(world(), 2).id).toBe(1)
})
