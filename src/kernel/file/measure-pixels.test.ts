import { expect, test } from 'bun:test'
import { measurePixels } from './measure-pixels'

const measure = (hex: string, type: string) =>
  measurePixels(new Blob([Uint8Array.fromHex(hex.replace(/\s/g, ''))]), type)
const hexOf = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0')

const png = (width: number, height: number) =>
  `89504e470d0a1a0a 0000000d 49484452 ${hexOf(width, 4)} ${hexOf(height, 4)} 08 06 000000 00000000`

/** A baseline JPEG's first frame; before it, a segment with the orientation as cameras write it. */
const jpeg = (width: number, height: number, orientation?: number) => {
  const exif = `457869660000 49492a0008000000 0100 1201 0300 01000000 ${hexOf(orientation ?? 0, 1)}000000 00000000`
  const turned = orientation === undefined ? '' : `ffe1 ${hexOf(exif.replace(/\s/g, '').length / 2 + 2, 2)} ${exif}`
  return `ffd8 ${turned} ffc0 0011 08 ${hexOf(height, 2)} ${hexOf(width, 2)} 03 012200 021101 031101 ${sosOf}`
}
const sosOf = 'ffda 000c 03 0100 0211 0311 003f00 00 ffd9'

test('measures pictures by their header, as they are shown', async () => {
  expect(await measure(png(1600, 900), 'image/png')).toEqual({ width: 1600, height: 900 })
  expect(await measure(`474946383961 ${'2c01'} ${'c800'} f0 00 00 ${'00'.repeat(6)} 3b`, 'image/gif')).toEqual({
    width: 300,
    height: 200,
  })
  expect(await measure(jpeg(640, 480), 'image/jpeg')).toEqual({ width: 640, height: 480 })
  expect(await measure(jpeg(640, 480, 1), 'image/jpeg')).toEqual({ width: 640, height: 480 })
  // A phone that was held upright stores a wide picture and its rotation.
  expect(await measure(jpeg(640, 480, 6), 'image/jpeg')).toEqual({ width: 480, height: 640 })
})

const box = (type: string, content: string) => {
  const bytes = content.replace(/\s/g, '')
  return `${hexOf(bytes.length / 2 + 8, 4)} ${Buffer.from(type).toString('hex')} ${bytes}`
}
/** The same with its size in 64 bits. */
const longBox = (type: string, content: string) => {
  const bytes = content.replace(/\s/g, '')
  return `00000001 ${Buffer.from(type).toString('hex')} ${hexOf(bytes.length / 2 + 16, 8)} ${bytes}`
}

const upright = '00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000'
const turned = '00000000 00010000 00000000 ffff0000 00000000 00000000 00000000 00000000 40000000'

interface Track {
  width: number
  height: number
  matrix?: string
  version?: 0 | 1
}
const track = ({ width, height, matrix = upright, version = 0 }: Track) => {
  const times = version === 1 ? '00'.repeat(32) : '00'.repeat(20)
  const header = `${hexOf(version, 1)} 000007 ${times} ${'00'.repeat(16)} ${matrix} ${hexOf(width, 2)}0000 ${hexOf(height, 2)}0000`
  return box('trak', box('edts', '00') + box('tkhd', header))
}
const sound = track({ width: 0, height: 0 })
const start = box('ftyp', '69736f6d 00000200')
const movie = (...tracks: string[]) => box('moov', box('mvhd', '00'.repeat(100)) + tracks.join(''))

test('measures videos by the first track that is shown, wherever the header is', async () => {
  const video = track({ width: 1280, height: 720 })
  const wide = { width: 1280, height: 720 }
  expect(await measure(start + movie(video), 'video/mp4')).toEqual(wide)
  expect(await measure(start + movie(sound, video), 'video/mp4')).toEqual(wide)
  expect(await measure(start + box('mdat', '00'.repeat(5000)) + movie(video), 'video/quicktime')).toEqual(wide)
  expect(await measure(start + longBox('mdat', '00'.repeat(5000)) + movie(video), 'video/mp4')).toEqual(wide)
  const long = track({ width: 1280, height: 720, version: 1 })
  expect(await measure(start + movie(long), 'video/mp4')).toEqual(wide)
  const phone = track({ width: 1280, height: 720, matrix: turned })
  expect(await measure(start + movie(sound, phone), 'video/mp4')).toEqual({ width: 720, height: 1280 })
  // Up to the end of the file.
  const open = (start + movie(video)).replace(/[0-9a-f]{8} 6d6f6f76/, '00000000 6d6f6f76')
  expect(await measure(open, 'video/mp4')).toEqual(wide)
})

test('does not know the size of other files, and of those that are cut short', async () => {
  expect(await measure(png(1600, 900), 'application/pdf')).toBeUndefined()
  expect(await measure('ffd8ffe1', 'image/jpeg')).toBeUndefined()
  expect(await measure(png(1600, 900).replaceAll(' ', '').slice(0, 36), 'image/png')).toBeUndefined()
  expect(await measure('', 'video/mp4')).toBeUndefined()
  expect(await measure(start + movie(sound), 'video/mp4')).toBeUndefined()
  const whole = (start + movie(track({ width: 1280, height: 720 }))).replace(/\s/g, '')
  expect(await measure(whole.slice(0, -8), 'video/mp4')).toBeUndefined()
  expect(await measure('1a45dfa3', 'video/webm')).toBeUndefined()
})

test('gives up on a file of nothing but headers', async () => {
  const hostile: [string, string][] = [
    [box('free', '').repeat(60_000), 'video/mp4'],
    [box('moov', box('trak', '').repeat(60_000)), 'video/mp4'],
    ['00000000'.repeat(60_000), 'video/mp4'],
    [`ffd8 ${'ffe10002'.repeat(60_000)}`, 'image/jpeg'],
    [`ffd8ff ${'00'.repeat(240_000)}`, 'image/jpeg'],
  ]
  for (const [hex, type] of hostile) expect(await measure(hex, type)).toBeUndefined()
})
