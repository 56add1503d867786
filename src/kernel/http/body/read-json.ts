import { JSONParser } from '@streamparser/json'
import { type BodyLimits, jsonValuesMax } from './body-limits'
import { nextTurn } from '../../company/batches'
import { refuse } from '../../errors'

/** Deeper nesting is expensive to parse and write. */
const depthMax = 65
/** Fewer take about a millisecond. */
const largeBytes = 200_000
const pieceBytes = 64 * 1024

/** Reads a bare list as the field `listAs`, otherwise refused: optional fields would accept it. @throws Refusal */
export function readJson(
  text: string,
  { listAs, jsonValuesMax: valuesMax = jsonValuesMax }: Pick<BodyLimits, 'listAs' | 'jsonValuesMax'> = {},
): unknown {
  const parsed = readBoundedJson(text, valuesMax)
  const value = Array.isArray(parsed) && listAs !== undefined ? { [listAs]: parsed as unknown[] } : parsed
  if (Array.isArray(value)) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  return value
}

/** @throws Refusal ERR_INVALID_INPUT also for deep nesting, too many values and `__proto__` */
export function readBoundedJson(text: string, valuesMax: number): unknown {
  assertParsable(text, valuesMax)
  const value = parse(text)
  if (typeof value === 'object' && value !== null) assertBounded(value, valuesMax)
  return value
}

/** Megabytes are read in several turns of the event loop. @throws as `readBoundedJson` */
export async function readLargeJson(bytes: Uint8Array, valuesMax: number): Promise<unknown> {
  const text = new TextDecoder().decode(bytes)
  if (bytes.length < largeBytes) return readBoundedJson(text, valuesMax)
  await nextTurn()
  assertParsable(text, valuesMax)
  const value = await parseInPieces(bytes)
  if (typeof value === 'object' && value !== null) assertBounded(value, valuesMax)
  await nextTurn()
  return value
}

async function parseInPieces(bytes: Uint8Array): Promise<unknown> {
  const parser = new JSONParser({ paths: ['$'] })
  let value: unknown
  parser.onValue = (parsed) => (value = parsed.value)
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await nextTurn()
      parser.write(bytes.subarray(at, at + pieceBytes))
    }
    if (!parser.isEnded) parser.end()
  } catch {
    refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  }
  await nextTurn()
  return value
}

const characters = { quote: 0x22, comma: 0x2c, list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d }

/** A megabyte of brackets takes 200 ms to parse. */
function assertParsable(text: string, valuesMax: number) {
  const { quote, comma, list, listEnd, object, objectEnd } = characters
  let depth = 0
  let commas = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === comma) commas++
    else if (character === listEnd || character === objectEnd) depth--
    else if (character === list || character === object) {
      depth++
      if (depth > depthMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooDeep' } })
    }
  }
  if (commas > valuesMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooMany' } })
}

function endOfString(text: string, start: number) {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number) {
  let before = at - 1
  while (text[before] === '\\') before--
  return (at - before) % 2 === 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  }
}

/** Recursion could overflow the stack. */
function assertBounded(root: object, valuesMax: number) {
  let level = [root]
  let values = 0
  while (level.length > 0) {
    const next: object[] = []
    for (const parent of level) {
      const children: unknown[] = Array.isArray(parent) ? parent : membersOf(parent)
      values += children.length
      if (values > valuesMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooMany' } })
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
}

/** JSON.parse makes `__proto__` an ordinary member, and copying it would set a prototype; reading in pieces sets it. */
function membersOf(parent: object) {
  const hasPrototype = Object.hasOwn(parent, '__proto__') || Object.getPrototypeOf(parent) !== Object.prototype
  if (hasPrototype) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  return Object.values(parent)
}
