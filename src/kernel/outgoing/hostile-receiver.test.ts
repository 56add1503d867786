import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { loopback, reasonOf, receiversOfFile } from '../../testing/services/receiver/outgoing-calls'
import { always, endless, type Receiver, type Respond } from '../../testing/services/receiver/raw-receiver'
import { OutgoingError } from './outgoing-error'

const start = receiversOfFile()
const closed = async (receiver: Receiver) => {
  const end = Date.now() + 10_000
  while (receiver.open() > 0 && Date.now() < end) await new Promise((resolve) => setImmediate(resolve))
  return receiver.open() === 0
}

describe('a receiver', () => {
  const head = 'HTTP/1.1 200 OK\r\n'

  test('with an endless body is cut off at the limit and disconnected', async () => {
    const receiver = await start(endless(`${head}\r\n`, 'a'.repeat(65_536)))
    expect(await reasonOf(loopback(receiver.url, { responseBytesMax: 200_000 }))).toBe('tooLarge 200')
    expect(await closed(receiver)).toBe(true)
  })

  test('that announces more than the limit is not read', async () => {
    const receiver = await start(always(`${head}Content-Length: 200001\r\n\r\n`))
    expect(await reasonOf(loopback(receiver.url, { responseBytesMax: 200_000 }))).toBe('tooLarge 200')
  })

  test('with a decompression bomb is not decompressed', async () => {
    for (const [encoding, packed] of [
      ['gzip', gzipSync(Buffer.alloc(20_000_000))],
      ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
    ] as const) {
      const receiver = await start(always(`${head}Content-Encoding: ${encoding}\r\n\r\n`, packed))
      expect([encoding, await reasonOf(loopback(receiver.url))]).toEqual([encoding, 'tooLarge 200'])
    }
  })

  test('may compress its body; one that cannot be decompressed is an error', async () => {
    const answerOf = async (encoding: string, body: Uint8Array) => {
      const receiver = await start(always(`${head}Content-Encoding: ${encoding}\r\n\r\n`, body))
      return loopback(receiver.url).then(
        (response) => response.text(),
        (error: OutgoingError) => error.reason,
      )
    }
    expect(await answerOf('gzip', gzipSync('pequeno'))).toBe('pequeno')
    expect(await answerOf('br', brotliCompressSync('pequeno'))).toBe('pequeno')
    expect(await answerOf('identity', Buffer.from('pequeno'))).toBe('pequeno')
    expect(await answerOf('gzip', Buffer.from('not gzip'))).toBe('network')
    expect(await answerOf('constructor', Buffer.from('a'))).toBe('network')
  })

  test('that is silent or slow is disconnected at the timeout', async () => {
    const slow =
      (text: string): Respond =>
      (socket) => {
        socket.write(text)
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 20)
      }
    const ways: Record<string, Respond> = {
      silent: () => {},
      'slow head': slow(head),
      'slow body': slow(`${head}Content-Length: 100000\r\n\r\n`),
      'early hints': endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
    }
    for (const [way, respond] of Object.entries(ways)) {
      const receiver = await start(respond)
      expect([way, await reasonOf(loopback(receiver.url, { timeoutMs: 200 }))]).toEqual([way, 'timeout'])
      expect([way, await closed(receiver)]).toEqual([way, true])
    }
  })

  test('with a malformed, interrupted or endless response is a network error', async () => {
    const ways: Record<string, Respond> = {
      reset: (socket) => socket.resetAndDestroy(),
      nothing: always(),
      'another protocol': always('SSH-2.0-OpenSSH_9.6\r\n'),
      'half a body': always(`${head}Content-Length: 100\r\n\r\nabc`),
      'a switched protocol': always('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'a header without end': endless(`${head}X: `, 'a'.repeat(65_536)),
      'headers without end': endless(head, 'X-A: bbbb\r\n'.repeat(1000)),
    }
    for (const [way, respond] of Object.entries(ways)) {
      const receiver = await start(respond)
      expect([way, await reasonOf(loopback(receiver.url))]).toEqual([way, 'network'])
      expect([way, await closed(receiver)]).toEqual([way, true])
    }
  })
})
