import { createApp } from '../../app'
import { domains } from '../../domains'
import { createHostWatch } from '../../host/watch/host-watch'
import type { Domain } from '../../platform/domain'

type Services = Parameters<typeof createApp>[0]

interface Owned {
  method: string
  path: string
  parts: string[]
  /** Orders patterns as the router prefers them: text before parameters before the rest of a path. */
  rank: string
  /** None for what belongs to no domain. */
  owner: Domain | undefined
}

/** By method and length, as a request is looked up. */
let owned: Map<string, Owned[]> | undefined

/** Answers as the whole app, but registers only the domains that are called, once each: registering all takes longer than most tests. */
export function createWorldApp(given: Services) {
  const services = { ...given, watch: given.watch ?? createHostWatch(given.platform) }
  const apps = new Map<Domain | undefined, ReturnType<typeof createApp>>()
  let whole: ReturnType<typeof createApp> | undefined

  function appOf(owner: Domain | undefined) {
    const app = apps.get(owner) ?? createApp(services, owner ? [owner] : [])
    apps.set(owner, app)
    return app
  }

  function readOwned() {
    const own = appOf(undefined).routes.map((route) => ownedBy(undefined, route))
    const ofDomain = (one: Domain) => appOf(one).routes.slice(own.length)
    const rest = domains.flatMap((one) => ofDomain(one).map((route) => ownedBy(one, route)))
    return Map.groupBy([...own, ...rest], ({ method, parts }) => `${method} ${isOpen(parts) ? '*' : parts.length}`)
  }

  const all = () => (whole ??= createApp(services))
  return {
    handle(request: Request) {
      const route = findRoute((owned ??= readOwned()), request)
      return (route ? appOf(route.owner) : all()).handle(request)
    },
    /** Of the whole app. */
    get routes() {
      return all().routes
    },
    /** The path of the route that answers, and the routes of the app that has it. */
    find(request: Request) {
      const route = findRoute((owned ??= readOwned()), request)
      return route && { path: route.path, beside: appOf(route.owner).routes }
    },
  }
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/')

function ownedBy(owner: Domain | undefined, { method, path }: { method: string; path: string }): Owned {
  const parts = partsOf(path)
  const rank = parts.map((part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0')).join('')
  return { method, path, parts, rank, owner }
}

function findRoute(routes: ReadonlyMap<string, Owned[]>, { method, url }: Request) {
  const given = partsOf(new URL(url).pathname)
  let best: Owned | undefined
  for (const route of [...(routes.get(`${method} ${given.length}`) ?? []), ...(routes.get(`${method} *`) ?? [])]) {
    if (matches(route.parts, given) && (best === undefined || route.rank < best.rank)) best = route
  }
  return best
}

/** Ends with the rest of a path. */
const isOpen = (parts: readonly string[]) => parts.at(-1) === '*'

function matches(parts: readonly string[], given: readonly string[]) {
  if (isOpen(parts) && given.length < parts.length) return false
  return parts.every((part, at) => part === '*' || (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}
