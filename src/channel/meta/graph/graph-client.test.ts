import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  graphPhone,
  graphToken,
  type GraphServer,
  startGraphServer,
} from '../../../testing/services/graph-server/start-graph-server'
import { channelErrorOf } from './graph-failures'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import { createWorld, type World } from '../../../testing/world/world'
import { openGraph } from './graph-client'
import { GraphError, graphErrorOf } from './graph-error'

let server: GraphServer
let world: World
beforeEach(async () => {
  server = await startGraphServer()
  world = await createWorld({ environment: server.environment })
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const graph = (token = graphToken) => openGraph(world.ctx(1), { token, appSecret: undefined })

async function errorOf(work: Promise<unknown>): Promise<GraphError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GraphError)) throw new Error(`Not an error of Graph: ${String(error)}`)
  return error
}

test('calls Graph with version, token and query', async () => {
  const fields = 'display_phone_number,verified_name'
  expect(await graph().get(graphPhone.id, { fields, left_out: undefined })).toMatchObject({
    display_phone_number: '+55 11 4002-8922',
    verified_name: 'Casa Aurora',
  })
  expect(server.calls).toEqual([{ line: `GET /${graphPhone.id}`, token: graphToken, query: { fields }, body: {} }])
  expect(await graph().post(`${graphPhone.businessAccountId}/subscribed_apps`)).toEqual({ success: true })
  expect(await graph().delete(`${graphPhone.businessAccountId}/subscribed_apps`)).toEqual({ success: true })
})

test('uploads a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-upload-'))
  const path = join(folder, 'file')
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  writeFileSync(path, bytes)
  for (const name of ['foto.png', 'Orçamento "novo"\r\nX-Evil: 1.png']) {
    const file = { path, name, type: 'image/png', size: bytes.length }
    const { id } = await graph().postFile(
      `${graphPhone.id}/media`,
      { messaging_product: 'whatsapp', type: 'image/png' },
      file,
    )
    const stored = server.state.media.get(String(id))
    expect(stored?.type).toBe('image/png')
    expect(stored && Buffer.compare(stored.bytes, bytes)).toBe(0)
    expect(stored?.name).toContain(name.slice(0, 4))
  }
  rmSync(folder, { recursive: true })
})

test('an error carries Meta’s code and sentence, without the number in front', async () => {
  const invalid = await errorOf(graph('wrong-token').get(graphPhone.id))
  expect([invalid.status, invalid.code, invalid.subcode, invalid.message, invalid.isUnsent]).toEqual([
    401,
    190,
    460,
    'Error validating access token: The session has been invalidated.',
    true,
  ])
  const refused = await errorOf(graph().post(`${graphPhone.id}/messages`, { messaging_product: 'whatsapp', to: '12' }))
  expect([refused.code, refused.message, refused.sentence]).toEqual([
    100,
    'Invalid parameter',
    'to is not a valid phone number',
  ])
})

test('the token never appears in an error', async () => {
  server.fail({ status: 400, code: 100, message: `Malformed access token ${graphToken}`, details: graphToken })
  const { message, details } = await errorOf(graph().get(graphPhone.id))
  expect([message, details]).toEqual(['Malformed access token …', '…'])
})

test('tells calls that were certainly not executed from those that may have been', async () => {
  server.fail({ status: 500, code: 131000, message: 'Something went wrong' })
  expect((await errorOf(graph().get('1'))).isUnsent).toBe(true)
  server.fail({ status: 500, code: 1, message: 'An unknown error occurred' })
  expect((await errorOf(graph().get('1'))).isUnsent).toBe(false)
  server.fail({ status: 502, nonsense: true })
  const gateway = await errorOf(graph().get('1'))
  expect([gateway.status, gateway.code, gateway.isUnsent]).toEqual([502, 0, false])
  server.fail({ nonsense: true })
  expect((await errorOf(graph().get('1'))).isUnsent).toBe(false)
  await server.stop()
  const down = await errorOf(graph().get('1'))
  expect([down.status, down.isUnsent]).toEqual([0, true])
})

test('too many calls at once delay only what they carry', () => {
  const error = (reason: 'busy' | 'network' | 'timeout') =>
    channelErrorOf(graphErrorOf(new OutgoingError(reason, 'ECONNREFUSED'), ''))
  expect(error('busy')).toMatchObject({ reason: 'limited', retryAfterMs: 5_000 })
  expect([error('network').reason, error('timeout').reason]).toEqual(['offline', 'uncertain'])
})
