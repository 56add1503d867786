import { NOISE_WA_HEADER } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { createFrameReader, toFrame } from './frame-reader'

const hello = toFrame(Buffer.from('hello'))
const world = toFrame(Buffer.from('world'))

test('skips the introduction and splits frames, however the bytes are cut', () => {
  const bytes = Buffer.concat([NOISE_WA_HEADER, hello, world])
  const read = createFrameReader()
  const frames = [...bytes].flatMap((byte) => read(Buffer.from([byte])))
  expect(frames.map(String)).toEqual(['hello', 'world'])
})

test('skips an introduction with routing information', () => {
  const routing = Buffer.from('route')
  const prefix = Buffer.concat([Buffer.from('ED'), Buffer.from([0, 1, 0, 0, routing.length]), routing])
  const read = createFrameReader()
  expect(read(prefix)).toEqual([])
  expect(read(Buffer.concat([NOISE_WA_HEADER, hello])).map(String)).toEqual(['hello'])
})
