import { expect, test } from 'bun:test'
import { opusSeconds } from '../../../src/ai/speech/transcribe-message'
import { opusSilence } from '../../../src/testing/media/opus-silence'
import { webmToOgg, oggOf } from './voice-file'

const head = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])
/** 20 ms of CELT in one frame, of that many bytes. */
const packetOf = (bytes: number, index = 0) =>
  Uint8Array.from({ length: bytes }, (_, at) => (at === 0 ? 0xf8 : index & 0xff))

function element(id: number[], content: Uint8Array | number[], size?: number[]) {
  const length = content.length
  return Uint8Array.from([
    ...id,
    ...(size ?? [0x10 | (length >> 24), (length >> 16) & 255, (length >> 8) & 255, length & 255]),
    ...content,
  ])
}
const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]

/** As MediaRecorder writes it: segment and clusters of unknown size. */
function webmOf(packets: readonly Uint8Array[], codecPrivate = head) {
  const track = element(
    [0xae],
    [...element([0xd7], [1]), ...element([0x86], Buffer.from('A_OPUS')), ...element([0x63, 0xa2], codecPrivate)],
  )
  const blocks = packets.flatMap((packet, index) => [
    ...element([0xa3], [0x81, index >> 8, index & 255, 0x80, ...packet]),
  ])
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], [...element([0xe7], [0]), ...blocks], unknownSize)
  const segment = element(
    [0x18, 0x53, 0x80, 0x67],
    [...element([0x15, 0x49, 0xa9, 0x66], [1, 2, 3]), ...element([0x16, 0x54, 0xae, 0x6b], track), ...cluster],
    unknownSize,
  )
  return Uint8Array.from([...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1]), ...segment])
}

/** The packets of an OGG file, without the two of the header. */
function packetsOf(ogg: Uint8Array) {
  const packets: number[][] = [[]]
  let at = 0
  while (at < ogg.length) {
    expect(Buffer.from(ogg.subarray(at, at + 4)).toString()).toBe('OggS')
    const count = ogg[at + 26] ?? 0
    let data = at + 27 + count
    for (const length of ogg.subarray(at + 27, at + 27 + count)) {
      packets.at(-1)?.push(...ogg.subarray(data, data + length))
      data += length
      if (length < 255) packets.push([])
    }
    at = data
  }
  return packets.slice(2, -1)
}

test('moves every packet into an OGG file of the same length', () => {
  const packets = Array.from({ length: 260 }, (_, index) => packetOf([3, 254, 255, 256, 600][index % 5] ?? 3, index))
  const ogg = webmToOgg(webmOf(packets))
  expect(ogg && packetsOf(ogg)).toEqual(packets.map((packet) => [...packet]))
  expect(ogg && opusSeconds(ogg)).toBe(5.2)
})

test('writes pages as another writer does', () => {
  const silence = Array.from({ length: 50 }, () => Uint8Array.from([0xf8, 0xff, 0xfe]))
  const expected = opusSilence(1)
  const own = oggOf(Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]), silence)
  // The page of the audio, with its checksum: the vendor's name on the second page differs.
  const pageFrom = (bytes: Uint8Array) => Buffer.from(bytes).subarray(Buffer.from(bytes).lastIndexOf('OggS'))
  expect(pageFrom(own).equals(pageFrom(expected))).toBe(true)
})

test('leaves other recordings alone', () => {
  expect(webmToOgg(webmOf([packetOf(3)], Uint8Array.from(Buffer.from('AnotherCodec'))))).toBeUndefined()
  expect(webmToOgg(webmOf([]))).toBeUndefined()
  expect(webmToOgg(new Uint8Array())).toBeUndefined()
  expect(webmToOgg(Uint8Array.from(Buffer.from('not a recording at all')))).toBeUndefined()
  expect(webmToOgg(webmOf([packetOf(300)]).subarray(0, 40))).toBeUndefined()
})
