const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Of JSON, unless its route declares more. */
export const jsonBytesMax = 64 * kilobyte
/** Above it, and for every form, whoever sends the body must be signed in before a byte of it is read. Signing up takes less. */
export const strangerBytesMax = 4 * kilobyte
/** Of one request, whatever it carries: the largest file a channel takes, and room for its siblings. */
export const requestBytesMax = 256 * megabyte

export interface FileLimits {
  /** Name of the form's field → how many files it takes. */
  fields: Record<string, number>
  /** Of one file. */
  fileBytesMax: number
}

export interface BodyLimits {
  jsonBytesMax?: number
  /** For callers who prove themselves otherwise, such as by a signature: read before anybody is authenticated. */
  strangerBytesMax?: number
  /** The route takes a form with files; without it, no form. */
  files?: FileLimits
}

const declared = Symbol('body limits')

type Declaration = (() => undefined) & { [declared]?: BodyLimits }

/**
 * Declares what a route's body may be, where the defaults do not do: spread into the route's options. A body that is
 * larger, or a form where none is declared, is refused before it is read. Its type is empty: the types of routes are
 * deep enough.
 */
export function accepts(limits: BodyLimits): {} {
  // Of a route's options Elysia keeps nothing else that a hook of all routes could find.
  const declaration: Declaration = () => undefined
  declaration[declared] = limits
  // The name of the kind tells the document of the calls.
  return { parse: limits.files ? [declaration, 'multipart/form-data'] : declaration }
}

interface ComposedRoute {
  method: string
  path: string
  hooks: { body?: unknown; parse?: unknown }
}

/** What each route's body may be, by method and path; undefined for a route that reads none. */
export function collectLimits(routes: readonly ComposedRoute[]) {
  const limits = new Map<string, BodyLimits>()
  for (const { method, path, hooks } of routes) {
    if (hooks.body) limits.set(`${method} ${path}`, limitsOf(hooks.parse))
  }
  return (method: string, path: string) => limits.get(`${method} ${path}`)
}

function limitsOf(parse: unknown): BodyLimits {
  const hooks = [parse].flat() as ({ fn?: Declaration } | Declaration | undefined)[]
  const limits = hooks.map((hook) => (typeof hook === 'function' ? hook : hook?.fn)?.[declared])
  return limits.find((found) => found !== undefined) ?? {}
}
