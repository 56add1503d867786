import { inject, parse } from 'regexparam'

export type { RouteParams as PathParams } from 'regexparam'

const patterns = new Map<string, { keys: string[]; pattern: RegExp }>()

/** Returns the values of the named parts if the path matches; ignores a trailing slash and case. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  let parsed = patterns.get(pattern)
  if (!parsed) patterns.set(pattern, (parsed = parse(pattern)))
  const values = parsed.pattern.exec(path)?.slice(1)
  const params = values?.flatMap((value, index) => (value === undefined ? [] : [[parsed.keys[index], decode(value)]]))
  return params && Object.fromEntries(params)
}

function decode(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Returns the path with its parameters filled in; missing optional ones are omitted. */
export function fillPath(path: string, params: object = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return inject(path, Object.fromEntries(given.map(([name, value]) => [name, encodeURIComponent(String(value))])))
}
