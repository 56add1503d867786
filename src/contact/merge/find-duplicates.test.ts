import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addContact } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { updateContact } from '../contact.commands'
import { resolveContact } from '../identity/resolve-contact'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const ctx = () => world.ctx(1)

test('lists possible duplicates with the reason, until users mark them as different people', async () => {
  const ana = await world.as(world.ana)
  const add = (name: string, number: string, email = '') => {
    const id = addContact(ctx(), name, number)
    if (email) updateContact(ctx(), id, { name, email })
    return id
  }
  const rita = add('Rita Souza Lima', '5511977770000', 'Rita@exemplo.test')
  const local = add('Loja da Rita', '11977770000')
  const zero = add('Rita de novo', '011977770000')
  const named = add('Rita, prima', '5521977770000')
  const mailed = add('R. Lima', '5531900000009', 'rita@EXEMPLO.test')
  add('Carlos', '5541977770000')
  const lid = resolveContact(
    ctx(),
    { addresses: [{ kind: 'lid', value: '9' }], name: 'RITA SOUZA LIMA' },
    { connectionId: 1 },
  )
  const found = async () =>
    (await ana.get(`/contacts/${rita}/duplicates`)).body.duplicates.map(
      (one: { contact: { id: number }; reason: string }) => [one.contact.id, one.reason],
    )
  expect(await found()).toEqual([
    [local, 'samePhone'],
    [zero, 'samePhone'],
    [named, 'sameNameAndTail'],
    [lid.id, 'sameName'],
    [mailed, 'sameEmail'],
  ])
  expect((await ana.get(`/contacts/${named}/duplicates`)).body.duplicates).toMatchObject([
    { contact: { id: rita }, reason: 'sameNameAndTail' },
    { contact: { id: zero }, reason: 'sameNameAndTail' },
  ])
  const [ed] = [add('Ed Costa', '5541966660000'), add('Ed Moura', '5551966660000')]
  expect((await ana.get(`/contacts/${ed}/duplicates`)).body.duplicates).toEqual([])
  await ana.post(`/contacts/${rita}/apart`, { contactId: local })
  expect((await found()).map(([id]: [number]) => id)).not.toContain(local)
  expect((await ana.get(`/contacts/${local}/duplicates`)).body.duplicates).toMatchObject([{ contact: { id: zero } }])
  // The provider may name the contact's own address again.
  const account = (value: string) => ({ kind: 'phone' as const, value })
  world.ports.connections = {
    ...world.ports.connections,
    otherNames: () => [account('5511977770000'), account('5531900000009')],
  }
  expect((await found())[0]).toEqual([mailed, 'sameAccount'])
  expect((await found()).map(([id]: [number]) => id)).not.toContain(rita)
})
