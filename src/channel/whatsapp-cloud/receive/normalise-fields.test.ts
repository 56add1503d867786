import { expect, test } from 'bun:test'
import { normalise } from './normalise'

const atMs = Date.parse('2026-11-23T12:00:00Z')
const raw = (field: string, value: object) => normalise(JSON.stringify({ account: '9', field, value }))
const phone = { kind: 'phone', value: '5511988880001' } as const
const person = { addresses: [phone] }
const timestamp = String(atMs / 1000)

test('a message without id or author, and one of a group, are nothing', () => {
  const text = { id: 'wamid.1', from: phone.value, timestamp, type: 'text', text: { body: 'Oi' } }
  const read = (more: object) => raw('messages', { messages: [{ ...text, ...more }] })
  const message = {
    type: 'message',
    id: 'wamid.1',
    chat: person,
    fromMe: false,
    atMs,
    content: { kind: 'text', text: 'Oi' },
  }
  const key = { id: 'wamid.1', fromMe: false }
  expect(read({})).toEqual([{ ...message, key }] as never)
  for (const more of [{ id: '' }, { from: 'x' }, { group_id: 'g' }]) expect([more, read(more)]).toEqual([more, []])
  expect(read({ type: 'reaction', reaction: { emoji: '👍' } })).toEqual([])
  for (const [more, expected] of [
    [{ context: { forwarded: false, frequently_forwarded: true } }, { forwarded: true }],
    [{ context: { forwarded: false } }, {}],
    [
      { context: { referred_product: { catalog_id: 'c', product_retailer_id: 'p' } } },
      { product: { catalogId: 'c', productId: 'p' } },
    ],
    [{ context: { referred_product: { catalog_id: 'c' } } }, {}],
    [{ referral: { source_type: 'ad' } }, {}],
    [
      { referral: { source_id: 's', source_type: 'ad' } },
      { referral: { title: '', text: '', url: '', sourceId: 's', sourceType: 'ad' } },
    ],
    [{ referral: { ctwa_clid: 'x' } }, { referral: { title: '', text: '', url: '', clickId: 'x' } }],
  ] as const) {
    expect(read(more)).toEqual([{ ...message, ...expected, key }] as never)
  }
  const value = { errors: [{ code: 1 }] }
  const notice = { type: 'notice', businessAccountId: '9', value } as const
  expect(raw('messages', value)).toEqual([{ ...notice, topic: 'errors' }])
  expect(raw('history', value)).toEqual([{ ...notice, topic: 'history' }])
  expect(raw('history', { messages: [] })).toEqual([])
})

test('edits and revocations name their message, of customers and of the phone', () => {
  const change = (type: 'edit' | 'revoke', content: object, field: string) => {
    const echo = field === 'messages' ? { from: phone.value } : { to: phone.value }
    const message = { id: 'wamid.2', ...echo, timestamp, type, [type]: content }
    return raw(field, { [field === 'messages' ? 'messages' : 'message_echoes']: [message] })
  }
  for (const [field, fromMe] of [
    ['messages', false],
    ['smb_message_echoes', true],
  ] as const) {
    const shared = { targetId: 'wamid.1', atMs, chat: person, fromMe }
    const original_message_id = 'wamid.1'
    const edited = { type: 'text', text: { body: 'Olá' } }
    expect([
      change('edit', { original_message_id, message: edited }, field),
      change('revoke', { original_message_id }, field),
      change('edit', { original_message_id, message: { type: 'location' } }, field),
      change('revoke', {}, field),
    ]).toEqual([[{ type: 'edit', text: 'Olá', ...shared }], [{ type: 'delete', ...shared }], [], []] as never)
  }
  const echo = { id: 'wamid.3', to: phone.value, timestamp, type: 'text', text: { body: 'Oi' } }
  const echoed = (more: object) => raw('smb_message_echoes', { message_echoes: [{ ...echo, ...more }] })
  expect(echoed({ context: { id: 'wamid.1' } })).toMatchObject([
    { fromMe: true, atMs, quotedId: 'wamid.1', chat: person },
  ])
  expect([echoed({ id: '' }), echoed({ to: '' })]).toEqual([[], []])
})

