import { expect, test } from 'bun:test'
import { createRandom } from '../../../testing/bench/bench-company'
import { readBoundary, readParts } from './multipart'

const lines = (...text: string[]) => text.join('\r\n')

async function* inPieces(bytes: Uint8Array, lengthOf: () => number) {
  for (let at = 0; at < bytes.length;) {
    const end = at + lengthOf()
    yield bytes.slice(at, end)
    at = end
  }
}

async function readAll(bytes: Uint8Array | string, boundary: string, lengthOf = () => 1000) {
  const found: { name: string; fileName: string | undefined; type: string; text: string }[] = []
  const body = inPieces(Buffer.from(bytes as string), lengthOf)
  for await (const { name, fileName, type, data } of readParts(body, boundary)) {
    const pieces: Uint8Array[] = []
    for await (const piece of data()) pieces.push(piece)
    found.push({ name, fileName, type, text: Buffer.concat(pieces).toString('latin1') })
  }
  return found
}

test('parses a form alike however its bytes are split', async () => {
  const form = lines(
    'What stands here is for readers that do not know forms.',
    '--b0undary',
    'Content-Disposition: form-data; name="body"',
    '',
    'Olá\r\n--b0undar, quase',
    '--b0undary',
    'content-disposition: form-data; filename="a;b=\\"c\\".png"; name=medias',
    'Content-Type: image/png',
    '',
    // The boundary with one letter changed, after a line end.
    '\r\n\r\n--b0undarx--\r\n',
    '--b0undary',
    'Content-Disposition: form-data; name="medias"; filename="%22x%22.png"; filename*=UTF-8\'\'p%C3%A1gina.png',
    '',
    '',
    '--b0undary--',
    'And this is for nobody.',
  )
  const expected = [
    { name: 'body', fileName: undefined, type: '', text: 'Ol\xc3\xa1\r\n--b0undar, quase' },
    { name: 'medias', fileName: 'a;b="c".png', type: 'image/png', text: '\r\n\r\n--b0undarx--\r\n' },
    { name: 'medias', fileName: 'página.png', type: '', text: '' },
  ]
  for (let length = 1; length < 120; length++) {
    expect([length, await readAll(form, 'b0undary', () => length)]).toEqual([length, expected])
  }
})

test('parses forms that Bun writes, with random bytes and splits', async () => {
  const random = createRandom(7)
  for (let round = 0; round < 40; round++) {
    const form = new FormData()
    const expected: [string, string | undefined, string][] = []
    for (let i = random(5); i >= 0; i--) {
      // Few distinct bytes, so that line ends and dashes are frequent.
      const bytes = Uint8Array.from({ length: random(5000) }, () => [13, 10, 45, 98, 0, 255][random(6)] ?? 0)
      const text = Buffer.from(bytes).toString('latin1')
      const name = `n"${i}`
      form.append(name, new File([bytes], `f "${i}" ç.bin`, { type: 'application/pdf' }))
      expected.push([name, `f "${i}" ç.bin`, text])
    }
    const response = new Response(form)
    const boundary = readBoundary(response.headers.get('content-type') ?? '')
    const read = await readAll(await response.bytes(), boundary, () => 1 + random(300))
    expect(read.map(({ name, fileName, text }) => [name, fileName, text])).toEqual(expected)
  }
})

test('refuses malformed forms, wherever the error is', async () => {
  const part = 'Content-Disposition: form-data; name="a"'
  const wrong = [
    '',
    '--b',
    '--b\r\n',
    '--b-',
    '--bx\r\n',
    `--b\r\n${part}`,
    `--b\r\n${part}\r\n\r\nx`,
    `--b\r\n${part}\r\n\r\nx\r\n--b`,
    `--b\r\n${part}\r\n\r\nx\r\n--b?`,
    `--b\r\n${part}\r\n\r\nx\r\n--c--`,
    '--b\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--',
    `--b\r\n${part}; filename*=utf-8''%E0%A4%A\r\n\r\nx\r\n--b--`,
    `--b\r\n${part}\r\nX: ${'x'.repeat(10_000)}\r\n\r\nx\r\n--b--`,
    '-'.repeat(100_000),
    '\r\n--b'.repeat(10_000),
  ]
  for (const text of wrong) {
    for (const length of [1, 7, 1_000_000]) {
      const refused = await readAll(text, 'b', () => length).then(
        () => 'read',
        ({ code }) => code,
      )
      expect([text.slice(0, 60), refused]).toEqual([text.slice(0, 60), 'ERR_INVALID_INPUT'])
    }
  }
})

test('reads the boundary from the content type, quoted or not', () => {
  expect(readBoundary('multipart/form-data; boundary=b')).toBe('b')
  expect(readBoundary('multipart/form-data;charset=utf-8;BOUNDARY="b c:d"')).toBe('b c:d')
  for (const wrong of ['multipart/form-data', 'multipart/form-data; boundary=', `x; boundary=${'b'.repeat(71)}`]) {
    expect(() => readBoundary(wrong)).toThrow()
  }
})
