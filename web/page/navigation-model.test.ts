import { afterAll, beforeAll, expect, test } from 'bun:test'
import { stub } from '../../src/testing/stub'
import { createHistoryPosition } from './navigation-model'

const known = globalThis.history
beforeAll(() => void (globalThis.history = stub<History>({ pushState() {} })))
afterAll(() => void (globalThis.history = known))

const url = new URL('http://localhost/')
const leave = (stops: string[], name: string) => ({ value: name, stop: () => void stops.push(name) })

test('a page finds what it stored with its history entry', () => {
  const position = createHistoryPosition()
  position.entry('/contacts').scrollTop = 900
  expect(position.entry('/contacts').scrollTop).toBe(900)
  position.push(url)
  expect(position.entry('/contacts').scrollTop).toBe(0)
})

test('an entry for a part of the page shares what the page stored', () => {
  const stops: string[] = []
  const position = createHistoryPosition()
  const page = position.entry('/contacts')
  position.pushPart(url)
  expect(position.entry('/contacts')).toBe(page)
  page.kept = leave(stops, 'contacts')
  position.push(url)
  position.entry('/tags')
  expect(stops).toEqual([])
})

test('another page at the same entry finds nothing, and what was kept is stopped', () => {
  const stops: string[] = []
  const position = createHistoryPosition()
  position.entry('/contacts').kept = leave(stops, 'contacts')
  expect(position.entry('/tags').kept).toBeUndefined()
  expect(stops).toEqual(['contacts'])
})

test('only the newest three entries keep something up to date', () => {
  const stops: string[] = []
  const position = createHistoryPosition()
  const entries = [1, 2, 3, 4].map((number) => {
    const entry = position.entry(`/list/${number}`)
    entry.scrollTop = number
    entry.kept = leave(stops, `list ${number}`)
    position.push(url)
    return entry
  })
  position.entry('/last')
  expect(stops).toEqual(['list 1'])
  expect(entries.map(({ kept }) => kept?.value)).toEqual([undefined, 'list 2', 'list 3', 'list 4'])
  expect(entries[0]?.scrollTop).toBe(1)
})
