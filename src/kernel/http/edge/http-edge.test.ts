import { expect, test } from 'bun:test'
import { readQuery } from './http-edge'
import { measureProcessor } from '../../../testing/clock/processor-time'

test('repeated names become a list in order, and values stay unparsed text', () => {
  expect(readQuery('a=1&b=[2]&a=3,4&__proto__=5&a')).toEqual(
    Object.assign(Object.create(null), { a: ['1', '3,4', ''], b: '[2]', ['__proto__']: '5' }),
  )
})

test('parses a name repeated a hundred thousand times in linear time', () => {
  const tookMs = measureProcessor()
  expect(readQuery('a&'.repeat(100_000)).a).toHaveLength(100_000)
  expect(tookMs()).toBeLessThan(1000)
})
