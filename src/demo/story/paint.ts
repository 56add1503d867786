import { deflateSync } from 'node:zlib'

/** RGB, such as `0xf2d0a4`. */
export type Colour = number
type Point = readonly [x: number, y: number]

/** A canvas drawn at double size for antialiasing. Coordinates are in units of the final size. */
export interface Canvas {
  rect(x: number, y: number, width: number, height: number, colour: Colour): void
  ellipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour): void
  polygon(points: readonly Point[], colour: Colour): void
  shade(y: number, height: number, top: Colour, bottom: Colour): void
  jpeg(): Promise<Uint8Array<ArrayBuffer>>
}

const scale = 2

export function createCanvas(width: number, height: number, background: Colour): Canvas {
  const columns = width * scale
  const rows = height * scale
  // PNG has one byte before each row.
  const stride = columns * 3 + 1
  const pixels = new Uint8Array(stride * rows)

  function span(y: number, from: number, to: number, colour: Colour) {
    if (y < 0 || y >= rows) return
    const end = Math.min(columns, Math.round(to))
    for (let x = Math.max(0, Math.round(from)); x < end; x++) {
      const at = y * stride + 1 + x * 3
      pixels[at] = colour >> 16
      pixels[at + 1] = (colour >> 8) & 255
      pixels[at + 2] = colour & 255
    }
  }

  function rect(x: number, y: number, wide: number, high: number, colour: Colour) {
    for (let row = Math.round(y * scale); row < (y + high) * scale; row++) {
      span(row, x * scale, (x + wide) * scale, colour)
    }
  }

  rect(0, 0, width, height, background)
  return {
    rect,
    ellipse(x, y, radiusX, radiusY, colour) {
      for (let row = Math.floor((y - radiusY) * scale); row <= (y + radiusY) * scale; row++) {
        const part = (row + 0.5 - y * scale) / (radiusY * scale)
        if (Math.abs(part) >= 1) continue
        const half = Math.sqrt(1 - part * part) * radiusX * scale
        span(row, x * scale - half, x * scale + half, colour)
      }
    },
    polygon(points, colour) {
      for (let row = 0; row < rows; row++) {
        const crossings = crossingsAt(points, (row + 0.5) / scale).map((x) => x * scale)
        for (let index = 0; index + 1 < crossings.length; index += 2) {
          span(row, crossings[index] ?? 0, crossings[index + 1] ?? 0, colour)
        }
      }
    },
    shade(y, high, top, bottom) {
      for (let row = Math.round(y * scale); row < (y + high) * scale; row++) {
        span(row, 0, columns, mix(top, bottom, (row / scale - y) / high))
      }
    },
    async jpeg() {
      const large = new Bun.Image(encodePng(pixels, columns, rows))
      return new Uint8Array(await large.resize(width, height).jpeg({ quality: 82 }).bytes())
    },
  }
}

function crossingsAt(points: readonly Point[], y: number): number[] {
  const found: number[] = []
  for (const [index, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1]
    if (y1 <= y === y2 <= y) continue
    found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
  }
  return found.sort((a, b) => a - b)
}

function mix(first: Colour, second: Colour, part: number): Colour {
  const channel = (shift: number) => {
    const from = (first >> shift) & 255
    return Math.round(from + (((second >> shift) & 255) - from) * Math.min(1, Math.max(0, part)))
  }
  return (channel(16) << 16) | (channel(8) << 8) | channel(0)
}

export const darker = (colour: Colour, part = 0.2) => mix(colour, 0x000000, part)
export const lighter = (colour: Colour, part = 0.2) => mix(colour, 0xffffff, part)

function encodePng(rows: Uint8Array, width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  // Eight bits per channel, true colour.
  header.setUint8(8, 8)
  header.setUint8(9, 2)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(Bun.hash.crc32(body), body.length + 4)
  return frame
}
