import { expect, test } from 'bun:test'
import { formatText, isEmojiOnly, plainText, safeHref } from './format-text'
import { measureProcessor } from '../../../src/testing/clock/processor-time'

const text = (value: string) => ({ kind: 'text' as const, text: value })

test('formats marks at the edges of words', () => {
  expect(formatText('a *b* _c_ ~d~ e')).toEqual([
    text('a '),
    { kind: 'bold', parts: [text('b')] },
    text(' '),
    { kind: 'italic', parts: [text('c')] },
    text(' '),
    { kind: 'strike', parts: [text('d')] },
    text(' e'),
  ])
})

test('nests marks', () => {
  expect(formatText('*a _b_*')).toEqual([{ kind: 'bold', parts: [text('a '), { kind: 'italic', parts: [text('b')] }] }])
})

test.each(['2*3*4', 'snake_case_name', '* a *', '*a', '**', 'a*b*'])('%p stays as it is', (value) => {
  expect(formatText(value)).toEqual([text(value)])
})

test('keeps the marks inside code', () => {
  expect(formatText('```\na *b*\n```')).toEqual([{ kind: 'code', text: 'a *b*', block: true }])
  expect(formatText('`*a*`')).toEqual([{ kind: 'code', text: '*a*', block: false }])
})

test('ends links before surrounding punctuation', () => {
  expect(formatText('Veja https://a.com/b(c)?d=1. E (www.e.com)')).toEqual([
    text('Veja '),
    { kind: 'link', text: 'https://a.com/b(c)?d=1', href: 'https://a.com/b(c)?d=1' },
    text('. E ('),
    { kind: 'link', text: 'www.e.com', href: 'https://www.e.com/' },
    text(')'),
  ])
})

test('links an e-mail address', () => {
  expect(formatText('a@b.com')).toEqual([{ kind: 'link', text: 'a@b.com', href: 'mailto:a@b.com' }])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'http://localhost'])('%p is no link', (value) => {
  expect(safeHref(value)).toBeUndefined()
})

test('treats markup as text', () => {
  expect(formatText('<img src=x onerror=alert(1)>')).toEqual([text('<img src=x onerror=alert(1)>')])
})

test.each(['😀', '👍🏽 ❤️', '👨‍👩‍👧‍👦🇧🇷😀', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥'])('%p is emoji only', (value) =>
  expect(isEmojiOnly(value)).toBe(true),
)
test.each(['😀 oi', '1', '#', '', '😀😀😀😀', '©', '❤', '🇧', '12️⃣', '😀\u200d'])('%p is not', (value) =>
  expect(isEmojiOnly(value)).toBe(false),
)

test('reduces plain text to one line without marks', () => expect(plainText('*a*\n _b_')).toBe('a b'))

test.each([
  'a'.repeat(65_000),
  '*'.repeat(65_000),
  '*a '.repeat(20_000),
  '```'.repeat(20_000),
  'a.'.repeat(30_000),
  'http://'.repeat(9_000),
])('hostile text is read in one pass', (value) => {
  const tookMs = measureProcessor()
  formatText(value)
  expect(tookMs()).toBeLessThan(1_000)
})
