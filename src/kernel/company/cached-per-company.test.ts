import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { cachedPerCompany } from './cached-per-company'
import type { CompanyContext } from './company-context'

let world: World
let ctx: CompanyContext
let reads = 0
beforeEach(async () => {
  world = await createWorld()
  ctx = world.ctx(1)
  reads = 0
})
afterEach(() => world.stop())

const queue = cachedPerCompany(({ company }) => {
  reads++
  const row = company.sqlite.query<{ name: string }, []>('SELECT name FROM queue WHERE id = 1').get()
  return { name: row?.name }
})

function rename(name: string) {
  ctx.company.sqlite.run('UPDATE queue SET name = ? WHERE id = 1', [name])
  queue.forget(ctx)
}

test('reads once per company until told to forget', () => {
  expect([queue.get(ctx), queue.get(ctx), reads]).toEqual([{ name: 'Vendas' }, { name: 'Vendas' }, 1])
  ctx.transaction(() => void queue.get(ctx))
  expect(reads).toBe(1)
  rename('Balcão')
  expect([queue.get(ctx), queue.get(ctx), reads]).toEqual([{ name: 'Balcão' }, { name: 'Balcão' }, 2])
  expect(queue.get(world.ctx(2))).not.toEqual({ name: 'Balcão' })
})

test('caches what a transaction reads that changes something else', () => {
  ctx.transaction(() => void queue.get(ctx))
  ctx.transaction(() => void queue.get(ctx))
  expect(reads).toBe(1)
})

test('does not cache what a transaction changed and undid', () => {
  queue.get(ctx)
  expect(() =>
    ctx.transaction(() => {
      rename('Balcão')
      expect(queue.get(ctx)).toEqual({ name: 'Balcão' })
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(queue.get(ctx)).toEqual({ name: 'Vendas' })
})

test('shows a transaction each of its own changes', () => {
  ctx.transaction(() => {
    rename('Balcão')
    expect(queue.get(ctx)).toEqual({ name: 'Balcão' })
    rename('Loja')
    expect(queue.get(ctx)).toEqual({ name: 'Loja' })
  })
  expect([queue.get(ctx), queue.get(ctx)]).toEqual([{ name: 'Loja' }, { name: 'Loja' }])
})
