import { elementTypeOf, flowLimits } from '../../src/flow/flow.contract'
import { isObject } from '../../src/kernel/untyped-json.contract'

export interface EmbeddedFile {
  /** How the drawing names it: `uploads/photo.png`, in content blocks `photo.png`. */
  address: string
  file: File
}

interface FlowFile {
  /** The JSON without its files. */
  text: string
  files: readonly EmbeddedFile[]
  withNames: (names: ReadonlyMap<string, string>) => string
}

export const flowFileMax = 64_000_000
const filesMax = 50
const folder = 'uploads/'

/** Similar systems export a flow with its files as base64: the server stores those one by one, before the drawing. */
export function readFlowFile(text: string): FlowFile {
  const whole: FlowFile = { text, files: [], withNames: () => text }
  if (text.length <= flowLimits.json && !text.includes('"fileContent"')) return whole
  const parsed = parse(text)
  if (!Array.isArray(parsed?.['files'])) return whole
  const { files: given, ...drawing } = parsed
  const files = (given as unknown[]).slice(0, filesMax).flatMap(readFile)
  const withNames = (names: ReadonlyMap<string, string>) => JSON.stringify(renamed(drawing, names))
  return { text: JSON.stringify(drawing), files, withNames }
}

function parse(text: string) {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function readFile(given: unknown): EmbeddedFile[] {
  if (!isObject(given)) return []
  const { originalName, url, fileContent, mimeType } = given
  if (typeof url !== 'string' || typeof fileContent !== 'string') return []
  const bytes = bytesOf(fileContent)
  const name = typeof originalName === 'string' && originalName !== '' ? originalName : url
  const type = typeof mimeType === 'string' ? mimeType : ''
  return bytes ? [{ address: url, file: new File([bytes], name.slice(-200), { type }) }] : []
}

function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Replaces the addresses of files: `url` of a node, `value` of a file in a content block. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  function replacer(this: Record<string, unknown>, key: string, member: unknown) {
    if (typeof member !== 'string') return member
    if (key === 'url') return names.get(member) ?? member
    if (key !== 'value' || !isFile(this)) return member
    return names.get(`${folder}${member}`) ?? names.get(member) ?? member
  }
  return JSON.parse(JSON.stringify(value, replacer)) as unknown
}

function isFile({ type, number }: Record<string, unknown>) {
  const kind = elementTypeOf({ type, number: String(number) })
  return kind === 'img' || kind === 'audio' || kind === 'video'
}
