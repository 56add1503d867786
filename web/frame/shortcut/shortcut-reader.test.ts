import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Command } from '../../app/command-registry'
import { createShortcutReader } from './shortcut-reader'

const command = (shortcut: string): Command => ({ id: shortcut, label: shortcut, group: '', shortcut, run: () => {} })
const immediate: Command = { ...command('a r'), isImmediate: true }
const commands = [command('e'), command('g t'), command('Ctrl+Enter'), command('?'), immediate]

function readerUnderTest() {
  let timeStamp = 0
  const reader = createShortcutReader()
  const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean } = {}) =>
    reader.read({ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, commands)
      ?.id
  return { press, reset: reader.reset, wait: (ms: number) => (timeStamp += ms) }
}

test('reads single keys, chords and sequences', () => {
  const { press } = readerUnderTest()
  expect(press('e')).toBe('e')
  expect(press('Enter', { ctrlKey: true })).toBe('Ctrl+Enter')
  expect(press('Enter', { metaKey: true })).toBe('Ctrl+Enter')
  expect(press('g')).toBeUndefined()
  expect(press('t')).toBe('g t')
  expect(press('t')).toBeUndefined()
})

test('ignores a sequence within a word, and reads it after any other key', () => {
  const { press } = readerUnderTest()
  expect(['a', 'g', 't', 'o'].map((key) => press(key))).toEqual([undefined, undefined, undefined, undefined])
  expect(['Enter', 'g', 't'].map((key) => press(key))).toEqual([undefined, undefined, 'g t'])
})

test('runs no single keys within text typed without a focused field, except at its start', () => {
  const { press, wait } = readerUnderTest()
  expect([...'bem e ai?'].map((key) => press(key))).toEqual(Array(9).fill(undefined))
  wait(900)
  expect(press('?')).toBe('?')
  expect(['e', 'e', ' ', 'e'].map((key) => press(key))).toEqual(['e', 'e', undefined, 'e'])
})

test('takes the keys of an immediate command for the beginning of a word until it has run', () => {
  const { press, reset } = readerUnderTest()
  expect([...'are'].map((key) => press(key))).toEqual([undefined, 'a r', undefined])
  expect(['Enter', 'a', 'r'].map((key) => press(key))).toEqual([undefined, undefined, 'a r'])
  reset()
  expect(press('e')).toBe('e')
})

test('requires a sequence to be typed without a pause', () => {
  const { press, wait } = readerUnderTest()
  press('g')
  wait(900)
  expect(press('t')).toBeUndefined()
})

test('actions of a ticket that appear together have keys of their own', async () => {
  const keys: string[] = []
  for await (const file of new Bun.Glob('{ticket,conversation}/**/*.{ts,tsx}').scan(join(import.meta.dir, '../..'))) {
    const source = await Bun.file(join(import.meta.dir, '../..', file)).text()
    for (const [, key = ''] of source.matchAll(/shortcut: '(a \w)'/g)) keys.push(key)
  }
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
  // A ticket can be accepted or reopened, never both.
  expect(repeated).toEqual(['a a'])
  expect(keys.length).toBeGreaterThan(10)
})
