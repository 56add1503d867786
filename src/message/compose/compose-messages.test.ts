import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'
import { openTicket, setSetting } from '../../testing/conversation/conversation'
import { createWorld, type World } from '../../testing/world/world'
import { getTicketRow } from '../../ticket/ticket.queries'
import { composeMessages, type ComposeOptions, type ContentFile, type MessageContent } from './compose-messages'

let world: World
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T12:00:00Z') })
  openTicket(world)
})
afterAll(() => world.stop())
beforeEach(() => {
  setSetting(world, 'sendSignMessage', 'enabled')
  setLastInbound(0)
})

const setLastInbound = (hoursAgo: number) =>
  world
    .ctx(1)
    .company.sqlite.run(`UPDATE message SET created_at = ? WHERE from_me = 0`, [
      world.ctx(1).now.getTime() - hoursAgo * 3_600_000,
    ])

function compose(
  content: MessageContent,
  { channel = 'whatsapp', ...options }: ComposeOptions & { channel?: ChannelName } = {},
) {
  const ctx = world.ctxAs(world.bruno)
  return composeMessages(ctx, { ...getTicketRow(ctx, 1), channel }, content, options)
}
const bodies = (...given: Parameters<typeof compose>) => compose(...given).map(({ body }) => body)
const shapes = (...given: Parameters<typeof compose>) =>
  compose(...given).map(({ body, mediaType }) => [mediaType, body.length > 20 ? body.length : body])
const fileOf = (type: string, size = 10): ContentFile => ({ key: 'k', name: 'arquivo', type, size })

test('fills variables and puts the author’s name before the text where the company signs', () => {
  const content = { texts: ['Olá {{firstName}}, pedido {{pedido}}'] }
  expect(bodies(content)).toEqual(['Olá Dona, pedido {{pedido}}'])
  expect(bodies(content, { signedBy: 2, variables: { pedido: '77', firstName: 'Outra' } })).toEqual([
    '*Bruno Lima:*\nOlá Dona, pedido 77',
  ])
  expect(bodies(content, { variables: 'none' })).toEqual(['Olá {{firstName}}, pedido {{pedido}}'])
  setSetting(world, 'sendSignMessage', 'disabled')
  expect(bodies({ texts: ['Oi'] }, { signedBy: 2 })).toEqual(['Oi'])
})

test('composes no message from a text that its variables leave empty', () => {
  world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL')
  expect(compose({ texts: ['{{queue}}'] }, { signedBy: 2 })).toEqual([])
  world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = 1')
  expect(bodies({ texts: ['{{queue}}'] })).toEqual(['Vendas'])
})

test('splits a long text, with signature and quote on the first part only', () => {
  const text = 'palavra '.repeat(600).trim()
  expect(compose({ texts: [text] })).toHaveLength(1)
  const parts = compose({ texts: [text] }, { channel: 'whatsappapi', signedBy: 2, quotedMessageId: 1 })
  expect(parts.map(({ body }) => body.startsWith('*Bruno Lima:*\n'))).toEqual([true, false])
  expect(parts.map(({ quotedMessageId }) => quotedMessageId)).toEqual([1, null])
  expect(bodies({ texts: [text] }, { channel: 'facebook' })).toHaveLength(3)
})

test('uses the text as caption where channel and file allow it, else as a second message', () => {
  const image = fileOf('image/png')
  const audio = fileOf('audio/ogg')
  expect(shapes({ texts: ['a', 'b'], files: [image, fileOf('application/pdf')] })).toEqual([
    ['image', 'a'],
    ['application', 'b'],
  ])
  expect(shapes({ texts: ['a'.repeat(1025)], files: [image] })).toEqual([
    ['image', ''],
    [null, 1025],
  ])
  expect(shapes({ texts: ['a', 'b'], files: [audio, image] })).toEqual([
    ['audio', ''],
    [null, 'a'],
    ['image', 'b'],
  ])
  expect(shapes({ texts: ['a'], files: [audio] }, { uncaptioned: 'before' })).toEqual([
    [null, 'a'],
    ['audio', ''],
  ])
  expect(shapes({ texts: ['a'.repeat(1001)], files: [image] }, { channel: 'instagram' })).toEqual([
    ['image', ''],
    [null, 1000],
    [null, 'a'],
  ])
})

