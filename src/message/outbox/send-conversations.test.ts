import { expect, test } from 'bun:test'
import type { Channel } from '../../channel/channel'
import { dot } from '../../testing/media/dot'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { createOutbox } from '../../testing/conversation/outbox'
import { addTicket } from '../../testing/conversation/tickets'
import { outboundChangeTable } from '../message.tables'
import { sendMessage } from '../send/send-message'
import { transferFile } from '../../kernel/file/file-transfers'
import { channelRules } from '../../channel/channel-rules.contract'
import { sendOutbox } from './send-outbox'

const { world, options } = createOutbox()

/** Creates tickets of `count` contacts, all owned by Ana, and a sender that observes messages written while it runs. */
function conversations(count: number) {
  const ctx = world().ctxAs(world().ana)
  const ids = Array.from(
    { length: count },
    () => addTicket(world().ctx(1), { status: 'open', userId: 1, queueId: 1 }).id,
  )
  world().ctx(1).db.delete(outboundChangeTable).run()
  return { ids, type: (ticketId: number, text: string) => sendMessage(ctx, ticketId, { texts: [text] }) }
}

function startSender(channel: Channel) {
  const listeners = new Set<() => void>()
  const onWake = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const done = sendOutbox(() => world().ctx(1), 1, channel, { ...options, onWake })
  return { done, wake: () => listeners.forEach((listener) => listener()) }
}

async function until(isSo: () => boolean) {
  for (let turns = 0; turns < 1000 && !isSo(); turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(isSo()).toBe(true)
}

const textsOf = (calls: { name: string; args: unknown[] }[]) =>
  calls.map(({ args }) => (args[0] as { content: { text?: string } }).content.text)

test('delays only its own conversation with a slow message, also for one written meanwhile', async () => {
  const { ids, type } = conversations(2)
  const [first = 0, second = 0] = ids
  await type(first, 'slow')
  await type(first, 'after slow')
  const { channel, calls, then } = createFakeChannel()
  const answer = Promise.withResolvers<void>()
  then(() => answer.promise)
  const { done, wake } = startSender(channel)
  await until(() => calls.length === 1)
  await type(second, 'quick')
  wake()
  await until(() => calls.length === 2)
  expect(textsOf(calls)).toEqual(['slow', 'quick'])
  answer.resolve()
  expect(await done).toBe('drained')
  expect(textsOf(calls)).toEqual(['slow', 'quick', 'after slow'])
})

test('limits the number of parallel conversations, and keeps the order of each', async () => {
  const { ids, type } = conversations(12)
  for (const text of ['1', '2']) for (const id of ids) await type(id, `${id} ${text}`)
  const { channel, calls, then } = createFakeChannel()
  const answers = Array.from({ length: channelRules.whatsapp.sendsMax }, () => Promise.withResolvers<void>())
  then(
    ...answers.map(
      ({ promise }) =>
        () =>
          promise,
    ),
  )
  const { done } = startSender(channel)
  await until(() => calls.length === channelRules.whatsapp.sendsMax)
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toHaveLength(channelRules.whatsapp.sendsMax)
  for (const { resolve } of answers) resolve()
  expect(await done).toBe('drained')
  const sent = textsOf(calls)
  for (const id of ids) expect(sent.filter((text) => text?.startsWith(`${id} `))).toEqual([`${id} 1`, `${id} 2`])
})

test('reserves slots for texts beside three uploads', async () => {
  const { ids, type } = conversations(6)
  const ctx = world().ctxAs(world().ana)
  for (const id of ids.slice(0, 5)) await sendMessage(ctx, id, { texts: [''], files: [new File([dot], 'foto.png')] })
  await type(ids[5] ?? 0, 'words')
  const { channel, calls, then } = createFakeChannel()
  const uploads = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  then(
    ...uploads.map(
      ({ promise }) =>
        () =>
          promise,
    ),
  )
  const { done } = startSender(channel)
  await until(() => calls.length === 4)
  const kinds = () => calls.map(({ args }) => (args[0] as { content: { kind: string } }).content.kind)
  expect(kinds()).toEqual(['file', 'file', 'file', 'text'])
  for (const { resolve } of uploads) resolve()
  expect(await done).toBe('drained')
  expect(kinds().filter((kind) => kind === 'file')).toHaveLength(5)
})

test('reports an uncertain session at once, and sends nothing on the next before the old one ended', async () => {
  const { ids, type } = conversations(2)
  const [first = 0, second = 0] = ids
  await type(first, 'slow')
  await type(second, 'lost')
  const old = createFakeChannel()
  const answer = Promise.withResolvers<void>()
  old.then(() => answer.promise)
  old.fail('uncertain')
  expect(await startSender(old.channel).done).toBe('stuck')
  const next = createFakeChannel()
  const { done } = startSender(next.channel)
  await new Promise((resolve) => setImmediate(resolve))
  expect(next.calls).toEqual([])
  answer.resolve()
  expect(await done).toBe('drained')
  expect(textsOf(next.calls)).toEqual(['lost'])
})

test('hands nothing to a channel that is replaced while messages wait for their turns and files for room', async () => {
  const { ids, type } = conversations(2)
  const [text = 0, file = 0] = ids
  const room = Promise.withResolvers<void>()
  const others = transferFile({ company: 2, bytes: 2 ** 31 }, () => room.promise)
  await sendMessage(world().ctxAs(world().ana), file, { texts: [''], files: [new File([dot], 'foto.png')] })
  const old = createFakeChannel()
  const replaced = startSender(old.channel)
  // Now the file waits for room.
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  await type(text, 'words')
  replaced.wake()
  // The text has been chosen and waits for the next turn of the event loop.
  for (let steps = 0; steps < 10; steps++) await Promise.resolve()
  const next = createFakeChannel()
  const { done } = startSender(next.channel)
  room.resolve()
  await others
  expect([await replaced.done, await done]).toEqual(['offline', 'drained'])
  expect(old.calls).toEqual([])
  expect(next.calls).toHaveLength(2)
})
