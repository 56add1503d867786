import { expect, test } from 'bun:test'
import { messageChange } from '../../testing/services/graph-server/graph-changes'
import { echoChange, editOf, revocationOf } from '../../testing/services/graph-server/coexistence-changes'
import type { Change, Json } from '../../testing/services/graph-server/graph-server.types'
import { deliver as post, envelopeOf } from '../../testing/services/graph-server/graph-webhooks'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { createCloudTalk, maria, text } from '../../testing/whatsapp/cloud-talk'
import { until } from '../../testing/whatsapp/whatsapp-world'

const { world, ana, reply, whenAck, says } = createCloudTalk()
const stranger = { waId: '5511900009999', name: 'Outro' }
const nowMs = () => world().ctx(1).now.getTime()

async function deliver(...changes: Change[]) {
  expect((await world().graph.deliver(...changes)).status).toBe(200)
  await until(() => world().filed() === 0, 'the changes to be interpreted')
}
const from = (customer: typeof stranger, id: string, content: Json) =>
  messageChange(graphPhone, customer, { id, atMs: nowMs(), content })
const echo = (id: string, content: Json) => echoChange(graphPhone, maria, { id, atMs: nowMs() }, content)
const shown = async () =>
  (await ana().get('/messages/1')).body.messages.map(
    ({ body, isEdited, isDeleted, fromMe }: Record<string, unknown>) => [
      body,
      fromMe,
      isEdited ? 'edited' : isDeleted ? 'deleted' : '',
    ],
  )
const unread = async () => (await ana().get('/tickets/1')).body.unreadMessages

test('a customer edits and revokes messages; the original changes, and no bubble is added', async () => {
  await says('Quanto é?', text('Quanto é?'), 'wamid.first')
  await says('Oi?', text('Oi?'), 'wamid.second')
  const picture = { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'a', caption: 'Este' } }
  await says('Este', picture, 'wamid.third')
  await ana().get('/messages/1')
  await deliver(
    from(maria, 'wamid.e1', editOf('wamid.first', text('Quanto custa?'))),
    from(maria, 'wamid.e2', revocationOf('wamid.second')),
    from(
      maria,
      'wamid.e3',
      editOf('wamid.third', { type: 'image', image: { ...picture.image, caption: 'Este aqui' } }),
    ),
  )
  expect(await shown()).toEqual([
    ['Olá', false, ''],
    ['Quanto custa?', false, 'edited'],
    ['Oi?', false, 'deleted'],
    ['Este aqui', false, 'edited'],
  ])
  expect(await unread()).toBe(0)
})

test('nobody else changes a message, and what cannot be read changes nothing', async () => {
  await says('Quanto é?', text('Quanto é?'), 'wamid.first')
  await deliver(
    from(stranger, 'wamid.e1', editOf('wamid.first', text('forjada'))),
    from(stranger, 'wamid.e2', revocationOf('wamid.first')),
    echo('wamid.e3', editOf('wamid.first', text('forjada'))),
    echo('wamid.e4', revocationOf('wamid.first')),
    from(maria, 'wamid.e5', editOf('wamid.first', { type: 'hologram' })),
    from(maria, 'wamid.e6', { type: 'edit' }),
    from(maria, 'wamid.e7', { type: 'revoke', revoke: { original_message_id: null } }),
  )
  expect((await shown()).at(-1)).toEqual(['Quanto é?', false, ''])
  expect(world().messages()).toHaveLength(2)
})

test('an edit that arrives before its message waits for it', async () => {
  await world().graph.deliver(from(maria, 'wamid.e1', editOf('wamid.late', text('certo'))))
  await says('errado', text('errado'), 'wamid.late')
  world().ctx(1).company.sqlite.run('UPDATE inbound_event SET retry_at = 0')
  world().connections.wakeInbox(1, 2)
  await until(() => world().filed() === 0, 'the edit')
  expect((await shown()).at(-1)).toEqual(['certo', false, 'edited'])
})

test('what the business edits and revokes in its app changes there, too, also what was sent from here', async () => {
  const id = await reply('Custa 100')
  await whenAck(id, 1)
  await deliver(echo('wamid.app', text('Com frete grátis')))
  const ours = world().graph.accepted[0]?.id ?? ''
  await deliver(echo('wamid.e1', editOf('wamid.app', text('Com frete'))), echo('wamid.e2', revocationOf(ours)))
  expect((await shown()).slice(1)).toEqual([
    [expect.stringContaining('Custa 100'), true, 'deleted'],
    ['Com frete', true, 'edited'],
  ])
})

// "account_update webhook reference", updated Mar 24, 2026: PARTNER_* name the account in `waba_info`.
test.each(['PARTNER_REMOVED', 'ACCOUNT_OFFBOARDED'])(
  '%s disconnects until Meta or a user reconnects',
  async (event) => {
    const update = (value: Json) => deliver({ field: 'account_update', value })
    await update({ event, phone_number: '5511900000000' })
    expect(world().row()?.status).toBe('CONNECTED')
    if (event === 'PARTNER_REMOVED') {
      const value = { event, waba_info: { waba_id: graphPhone.businessAccountId, owner_business_id: '1' } }
      await post(world().graph.webhook, envelopeOf('the partner', { field: 'account_update', value }))
    } else await update({ event })
    await world().whenStatus('DISCONNECTED')
    expect(world().row()).toMatchObject({
      wanted: false,
      lastError: expect.stringMatching(/access was removed|another phone/),
    })
    const id = await reply('espera')
    await update({ event: 'ACCOUNT_RECONNECTED' })
    await world().whenStatus('CONNECTED')
    await whenAck(id, 1)
    expect(world().row()?.lastError).toBe('')
  },
)
