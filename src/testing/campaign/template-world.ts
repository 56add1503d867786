import { afterEach, beforeEach } from 'bun:test'
import { startGraphServer } from '../services/graph-server/start-graph-server'
import { createWorld } from '../world/world'
import { addTemplateConnection } from './templates'

/** In each test of the file, a world with a number of the official API, at a fixed time. */
export function useTemplateWorld(start: number) {
  const kit = {} as Awaited<ReturnType<typeof open>>
  beforeEach(async () => void Object.assign(kit, await open(start)))
  afterEach(async () => {
    kit.world.stop()
    await kit.server.stop()
  })
  return kit
}

async function open(start: number) {
  const server = await startGraphServer()
  const world = await createWorld({ now: new Date(start), environment: server.environment })
  return { server, world, ana: await world.as(world.ana), connectionId: addTemplateConnection(world) }
}
