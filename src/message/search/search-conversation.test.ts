import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket, setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { listExcerpts } from './message-excerpts.view'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
  openTicket(world)
  receive(world, 1, messageEvent({ id: 'b', text: 'Preciso da nota fiscal do pedido' }))
  receive(world, 1, messageEvent({ id: 'c', text: 'O pedido chegou, falta a NOTA' }))
})
afterEach(() => world.stop())

async function search(person: 'ana' | 'bruno' | 'carla' | 'gina', text: string) {
  return (await world.as(world[person])).get(`/messages/1/search?text=${encodeURIComponent(text)}`)
}

test('finds the messages with every word, in any order and without accents, newest first', async () => {
  expect((await search('bruno', 'nota pedido')).body).toEqual({ ids: [3, 2], isCut: false })
  expect((await search('bruno', 'fiscál')).body).toEqual({ ids: [2], isCut: false })
  expect((await search('bruno', 'boleto')).body).toEqual({ ids: [], isCut: false })
  expect((await search('bruno', ' ')).body.fields).toEqual({ text: 'required' })
})

test('refuses a conversation that the user cannot see', async () => {
  expect((await search('carla', 'nota')).status).toBe(404)
  expect((await search('gina', 'nota')).status).toBe(404)
})

test('does not find digits of a number that is hidden from the user', async () => {
  receive(world, 1, messageEvent({ id: 'd', text: 'Meu número é 5511988880001' }))
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  expect((await search('ana', '98888')).body.ids).toEqual([4])
  expect((await search('bruno', '98888')).body.ids).toEqual([])
  expect((await search('bruno', 'número')).body.ids).toEqual([4])
})

test('shows what a search found with some words before it, cut to a line', () => {
  const filler = (count: number) => 'palavra '.repeat(count).trim()
  const texts = {
    'Nota   fiscal\nem anexo': 'Nota fiscal em anexo',
    [`Nota ${filler(30)}`]: `Nota ${filler(30)}`.slice(0, 120) + '…',
    [`${filler(2)} nota ${filler(2)}`]: `${filler(2)} nota ${filler(2)}`,
    [`${filler(3)} a nota`]: '…palavra a nota',
    [`${'x'.repeat(50)}nota`]: '…nota',
    [`${filler(30)} sem`]: `${filler(30)} sem`.slice(0, 120) + '…',
    [`nota ${'a'.repeat(115)}`]: `nota ${'a'.repeat(115)}`,
    [`nota ${'👍'.repeat(116)}`]: `nota ${'👍'.repeat(115)}…`,
    '': '',
  }
  receive(world, 1, ...Object.keys(texts).map((text, index) => messageEvent({ id: `t${index}`, text: text || 'x' })))
  const ctx = world.ctx(1)
  ctx.company.sqlite.run("UPDATE message SET body = '' WHERE body = 'x'")
  const ids = Object.keys(texts).map((_, index) => index + 4)
  const found = listExcerpts(ctx, ids, 'nota boleto')
  expect(ids.map((id) => found.get(id))).toEqual(Object.values(texts))
})
