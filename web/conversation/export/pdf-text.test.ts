import { expect, test } from 'bun:test'
import { jsPDF } from 'jspdf'
import { isWritable, wrapText } from './pdf-text'

test('writes text declared writable unchanged into the file', () => {
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(isWritable)
  expect(letters).toHaveLength(218)
  const pdf = new jsPDF()
  pdf.text(letters.join(''), 10, 10)
  const file = new TextDecoder('windows-1252').decode(pdf.output('arraybuffer'))
  expect(file).toContain(`(${letters.join('').replace(/[\\()]/g, '\\$&')}) Tj`)
})

test('reports characters that the fonts lack, and breaks lines at spaces or within long words', () => {
  expect(['Orçamento – R$ 50 €', 'Olá 👋', 'مرحبا', 'a\u0001'].map(isWritable)).toEqual([true, false, false, false])
  const byLetters = (text: string) => text.length
  expect(wrapText('um dois três\nabcdefghijk', 7, byLetters)).toEqual(['um dois', 'três', 'abcdefg', 'hijk'])
  expect(wrapText('a\n\nb', 7, byLetters)).toEqual(['a', '', 'b'])
})
