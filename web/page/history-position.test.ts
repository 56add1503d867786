import { afterAll, beforeAll, expect, test } from 'bun:test'
import { stub } from '../../src/testing/stub'
import { createHistoryPosition } from './history-position'

const known = globalThis.history
beforeAll(() => void (globalThis.history = stub<History>({ pushState() {} })))
afterAll(() => void (globalThis.history = known))

const url = new URL('http://localhost/')
const leave = (stops: string[], name: string) => ({ value: name, stop: () => void stops.push(name) })

test('a page finds what it left at its place', () => {
  const position = createHistoryPosition()
  position.place('/contacts').scrollTop = 900
  expect(position.place('/contacts').scrollTop).toBe(900)
  position.push(url)
  expect(position.place('/contacts').scrollTop).toBe(0)
})

test('another page at the same place finds nothing, and what was left is stopped', () => {
  const stops: string[] = []
  const position = createHistoryPosition()
  position.place('/contacts').left = leave(stops, 'contacts')
  expect(position.place('/tags').left).toBeUndefined()
  expect(stops).toEqual(['contacts'])
})

test('only the newest three places keep something up to date', () => {
  const stops: string[] = []
  const position = createHistoryPosition()
  const places = [1, 2, 3, 4].map((number) => {
    const place = position.place(`/list/${number}`)
    place.scrollTop = number
    place.left = leave(stops, `list ${number}`)
    position.push(url)
    return place
  })
  position.place('/last')
  expect(stops).toEqual(['list 1'])
  expect(places.map(({ left }) => left?.value)).toEqual([undefined, 'list 2', 'list 3', 'list 4'])
  expect(places[0]?.scrollTop).toBe(1)
})
