import type { FileLimits } from './body-limits'
import { refuse } from '../../errors'
import { type Part, readParts } from './multipart'
import type { RequestFiles } from './request-files'

/** Limits of all text fields together. */
const textDefaults = { textBytesMax: 512 * 1024, textFieldsMax: 100 }

type Field = string | File

/**
 * Reads a form as it arrives: text fields into memory, files to disk. A repeated name keeps all values in order.
 * @throws Refusal ERR_INVALID_INPUT, ERR_FILE_TOO_LARGE, ERR_REQUEST_TOO_LARGE
 */
export async function readForm(
  body: AsyncIterator<Uint8Array>,
  boundary: string,
  limits: FileLimits,
  files: RequestFiles,
): Promise<Record<string, Field | Field[]>> {
  const form = new Map<string, Field[]>()
  const texts = { count: 0, bytes: 0 }
  for await (const part of readParts(body, boundary)) {
    const values = form.get(part.name) ?? []
    form.set(part.name, values)
    if (part.fileName === undefined) values.push(await readText(part, texts, limits))
    else values.push(await readFile(part, part.fileName, values.length, limits, files))
  }
  return Object.fromEntries([...form].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]))
}

async function readText(part: Part, read: { count: number; bytes: number }, limits: FileLimits) {
  const { textBytesMax, textFieldsMax } = { ...textDefaults, ...limits }
  if (++read.count > textFieldsMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooMany' } })
  const pieces: Uint8Array[] = []
  for await (const piece of part.data()) {
    read.bytes += piece.length
    if (read.bytes > textBytesMax) refuse('ERR_REQUEST_TOO_LARGE')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function readFile(
  part: Part,
  fileName: string,
  before: number,
  { fields, fileBytesMax }: FileLimits,
  files: RequestFiles,
) {
  const limit = Object.hasOwn(fields, part.name) ? (fields[part.name] ?? 0) : 0
  if (before >= limit) refuse('ERR_INVALID_INPUT', { fields: { [part.name]: limit === 0 ? 'unexpected' : 'tooMany' } })
  let bytes = 0
  const target = await files.create()
  try {
    for await (const piece of part.data()) {
      bytes += piece.length
      if (bytes > fileBytesMax) {
        refuse('ERR_FILE_TOO_LARGE', { fields: { [part.name]: 'tooLarge' }, body: { fileBytesMax } })
      }
      await target.write(piece)
    }
  } finally {
    await target.close()
  }
  return target.file(fileName, /^[\w.+-]+\/[\w.+-]+/.exec(part.type)?.[0] ?? '')
}
