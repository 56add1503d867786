/** The named parts of a pattern: `/contact-lists/:id/contacts/:page?` gives `{ id: string; page?: string }`. */
export type PathParams<Pattern extends string> = Pattern extends `/${infer Segment}/${infer Rest}`
  ? SegmentParam<Segment> & PathParams<`/${Rest}`>
  : Pattern extends `/${infer Segment}`
    ? SegmentParam<Segment>
    : object

type SegmentParam<Segment extends string> = Segment extends `:${infer Name}?`
  ? { [key in Name]?: string }
  : Segment extends `:${infer Name}`
    ? { [key in Name]: string }
    : object

/** More than any pattern has, so that a long address is not compared with every route. */
const segmentsMax = 20

/** Returns the values of the named parts if the path matches; ignores a trailing slash and case. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/').filter(Boolean)
  const given = path.split('/', segmentsMax).filter(Boolean)
  if (given.length > expected.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index]
    if (part.startsWith(':')) {
      const optional = part.endsWith('?')
      if (value === undefined && !optional) return undefined
      if (value !== undefined) params[part.slice(1, optional ? -1 : undefined)] = decode(value)
    } else if (value?.toLowerCase() !== part.toLowerCase()) {
      return undefined
    }
  }
  return params
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
  const values = params as Record<string, string | number | undefined>
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = values[segment.replace(/^:|\?$/g, '')]
    return value === undefined ? undefined : encodeURIComponent(value)
  })
  return segments.filter((segment) => segment !== undefined).join('/')
}
