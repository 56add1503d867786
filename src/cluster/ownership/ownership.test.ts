import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ClusterNode, startNode } from '../../testing/cluster/cluster-node'
import { natsServerPath, type NatsServers, startNatsServers } from '../../testing/cluster/nats-servers'
import { natsTest, until } from '../../testing/cluster/nats-test'
import { byHash, standbyOf } from './by-hash'

let servers: NatsServers
let [n1, n2, n3]: ClusterNode[] = []

beforeAll(async () => {
  if (!natsServerPath) return
  servers = await startNatsServers(3)
  ;[n1, n2, n3] = await Promise.all(['n1', 'n2', 'n3'].map((node) => startNode(node, servers.urls)))
}, 60_000)

afterAll(async () => {
  if (!natsServerPath) return
  await Promise.all([n1?.stop(), n3?.stop()])
  await servers.stop()
})

const names = (node: ClusterNode | undefined) => node?.leases.aliveNodes().map((lease) => lease.node)

natsTest('of nodes that claim an epoch at once exactly one owns it, and all learn which', async () => {
  const nodes = [n1, n2, n3].filter((node) => node !== undefined)
  for (let epoch = 0; epoch < 50; epoch++) {
    const won = await Promise.all(nodes.map(({ owners, node }) => owners.claim('7', node, epoch)))
    expect(won.filter(Boolean)).toHaveLength(1)
    const owner = nodes[won.indexOf(true)]?.node
    await until(() => nodes.every(({ owners }) => owners.ownerOf('7')?.epoch === epoch + 1), 5_000)
    expect(nodes.map(({ owners }) => owners.ownerOf('7')?.node)).toEqual([owner, owner, owner])
  }
  // A bystander, and nothing left of former epochs.
  expect(n1?.owners.ownerOf('8')).toBeUndefined()
  expect((await n1?.stores.owners.status())?.values).toBe(1)
})

natsTest(
  'without two of three servers every node falls silent within 4 s, and none is gone when they return',
  async () => {
    await until(() => names(n2)?.join() === 'n1,n2,n3', 10_000)
    const told: string[] = []
    n1?.leases.onChange(() => told.push(n1?.leases.health() ?? ''))
    await Promise.all([servers.kill(0), servers.kill(1)])
    expect(await until(() => n1?.leases.health() !== 'held' && n2?.leases.health() !== 'held', 5_000)).toBeLessThan(
      4_000,
    )
    await until(() => n1?.leases.health() === 'lost', 5_000)
    // Longer than a lease.
    await Bun.sleep(4_000)
    expect(await n1?.leases.isGone('n2')).toBe(false)
    await Promise.all([servers.start(0), servers.start(1)])
    await until(() => [n1, n2, n3].every((node) => node?.leases.health() === 'held'), 30_000)
    expect(names(n1)).toEqual(['n1', 'n2', 'n3'])
    await until(() => told.at(-1) === 'held', 1_000)
    expect(told.slice(0, 2)).toEqual(['silent', 'lost'])
    await n1?.owners.claim('9', 'n1', 0)
    await until(() => n3?.owners.ownerOf('9')?.node === 'n1', 5_000)
  },
)

natsTest('a node that vanishes is gone after its lease, for the others only', async () => {
  await until(() => names(n1)?.length === 3, 10_000)
  expect(await n1?.leases.isGone('n2')).toBe(false)
  await n2?.vanish()
  const gone = await until(async () => (await n1?.leases.isGone('n2')) ?? false, 12_000)
  expect(gone).toBeGreaterThan(4_000)
  expect(gone).toBeLessThan(9_000)
  await until(() => names(n3)?.join() === 'n1,n3', 5_000)
  expect(await n1?.leases.isGone('n3')).toBe(false)
})

test('a node that comes or goes moves only its own companies', () => {
  const companies = Array.from({ length: 300 }, (_, id) => String(id))
  const of = (nodes: string[]) => companies.map((name) => byHash(name, nodes)[0])
  const [three, two] = [of(['a', 'b', 'c']), of(['a', 'c'])]
  expect(three.filter((node) => node === 'b').length).toBeGreaterThan(60)
  expect(companies.filter((_, at) => three[at] !== 'b' && three[at] !== two[at])).toEqual([])
  expect(standbyOf('7', 'a', ['a'])).toBeUndefined()
  expect(companies.some((name) => standbyOf(name, 'a', ['a', 'b', 'c']) === 'a')).toBe(false)
})
