import { afterEach, expect, test } from 'bun:test'
import type { ChannelHost } from './channel-driver'
import { channelRules } from './channel-rules.contract'
import { providers } from '../domains'
import { stub } from '../testing/stub'
import { createWorld, type World } from '../testing/world/world'

let world: World
afterEach(() => world.stop())

test('every driver has the methods that its rules promise, and no others', async () => {
  world = await createWorld()
  const host = stub<ChannelHost>({ connectionId: 1, context: () => world.ctx(1) })
  for (const { channel: name, webhook, openTemplates, createDriver } of Object.values(providers)) {
    const channel = createDriver(world.platform).open(host)
    const rules = channelRules[name]
    expect([
      name,
      ...(['edit', 'delete', 'react', 'checkNumbers'] as const).map((method) => method in channel),
    ]).toEqual([name, rules.edit, rules.delete, rules.react, rules.numberLookup])
    expect(webhook !== undefined).toBe(rules.entrance === 'webhook')
    expect(openTemplates !== undefined).toBe(rules.templates === true)
  }
})
