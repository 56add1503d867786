import { refuse } from './errors'

/** Deeper is nobody's data, and to walk it costs what it pleases. */
const depthMax = 64
/** Members and elements together. */
const valuesMax = 10_000

/**
 * @throws Refusal ERR_INVALID_INPUT for text that is no JSON, too deep, of too many values or naming a prototype, and for
 * a list: no call takes one, and a schema whose fields are all optional would read it as an empty object
 */
export function readJson(text: string): unknown {
  const value = parse(text)
  if (Array.isArray(value)) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  if (typeof value === 'object' && value !== null) assertBounded(value)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  }
}

/** Level by level, since a walk that calls itself would end where the stack does. */
function assertBounded(root: object) {
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

/** JSON makes `__proto__` a member like any other; whoever copied it would set a prototype. */
function membersOf(parent: object) {
  if (Object.hasOwn(parent, '__proto__')) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
  return Object.values(parent)
}