test('a call of a customer is offered, then missed or ended', () => {
  const call = { id: 'c1', from: phone.value, timestamp }
  const read = (more: object) => raw('calls', { calls: [{ ...call, ...more }] })
  const offered = { type: 'call', id: 'c1', caller: person, video: false, group: false, atMs, outcome: 'offered' }
  expect(read({ event: 'connect' })).toEqual([offered] as never)
  const outcomes = [
    [{ status: 'COMPLETED', duration: '5' }, 'ended'],
    [{ status: 'COMPLETED', duration: 5 }, 'ended'],
    [{ status: 'COMPLETED', duration: 0 }, 'missed'],
    [{ status: 'FAILED', duration: 5 }, 'missed'],
    [{}, 'missed'],
  ] as const
  for (const [more, outcome] of outcomes) {
    expect(read({ event: 'terminate', ...more })).toEqual([{ ...offered, outcome }] as never)
  }
  for (const more of [{ event: 'ring' }, { event: 'connect', id: '' }, { event: 'connect', from: '' }]) {
    expect([more, read(more)]).toEqual([more, []])
  }
  expect(read({ event: 'connect', direction: 'BUSINESS_INITIATED' })).toEqual([])
})

test('a changed number is told, and a changed user id learnt', () => {
  const system = (content: object) =>
    raw('messages', { messages: [{ id: 'wamid.1', from: phone.value, timestamp, type: 'system', system: content }] })
  const moved = { type: 'numberChange', id: 'wamid.1', chat: person, number: '5511977770002', atMs }
  expect(system({ type: 'user_changed_number', wa_id: '5511977770002' })).toEqual([moved] as never)
  expect(system({ type: 'user_changed_number', new_wa_id: '5511977770002' })).toEqual([moved] as never)
  expect(system({ type: 'user_changed_number', wa_id: 'BR.1' })).toEqual([])
  const bsuid = { kind: 'bsuid', value: 'BR.2' }
  const learnt = { type: 'identity', party: { addresses: [phone, bsuid] } }
  expect(system({ type: 'user_changed_user_id', user_id: 'BR.2' })).toEqual([learnt] as never)
  expect(system({ type: 'other', user_id: 'BR.2' })).toEqual([])
  expect(raw('user_id_update', { user_id_update: [{ wa_id: phone.value }] })).toEqual([])
})

test('a status tells who the recipient is, and whether the message costs', () => {
  const status = (more: object, contacts: object[] = []) =>
    raw('messages', { contacts, statuses: [{ id: 'wamid.9', status: 'sent', ...more }] })
  const receipt = { type: 'receipt', targetIds: ['wamid.9'], ownId: '', ack: 1 }
  const learnt = { type: 'identity', party: { addresses: [phone, { kind: 'bsuid', value: 'BR.2' }] } }
  expect(status({ recipient_id: phone.value, recipient_user_id: 'BR.2' })).toEqual([learnt, receipt] as never)
  expect(status({ recipient_id: phone.value }, [{ user_id: 'BR.2' }])).toEqual([learnt, receipt] as never)
  expect(status({ recipient_id: phone.value, status: 'warning' })).toEqual([])
  expect(status({ id: '' })).toEqual([])
  const charge = (isBillable: boolean) => [{ ...receipt, charge: { category: 'utility', isBillable } }]
  for (const [pricing, expected] of [
    [{ category: 'utility', type: 'regular' }, charge(true)],
    [{ category: 'utility', type: 'free_entry_point', billable: true }, charge(false)],
    [{ category: 'utility', billable: true }, charge(true)],
    [{ category: 'utility', billable: false }, charge(false)],
    [{ type: 'regular' }, [receipt]],
  ] as const) {
    expect(status({ pricing })).toEqual(expected as never)
  }
})
