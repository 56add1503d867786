import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as addresses from './testing/hostile/odd-requests/addresses'
import * as bodies from './testing/hostile/odd-requests/bodies'
import { get, type Session } from './testing/hostile/odd-requests/odd-request'
import * as requestHeads from './testing/hostile/odd-requests/request-heads'
import { sendRaw } from './testing/hostile/raw-socket'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'

let world: ServedWorld
let port: number
let session: Session
beforeAll(async () => {
  world = await createServedWorld({ pages: true, environment: { LOG_LEVEL: 'silent' } })
  port = Number(new URL(world.url).port)
  const ana = await world.as(world.ana)
  session = { bearer: `authorization: Bearer ${ana.token}`, cookie: `recado_session=${ana.refreshToken}` }
})
afterAll(() => world.stop())

/** Bun's parser answers invalid HTTP before the product sees it. */
const refusedByBun = 'HTTP/1.1 505 HTTP Version Not Supported\r\n'

/** A stack trace or a source path. */
const inner = /\bat .*:\d+:\d+|node_modules|\/src\/|\.tsx?\b/

for (const [kind, casesOf] of Object.entries({ ...addresses, ...requestHeads, ...bodies })) {
  test(`answers malformed requests with a client error: ${kind}`, async () => {
    const wrong: string[] = []
    for (const [name, { bytes, status, ends }] of Object.entries(casesOf(session))) {
      const { statuses, text } = await sendRaw(port, bytes, { ends })
      const first = statuses[0]
      if (statuses.some((given) => given >= 500) && !text.startsWith(refusedByBun)) wrong.push(`${name}: ${statuses}`)
      else if (status !== undefined && first !== status) wrong.push(`${name}: ${first} instead of ${status}`)
      else if (first !== undefined && first >= 400 && inner.test(text))
        wrong.push(`${name}: shows ${inner.exec(text)?.[0]}`)
    }
    expect(wrong).toEqual([])
    const { statuses } = await sendRaw(port, get('/version'))
    expect(statuses).toEqual([200])
  }, 120_000)
}
