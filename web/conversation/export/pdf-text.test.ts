import { expect, test } from 'bun:test'
import { jsPDF } from 'jspdf'
import { formattedRuns, isWritable, wrapRuns, type TextRun } from './pdf-text'

const textOf = (line: readonly TextRun[]) => line.map(({ text }) => text).join('')
const byLetters = (line: readonly TextRun[]) => textOf(line).length

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
  const wrapText = (text: string, width: number) => wrapRuns([{ text }], width, byLetters).map(textOf)
  expect(wrapText('um dois três\nabcdefghijk', 7)).toEqual(['um dois', 'três', 'abcdefg', 'hijk'])
  expect(wrapText('a\n\nb', 7)).toEqual(['a', '', 'b'])
})

test('keeps the style of formatted text across lines', () => {
  const runs = formattedRuns('Total: *R$ 50 à vista*, ~antes R$ 60~ `Pix` _já_')
  expect(wrapRuns(runs, 15, byLetters)).toEqual([
    [{ text: 'Total: ' }, { text: 'R$ 50 à', bold: true }],
    [{ text: 'vista', bold: true }, { text: ', ' }, { text: 'antes R$', strike: true }],
    [
      { text: '60', strike: true },
      { text: ' ' },
      { text: 'Pix', code: true },
      { text: ' ' },
      { text: 'já', italic: true },
    ],
  ])
  expect(wrapRuns(formattedRuns('```if a\n\tb  = 1```'), 15, byLetters).map(textOf)).toEqual([
    'if a',
    '\u00a0\u00a0\u00a0\u00a0b\u00a0\u00a0= 1',
  ])
  expect(wrapRuns(formattedRuns('*abc*defg'), 4, byLetters).map(textOf)).toEqual(['*abc', '*def', 'g'])
  expect(wrapRuns([{ text: 'abc', bold: true }, { text: 'defg' }], 4, byLetters)).toEqual([
    [{ text: 'abc', bold: true }, { text: 'd' }],
    [{ text: 'efg' }],
  ])
})