test('sends only an approved template after the reply window, on channels that have templates', () => {
  const components = [{ type: 'body' as const, parameters: [{ type: 'text' as const, text: 'Dona' }] }]
  const text = 'Olá Dona, podemos continuar?'
  const template = { name: 'volta', language: 'pt_BR', components, text, buttons: ['Sim'] }
  const both = { texts: ['Olá'], template }
  expect(bodies(both, { channel: 'whatsappapi' })).toEqual(['Olá'])
  setLastInbound(25)
  expect(compose(both, { channel: 'whatsappapi' })).toMatchObject([
    { body: text, data: { template: { name: 'volta', language: 'pt_BR', components } } },
  ])
  expect(() => compose({ texts: ['Olá'] }, { channel: 'whatsappapi' })).toThrow('ERR_CHANNEL_CANNOT')
  expect(() => compose(both, { channel: 'facebook' })).toThrow('ERR_CHANNEL_CANNOT')
  expect(bodies(both, { channel: 'whatsapp' })).toEqual(['Olá'])
  expect(bodies(both, { channel: 'whatsappapi', isPrivate: true })).toEqual(['Olá'])
  setLastInbound(24)
  expect(bodies(both, { channel: 'whatsappapi' })).toEqual(['Olá'])
  setLastInbound(24 + 1 / 3_600_000)
  expect(bodies(both, { channel: 'whatsappapi' })).toEqual([text])
})

test('sends a template alone within the reply window, with its buttons and its file', () => {
  const template = { name: 'volta', language: 'pt_BR', components: [], text: 'Oi', buttons: ['Sim', 'Não'] }
  const compose1 = (content: MessageContent) => compose(content, { channel: 'whatsappapi' })
  const [alone] = compose1({ texts: [' '], template })
  expect(alone?.data?.buttons).toEqual([
    { buttonId: '0', buttonText: { displayText: 'Sim' } },
    { buttonId: '1', buttonText: { displayText: 'Não' } },
  ])
  expect(compose1({ template: { ...template, buttons: [] } })[0]?.data).not.toHaveProperty('buttons')
  expect(compose1({ special: { body: 'Aqui', location: { latitude: 1, longitude: 2 } }, template })).toMatchObject([
    { body: 'Aqui', data: { location: { latitude: 1 } } },
  ])
  const file = fileOf('application/pdf')
  for (const [fileFormat, mediaType] of [
    ['document', 'application'],
    ['image', 'image'],
  ] as const) {
    const withFile = { ...template, fileFormat }
    expect(compose1({ template: withFile, files: [file] })).toMatchObject([{ body: 'Oi', mediaType, file }])
    expect(compose1({ template: withFile })).toMatchObject([{ body: 'Oi', mediaType: null }])
  }
  expect(compose1({ template, files: [file] })).toMatchObject([{ body: 'Oi', mediaType: null }])
})

test('keeps a private note as typed, whatever the channel supports', () => {
  setLastInbound(25)
  const note = `{{firstName}} ${'a'.repeat(5000)}`
  const options = { channel: 'instagram', isPrivate: true, signedBy: 2, quotedMessageId: 1 } as const
  expect(compose({ texts: [note] }, options)).toMatchObject([{ body: note, isPrivate: true, quotedMessageId: 1 }])
  expect(shapes({ texts: [note], files: [fileOf('image/png')] }, options)).toEqual([['image', note.length]])
})

test('rejects content that the channel does not support, with a reason', () => {
  const big = fileOf('video/mp4', 30 * 1024 * 1024)
  expect(compose({ files: [big] })).toHaveLength(1)
  expect(() => compose({ files: [big] }, { channel: 'facebook' })).toThrow('ERR_FILE_TOO_LARGE')
  const { fileBytesMax } = channelRules.facebook
  expect(compose({ files: [fileOf('video/mp4', fileBytesMax)] }, { channel: 'facebook' })).toHaveLength(1)
  expect(() => compose({ files: [fileOf('image/png', 0)] })).toThrow('ERR_INVALID_INPUT')
  const special = { body: 'Ana', contacts: [{ name: 'Ana', vcard: 'BEGIN:VCARD' }] }
  expect(() => compose({ special }, { channel: 'instagram' })).toThrow('ERR_CHANNEL_CANNOT')
})
