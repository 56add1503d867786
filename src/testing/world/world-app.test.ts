import { expect, test } from 'bun:test'
import { createApp } from '../../app'
import { createWorld } from './world'
import { createWorldApp } from './world-app'

interface Route {
  method: string
  path: string
  handler: unknown
  hooks: object
}

/** Everything that decides about an answer, in its order. */
function described({ method, path, handler, hooks }: Route) {
  return {
    call: `${method} ${path}`,
    handler: String(handler),
    hooks: Object.entries(hooks).map(([event, hook]) => [event, describeHook(hook)]),
  }
}

function describeHook(hook: unknown): unknown {
  if (Array.isArray(hook))
    return hook.map((one: { fn?: unknown; subType?: string }) => [String(one.fn ?? one), one.subType])
  return hook
}

test('an app that registers only the domains that are called has the routes, hooks and schemas of the whole', async () => {
  const world = await createWorld()
  const services = { platform: world.platform, tokens: world.tokens }
  const inParts = createWorldApp(services)
  const { routes } = createApp(services)
  for (const route of routes) {
    const request = new Request(`http://localhost${route.path.replaceAll(/:\w+|\*/g, '1')}`, { method: route.method })
    const found = inParts.find(request)
    const beside = found?.beside.find(({ method, path }) => method === route.method && path === found.path)
    expect(beside && described(beside)).toEqual(described(route))
  }
  expect(routes.length).toBeGreaterThan(500)
  world.stop()
})
