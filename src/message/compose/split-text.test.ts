import { expect, test } from 'bun:test'
import { isCaption, splitText } from './split-text'
import { measureProcessor } from '../../testing/clock/processor-time'

const sentence = 'Uma frase de teste. '

test('keeps a text within the limit whole, and splits an empty text into no parts', () => {
  expect(splitText('whatsapp', 'a'.repeat(65_536))).toEqual(['a'.repeat(65_536)])
  expect(splitText('facebook', 'a'.repeat(2000))).toHaveLength(1)
  expect(splitText('facebook', '')).toEqual([])
  expect([1024, 1025].map((length) => isCaption('whatsapp', 'a'.repeat(length)))).toEqual([true, false])
})

test('splits a longer text at a paragraph, else a line, a sentence or a word', () => {
  const first = 'a'.repeat(1500)
  expect(splitText('facebook', `${first}\n\n${'b '.repeat(400)}`)).toEqual([first, 'b '.repeat(400)])
  expect(splitText('facebook', `${first}\n${'b '.repeat(400)}`)[0]).toBe(first)
  const sentences = splitText('facebook', sentence.repeat(150))
  expect(sentences.map((part) => part.trimEnd().endsWith('teste.'))).toEqual([true, true])
  expect(sentences.join(' ')).toBe(sentence.repeat(150))
  expect(splitText('facebook', 'palavra '.repeat(300)).every((part) => part.trimEnd().endsWith('palavra'))).toBe(true)
  expect(splitText('facebook', `${'a'.repeat(1000)} ${'b'.repeat(1500)}`)[0]).toHaveLength(1000)
  expect(splitText('facebook', `${'a'.repeat(1500)} ${'b'.repeat(499)} ${'c'.repeat(500)}`)[0]).toHaveLength(2000)
  // A cut at a break in the first half would leave a part almost empty.
  expect(splitText('facebook', `oi\n\n${'c'.repeat(2500)}`)[0]).toHaveLength(2000)
})

test('counts bytes for Instagram', () => {
  const parts = splitText('instagram', 'ã'.repeat(1200))
  expect(parts.map((part) => part.length)).toEqual([500, 500, 200])
  expect(splitText('instagram', 'a'.repeat(1000))).toHaveLength(1)
  expect(splitText('facebook', 'ã'.repeat(2500))[0]).toHaveLength(2000)
})

test('cuts no character apart', () => {
  const family = '👨‍👩‍👧‍👦'
  const parts = splitText('facebook', `a${family.repeat(400)}`)
  expect(parts.join('')).toBe(`a${family.repeat(400)}`)
  for (const part of parts) expect(part.replace('a', '').replaceAll(family, '')).toBe('')
  for (const part of splitText('instagram', `a${'👍🏽'.repeat(300)}`)) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1000)
    expect(part.replace('a', '').replaceAll('👍🏽', '')).toBe('')
  }
  // A sequence longer than a message is cut between its code points.
  expect(splitText('facebook', `a${'👩\u200d'.repeat(1000)}`)[0]).toHaveLength(1999)
  expect(splitText('facebook', `a${'\u0301'.repeat(2500)}`)[0]).toHaveLength(2000)
})

test('splits repetitive texts quickly into parts that fit', () => {
  const hostile = [' ', '\n', '. ', '\u0301', '\u200d', '👍', '🇧🇷', 'a\u0301', '=', '\ud83d']
  for (const unit of hostile) {
    const text = unit.repeat(Math.floor(65_536 / unit.length))
    const tookMs = measureProcessor()
    for (const channel of ['whatsappapi', 'facebook', 'instagram'] as const) {
      const most = { whatsappapi: 4096, facebook: 2000, instagram: 1000 }[channel]
      const parts = splitText(channel, text)
      const lengths = parts.map((part) => (channel === 'instagram' ? Buffer.byteLength(part) : part.length))
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(most)
      expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }
    expect(tookMs()).toBeLessThan(150)
  }
})
