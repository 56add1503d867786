import { expect, test } from 'bun:test'
import { richTextOf } from './read-bubbles'

const paragraph = (...children: object[]) => ({ type: 'p', children })

test('formats words, links with their address, and lists', () => {
  const blocks = [
    paragraph({ text: 'Olá ' }, { text: 'Maria ', bold: true }, { text: 'veja', italic: true, bold: true }),
    paragraph(
      { text: 'sem', underline: true },
      { text: ' ' },
      { type: 'a', url: 'https://a.test', children: [{ text: 'o site' }] },
    ),
    paragraph({ type: 'a', url: 'https://a.test', children: [{ text: 'https://a.test' }] }),
    paragraph({ text: '' }),
    {
      type: 'ol',
      children: [
        { type: 'li', children: [{ type: 'lic', children: [{ text: 'um' }] }] },
        { type: 'li', children: [{ type: 'lic', children: [{ text: 'dois' }] }] },
      ],
    },
    paragraph({ type: 'inline-variable', children: [paragraph({ text: 'valor' })] }),
  ]
  expect(richTextOf(blocks)).toBe(
    'Olá *Maria* *_veja_*\nsem o site: https://a.test\nhttps://a.test\n\n1. um\n2. dois\nvalor',
  )
})

test('reads endless and malformed JSON', () => {
  let deep: object = { text: 'fundo' }
  for (let level = 0; level < 50_000; level++) deep = { type: 'p', children: [deep] }
  expect(richTextOf([deep])).toBe('')
  expect(richTextOf([null, 1, 'x', {}, { children: 5 }])).toBe('')
  expect(richTextOf('text')).toBe('')
  expect(richTextOf([paragraph({ text: 'x'.repeat(100_000) })])).toHaveLength(65_536)
})
