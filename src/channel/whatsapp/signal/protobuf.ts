/** Numbers below 2^53 and byte fields. */
export type Field = readonly [number: number, value: number | Uint8Array]

export function encodeFields(fields: readonly Field[]): Buffer {
  const parts: Uint8Array[] = []
  for (const [number, value] of fields) {
    if (typeof value === 'number') parts.push(varint(number * 8), varint(value))
    else parts.push(varint(number * 8 + 2), varint(value.length), value)
  }
  return Buffer.concat(parts)
}

export function tryDecodeFields(bytes: Uint8Array): Field[] | undefined {
  try {
    return decodeFields(bytes)
  } catch {
    return undefined
  }
}

/** In order. @throws Error when truncated or with other kinds of fields */
export function decodeFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readVarint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || scale > 2 ** 49) throw new Error('Malformed protobuf number')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = readVarint()
    const kind = key & 7
    if (kind === 0) {
      fields.push([key >>> 3, readVarint()])
    } else if (kind === 2) {
      const length = readVarint()
      if (at + length > bytes.length) throw new Error('Protobuf bytes are cut short')
      fields.push([key >>> 3, bytes.subarray(at, (at += length))])
    } else {
      throw new Error(`Unexpected kind of protobuf field: ${kind}`)
    }
  }
  return fields
}

export function bytesField(fields: readonly Field[], number: number): Uint8Array | undefined {
  for (const [each, value] of fields) if (each === number && typeof value !== 'number') return value
  return undefined
}

export function numberField(fields: readonly Field[], number: number): number | undefined {
  for (const [each, value] of fields) if (each === number && typeof value === 'number') return value
  return undefined
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
