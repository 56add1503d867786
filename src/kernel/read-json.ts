import { type BodyLimits, jsonValuesMax } from './body-limits'
import { refuse } from './errors'

/** Deeper nesting is refused, since walking it is expensive. */
const depthMax = 64

/**
 * A list alone is read as the field `listAs` of an object.
 * @throws Refusal ERR_INVALID_INPUT for text that is not JSON, nested too deeply, has too many values or a `__proto__` member,
 * and for lists without `listAs`: a schema with only optional fields would accept them as an empty object
 */
export function readJson(
  text: string,
  { listAs, jsonValuesMax: valuesMax = jsonValuesMax }: Pick<BodyLimits, 'listAs' | 'jsonValuesMax'> = {},
): unknown {
  const parsed = parse(text)
  const value = Array.isArray(parsed) && listAs !== undefined ? { [listAs]: parsed as unknown[] } : parsed
  if (Array.isArray(value)) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  if (typeof value === 'object' && value !== null) assertBounded(value, valuesMax)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  }
}

/** Iterates level by level, since recursion could overflow the stack. */
function assertBounded(root: object, valuesMax: number) {
  let level = [root]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooDeep' } })
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

/** JSON.parse creates `__proto__` as an ordinary member; copying it would set a prototype. */
function membersOf(parent: object) {
  if (Object.hasOwn(parent, '__proto__')) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  return Object.values(parent)
}
