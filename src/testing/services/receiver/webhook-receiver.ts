import { createHmac, timingSafeEqual } from 'node:crypto'
import { always, endless, ok, type ReceivedRequest, redirect, type Respond, startReceiver } from './raw-receiver'
import { waitMsMax } from '../../clock/wait-limit'

interface ReceivedWebhook {
  /** The path after the origin, starting with `/hook`. */
  path: string
  deliveryId: string
  event: string
  body: Record<string, any>
  rawBody: string
  headers: Record<string, string>
  /** Whether the signature fits the secret, as docs/webhooks.md tells receivers to check it. */
  isSigned(secret: string): boolean
}

export const answers = {
  ok: ok('ok'),
  error: always('HTTP/1.1 500 Broken\r\nContent-Length: 4\r\n\r\noops'),
  gone: always('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'),
  metadata: redirect('http://169.254.169.254/latest/meta-data/', 307),
  huge: endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', `10000\r\n${'x'.repeat(65_536)}\r\n`),
  close: (socket) => void socket.destroy(),
  silence: () => {},
} satisfies Record<string, Respond>

/** Receives webhooks on loopback; `answer` may be changed at any time. */
export async function startWebhookReceiver(answer: Respond = answers.ok) {
  const state = { answer }
  const webhooks: ReceivedWebhook[] = []
  const receiver = await startReceiver((socket, request) => {
    webhooks.push(read(request))
    state.answer(socket, request)
  })
  return {
    url: `${receiver.url}/hook`,
    address: `127.0.0.1:${receiver.port}`,
    webhooks,
    answerWith: (next: Respond) => void (state.answer = next),
    async until(count: number, timeoutMs = waitMsMax) {
      const end = Date.now() + timeoutMs
      while (webhooks.length < count) {
        if (Date.now() > end) throw new Error(`Only ${webhooks.length} of ${count} webhooks came`)
        await Bun.sleep(5)
      }
    },
    stop: () => receiver.stop(),
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

function read({ line, headers, body: rawBody }: ReceivedRequest): ReceivedWebhook {
  return {
    path: line.split(' ')[1] ?? '',
    deliveryId: headers['x-recado-delivery'] ?? '',
    event: headers['x-recado-event'] ?? '',
    body: JSON.parse(rawBody),
    rawBody,
    headers,
    isSigned(secret) {
      const expected = createHmac('sha256', secret).update(`${headers['x-recado-timestamp']}.${rawBody}`).digest('hex')
      const [given, right] = [headers['x-recado-signature'] ?? '', `sha256=${expected}`].map((text) =>
        Buffer.from(text),
      )
      return (
        given !== undefined && right !== undefined && given.length === right.length && timingSafeEqual(given, right)
      )
    },
  }
}
