import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createIntegrationTalk, type IntegrationTalk, waitingTicket } from '../testing/bot/integration-talk'
import { measureProcessor } from '../testing/clock/processor-time'

const megabyte = 1024 * 1024

let { talk, use, ask, ticket, lastError, stop } = {} as IntegrationTalk
let server: ReturnType<typeof Bun.serve>
let respond: () => Response
let sentBytes = 0
beforeEach(async () => {
  sentBytes = 0
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => respond() })
  ;({ talk, use, ask, ticket, lastError, stop } = await createIntegrationTalk(`127.0.0.1:${server.port}`))
})
afterEach(async () => {
  await stop()
  await server.stop(true)
})

/** 50 MB that are sent as they are read. */
function endless(start: string, unit: string) {
  const chunk = new TextEncoder().encode(unit.repeat(megabyte / unit.length))
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      pull(controller) {
        sentBytes += chunk.length
        if (sentBytes > 50 * megabyte) controller.close()
        else controller.enqueue(chunk)
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  )
}

const url = () => `http://127.0.0.1:${server.port}`
const kinds = {
  webhook: () => use({ type: 'webhook', urlN8N: url() }),
  typebot: () => use({ type: 'typebot', urlN8N: url(), typebotSlug: 'loja' }),
}

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'an answer of 50 MB from a %s is cut off; the contact hears nothing, and admins see why',
  async (kind) => {
    await kinds[kind]()
    respond = () => endless('{"reply":"', '=')
    expect(await ask('Oi')).toEqual([])
    expect(ticket()).toMatchObject(waitingTicket)
    expect(lastError()).toMatchObject({ code: 'tooLarge' })
    // More than the product reads: the buffers of both sockets take several megabytes.
    expect(sentBytes).toBeLessThan(25 * megabyte)
  },
)

const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)
const odd: [name: string, body: string][] = [
  ['deep lists', deep('[', ']')],
  ['deep objects', `${'{"reply":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['deep replies', `{"reply":${deep('[', ']')}}`],
  ['deep messages', `{"sessionId":"a","messages":[{"type":"text","content":{"richText":${deep('[', ']')}}}]}`],
  ['a prototype', '{"__proto__":{"reply":"x"},"reply":{"__proto__":{"text":"x"}},"variables":{"__proto__":{"a":1}}}'],
  ['another type', '{"reply":{"text":{"a":1}},"queueId":{"a":1},"tagIds":"x","closeTicket":[true],"messages":{"a":1}}'],
  ['a number', '1e999'],
  [
    'a surrogate',
    '{"reply":"\\ud83d","messages":[{"id":"a","type":"text","content":{"richText":[{"text":"\\ud83d"}]}}]}',
  ],
]

test.each(Object.keys(kinds) as (keyof typeof kinds)[])('odd answers of a %s do no harm', async (kind) => {
  await kinds[kind]()
  for (const [index, [name, body]] of odd.entries()) {
    respond = () => new Response(body, { headers: { 'content-type': 'application/json' } })
    const tookMs = measureProcessor()
    const said = await ask(`Oi ${name}`)
    expect([name, said.every((text) => text.length < 10)]).toEqual([name, true])
    expect([name, tookMs() < 3_000]).toEqual([name, true])
    expect([name, ticket(index + 1)?.status]).toEqual([name, 'pending'])
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  }
  expect(({} as { reply?: unknown }).reply).toBeUndefined()
})
