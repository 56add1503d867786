import { expect, test } from 'bun:test'
import { createWorld } from '../../../testing/world/world'
import { listAddressBook, noteAddressBook } from './address-book'

test('joins what is learned of a person by number and by LID, without groups and the own account', async () => {
  const world = await createWorld()
  const ctx = world.ctx(1)
  const phone = (number: string) => `${number}@s.whatsapp.net`
  const note = (contacts: Parameters<typeof noteAddressBook>[2], hasChat = false) =>
    noteAddressBook(() => ctx, 1, contacts, { hasChat, own: [undefined, phone('5511900000001')] })
  await note([
    { id: phone('5511988880001'), lid: '77@lid', name: 'Maria' },
    { id: phone('5511988880002'), name: 'João' },
    { id: '120363000000000001@g.us', name: 'Condomínio' },
    { id: phone('5511900000001'), name: 'Eu' },
    { id: 'status@broadcast', name: 'Status' },
  ])
  await note([{ id: '77@lid' }, { id: '88@lid', name: 'Só LID' }], true)
  await note([{ id: '99@lid', phoneNumber: phone('5511988880002') }])
  await note([])
  expect(listAddressBook(ctx, 1).toSorted((a, b) => a.lid.localeCompare(b.lid))).toEqual([
    { phone: '5511988880001', lid: '77', name: 'Maria', hasChat: true },
    { phone: '', lid: '88', name: 'Só LID', hasChat: true },
    { phone: '5511988880002', lid: '99', name: 'João', hasChat: false },
  ])
  world.stop()
})
