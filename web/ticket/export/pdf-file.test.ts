import { expect, test } from 'bun:test'
import { createPdf } from './pdf-file'
import { encodeText, textWidth, wrapText } from './pdf-text'

test('the table of a file says where each of its objects begins, and texts stand in it as they are', async () => {
  const pdf = createPdf()
  for (const text of ['Orçamento (à vista) – R$ 50 \\ €', 'Até amanhã']) {
    pdf.addPage()
    pdf.text(encodeText(text) ?? '', { x: 48, y: 700, size: 10 })
  }
  pdf.jpeg(Uint8Array.of(0xff, 0xd8, 0xff), { width: 1, height: 1 }, { x: 0, y: 0, width: 1, height: 1 })
  const bytes = new Uint8Array(await pdf.finish('Atendimento #1 · Zoë').arrayBuffer())
  const file = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  expect(file.startsWith('%PDF-1.4\n')).toBe(true)
  expect(file).toContain('(Or\u00e7amento \\(\u00e0 vista\\) \x96 R$ 50 \\\\ \x80) Tj')
  expect(file).toContain('/Count 2')
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  const [head, ...entries] = file.slice(tableAt).split('trailer')[0]?.trim().split('\n').slice(1) ?? []
  expect(head).toBe(`0 ${entries.length}`)
  for (const [id, entry] of entries.entries()) {
    if (id > 0) expect(file.slice(Number(entry.slice(0, 10)))).toStartWith(`${id} 0 obj\n`)
  }
})

test('what the fonts lack is not encoded, and lines end at spaces or, in long words, where they are full', () => {
  expect(encodeText('Olá 👋')).toBeUndefined()
  expect(encodeText('مرحبا')).toBeUndefined()
  expect(textWidth('AAAA', 10)).toBeCloseTo(26.68)
  expect(textWidth('ÃÃÃÃ', 10)).toBe(textWidth('AAAA', 10))
  const byLetters = (text: string) => text.length
  expect(wrapText('um dois três\nabcdefghijk', 7, byLetters)).toEqual(['um dois', 'três', 'abcdefg', 'hijk'])
  expect(wrapText('a\n\nb', 7, byLetters)).toEqual(['a', '', 'b'])
})
