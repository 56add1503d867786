import { expect, test } from 'bun:test'
import { stub } from '../../../testing/stub'
import type { AuthStore } from './auth-store'
import { encodeFields } from './protobuf'
import { createReadAhead } from './read-ahead'

const turn = () => new Promise((resolve) => setImmediate(resolve))

const key = new Uint8Array(33)
const content = Buffer.concat([
  new Uint8Array([51]),
  encodeFields([
    [1, 1],
    [2, key],
    [3, key],
    [4, new Uint8Array(60)],
  ]),
])

const message = (attrs: Record<string, string>, type = 'msg') => ({
  tag: 'message',
  attrs,
  content: [{ tag: 'enc', attrs: { type }, content }],
})

test('reads what waiting messages need, some messages ahead, and passes over senders that are no addresses', async () => {
  const read: string[][] = []
  const failed: unknown[] = []
  const store = stub<AuthStore>({
    readAhead: async (names) => void read.push(names.map(({ category, id }) => `${category} ${id}`)),
  })
  const ahead = createReadAhead(store, (error) => failed.push(error))
  ahead.add('bad', message({ from: 'nobody' }))
  for (let at = 0; at < 40; at++) {
    ahead.add(`m${at}`, message({ from: `55119${at}@s.whatsapp.net`, sender_lid: `77${at}@lid` }, 'pkmsg'))
  }
  ahead.add('group', message({ from: '120363@g.us', participant: '771:3@lid' }, 'skmsg'))
  await turn()
  expect(read).toHaveLength(1)
  expect(failed).toHaveLength(1)
  expect(read[0]).toHaveLength(15 * 7)
  for (const at of Array(40).keys()) {
    ahead.attempted(at === 0 ? 'bad' : `m${at - 1}`)
    await turn()
  }
  ahead.attempted('m39')
  await turn()
  expect(read.flat()).toHaveLength(40 * 7 + 3)
  expect(read.length).toBeLessThan(6)
  expect(read[0]?.slice(0, 7)).toEqual([
    'session 551190.0',
    'session 770_1.0',
    'identity-key 551190.0',
    'identity-key 770_1.0',
    'lid-mapping 551190',
    'device-list 551190',
    'pre-key 1',
  ])
  expect(read.at(-1)?.slice(-3)).toEqual([
    'session 771_1.3',
    'identity-key 771_1.3',
    'sender-key 120363@g.us::771_1::3',
  ])
})
