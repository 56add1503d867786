import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { afterCommit, withSnapshot, type CompanyContext } from './company-context'
import { openDatabase } from '../database/database'
import { recordEvent } from '../event/event-log'

declare module '../event/event-log' {
  interface EventPayloads {
    'test.happened': { note: string }
  }
}

let world: World
let ctx: CompanyContext
beforeEach(async () => {
  world = await createWorld()
  ctx = world.ctx(1)
})
afterEach(() => world.stop())

const rename = (name: string) => ctx.company.sqlite.run('UPDATE queue SET name = ? WHERE id = 1', [name])
const nameNow = () => ctx.company.sqlite.query<{ name: string }, []>('SELECT name FROM queue WHERE id = 1').get()?.name
const events = () =>
  ctx.company.sqlite.query<{ type: string }, []>("SELECT type FROM event WHERE type = 'test.happened'").all()

test('an error rolls back rows, events and tasks after the commit', () => {
  const followed: string[] = []
  expect(() =>
    ctx.transaction(() => {
      rename('A')
      recordEvent(ctx, 'test.happened', {}, { note: 'a' })
      afterCommit(ctx, () => followed.push('a'))
      throw new Error('no')
    }),
  ).toThrow('no')
  expect([nameNow(), events(), followed, world.published]).toEqual(['Vendas', [], [], []])
})

test('a nested transaction commits or rolls back with the outer one', () => {
  expect(() =>
    ctx.transaction(() => {
      ctx.transaction(() => void rename('inner'))
      throw new Error('outer')
    }),
  ).toThrow('outer')
  expect(nameNow()).toBe('Vendas')
  ctx.transaction(() => ctx.transaction(() => void rename('both')))
  expect(nameNow()).toBe('both')
})

test('a transaction refuses a promise, which would commit at its first await', () => {
  expect(() =>
    ctx.transaction((() => {
      rename('async')
      return Promise.resolve()
    }) as never),
  ).toThrow('synchronous')
  expect(nameNow()).toBe('Vendas')
})

test('queries in a snapshot do not see writes of another process', () => {
  const otherHandle = openDatabase(ctx.company.sqlite.filename)
  const read = withSnapshot(ctx, () => {
    const before = nameNow()
    otherHandle.run("UPDATE queue SET name = 'Elsewhere' WHERE id = 1")
    return [before, withSnapshot(ctx, nameNow)]
  })
  otherHandle.close()
  expect([read, nameNow()]).toEqual([['Vendas', 'Vendas'], 'Elsewhere'])
})

test('a snapshot refuses writes, and the company can be written afterwards', () => {
  expect(() => withSnapshot(ctx, () => ctx.transaction(() => rename('no')))).toThrow('within a transaction')
  expect(() => withSnapshot(ctx, (() => Promise.resolve()) as never)).toThrow('synchronous')
  ctx.transaction(() => rename('afterwards'))
  expect([nameNow(), ctx.company.sqlite.inTransaction]).toEqual(['afterwards', false])
})

test('refuses an event outside a transaction', () => {
  expect(() => recordEvent(ctx, 'test.happened', {}, { note: 'alone' })).toThrow('outside a transaction')
})

test('an error after the commit does not undo it', () => {
  const followed: string[] = []
  ctx.transaction(() => {
    rename('stays')
    afterCommit(ctx, () => {
      throw new Error('a listener fails')
    })
    afterCommit(ctx, () => followed.push('the next one runs'))
  })
  expect([nameNow(), followed]).toEqual(['stays', ['the next one runs']])
})

test('event numbers increase within a company and are independent between companies', () => {
  const number = (of: CompanyContext) =>
    of.transaction(() => recordEvent(of, 'test.happened', {}, { note: 'n' }).number)
  const other = world.ctx(2)
  const first = number(ctx)
  expect([number(ctx), number(ctx), number(other)]).toEqual([first + 1, first + 2, first])
})
