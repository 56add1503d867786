import { afterAll, beforeAll, expect, test } from 'bun:test'
import { setSetting } from '../../testing/conversation/conversation'
import { addContact } from '../../testing/conversation/tickets'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { matchesContactSearch } from './contact-search.contract'

let world: World
let ana: Caller
const people = {
  joao: { name: 'João Carlos da Silva Pereira', number: '5511984348839' },
  rita: { name: 'Rita Álvares', number: '551184348840' },
  office: { name: 'Cartório', number: '551133224455' },
  year: { name: 'Natal 2024 / 10 anos', number: '5521970001111' },
  apostrophe: { name: "Ana D'Ávila (obra)", number: '14155550123' },
}
type Who = keyof typeof people

beforeAll(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  for (const { name, number } of Object.values(people)) {
    addContact(world.ctx(1), name, number)
    receive(world, 1, messageEvent({ phone: number }))
  }
})
afterAll(() => world.stop())

const found: [string, Who[]][] = [
  ['(11) 98434-8839', ['joao']],
  ['+55 (11) 98434-8839', ['joao']],
  ['+55 11 98434 8839', ['joao']],
  ['\u202a+55 11 98434\u20118839\u202c', ['joao']],
  ['98434-8839', ['joao']],
  ['8434-8839', ['joao']],
  ['(11) 8434-8839', ['joao']],
  ['551184348839', ['joao']],
  ['011 98434-8839', ['joao']],
  ['98434-8', ['joao', 'rita']],
  ['(11) 98434-8840', ['rita']],
  ['+55 (11) 98434-8840', ['rita']],
  ['98434-8840', ['rita']],
  ['(11) 3322-4455', ['office']],
  ['+1 (415) 555-0123', ['apostrophe']],
  ['joão 98434-8839', ['joao']],
  ['rita (11) 98434-8839', []],
  ['joao pereira', ['joao']],
  ['Pereira João', ['joao']],
  ['PEREIRA, joão', ['joao']],
  ['silva jo', ['joao']],
  ['pereira rita', []],
  ['alvares', ['rita']],
  ["d'avila", ['apostrophe']],
  ['(obra) ana', ['apostrophe']],
  ['2024 / 10', ['year']],
  ['98434-8841', []],
]

test.each(found)('%p finds the same contacts in every list', async (typed, expected) => {
  const searchParam = encodeURIComponent(typed)
  const numbers = expected.map((who) => people[who].number).sort()
  const contacts = (await ana.get(`/contacts?searchParam=${searchParam}`)).body
  const picks = (await ana.get(`/contacts/list?searchParam=${searchParam}`)).body
  const tickets = (await ana.get(`/tickets?status=search&showAll=true&searchParam=${searchParam}`)).body
  const numbersOf = (list: { number: string }[]) => list.map(({ number }) => number).sort()
  expect(numbersOf(contacts.contacts)).toEqual(numbers)
  expect(contacts.count).toBe(numbers.length)
  expect(numbersOf(picks as never)).toEqual(numbers)
  expect(numbersOf(tickets.tickets.map(({ contact }: { contact: { number: string } }) => contact))).toEqual(numbers)
  // Live events on a list are filtered by the same rule.
  const live = Object.values(people).filter((person) => matchesContactSearch(person, typed))
  expect(numbersOf(live)).toEqual(numbers)
})

test('with hidden numbers, a whole number finds its contact, and a part finds nobody', async () => {
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const bruno = await world.as(world.bruno)
  const names = async (typed: string) => {
    const { body } = await bruno.get(`/contacts?searchParam=${encodeURIComponent(typed)}`)
    return body.contacts.map(({ name }: { name: string }) => name)
  }
  expect(await names('(11) 98434-8839')).toEqual([people.joao.name])
  expect(await names('+55 (11) 98434-8840')).toEqual([people.rita.name])
  for (const part of ['98434-8839', '8434-8839', '98434', '11 98434', 'joao 98434', 'joao 8839']) {
    expect([part, await names(part)]).toEqual([part, []])
  }
  expect(await names('pereira joao')).toEqual([people.joao.name])
})
