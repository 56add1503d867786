import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsServers, natsServerPath, startNatsServers } from '../testing/cluster/nats-servers'
import { natsTest, until } from '../testing/cluster/nats-test'
import { freePort } from '../testing/process/free-port'
import { type MainProcess, signIn, startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'
import { createLiveSocketClient } from '../../web/live/live-socket-client'
import type { LiveSocket } from '../../web/live/live-line'
import { type S3Server, startS3Server } from '../testing/services/s3-server/s3-server'

let servers: NatsServers
let bucket: S3Server
const folder = mkdtempSync(join(tmpdir(), 'recado-nodes-'))
const backups = join(folder, 'backup')
const key = Buffer.alloc(32, 9).toString('base64')
const nodes: Record<string, { main: MainProcess; url: string }> = {}

beforeAll(async () => {
  if (!natsServerPath) return
  servers = await startNatsServers(1)
  bucket = await startS3Server()
}, 60_000)

afterAll(async () => {
  await Promise.all(Object.values(nodes).map(({ main }) => main.stop()))
  if (natsServerPath) await Promise.all([servers.stop(), bucket.stop()])
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function start(name: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const main = startMain(join(folder, name), {
    ...bucket.environment,
    CLUSTER_URL: servers.url,
    NODE_NAME: name,
    NODE_URL: url,
    HOST_KEY: key,
    PORT: String(port),
    BACKUP_TO: backups,
    BACKUP_PASSPHRASE: 'a long passphrase',
    SUPER_EMAIL: 'super@acme.test',
    SUPER_PASSWORD: 'a-long-secret',
    LOG_LEVEL: 'error',
  })
  nodes[name] = { main, url }
  await main.address()
  return url
}

async function callsAs(url: string, email: string, password: string, newPassword?: string) {
  const signedIn = await signIn(url, email, password, newPassword)
  expect([email, signedIn.status]).toEqual([email, 200])
  const { token } = await signedIn.json()
  const call = async (at: string, method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
    const answer = await fetch(at + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: await answer.json(), node: answer.headers.getSetCookie().join() }
  }
  return Object.assign(call, { token: String(token) })
}

/** A browser's live socket behind a load balancer that routes by the cookie `recado_node`. */
function openScreen(token: string, nodesByName: Record<string, string>, first: string) {
  const connections: string[] = []
  let cookie = first
  const live = createLiveSocketClient({
    connect() {
      connections.push(cookie)
      return new WebSocket(`${nodesByName[cookie]?.replace('http', 'ws')}/live`) as LiveSocket
    },
    token: async () => token,
    async findNode() {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const answer = await fetch(`${nodesByName[cookie]}/auth/me`, { headers })
      cookie = /recado_node=(\w+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? cookie
      if (!answer.ok) throw new Error(`Answered with ${answer.status}`)
    },
    last: null,
    device: { isOnline: () => true, watch: () => () => {} },
    timing: { reconnectMs: 60_000 },
  })
  live.open()
  return { live, connections, isOnline: () => live.state.value === 'online' }
}

const newCompany = {
  name: 'Padaria',
  email: 'dona@padaria.test',
  password: 'first-secret',
  planId: 1,
  status: true,
  dueDate: '2099-12-31',
  recurrence: 'MENSAL',
}

natsTest(
  'two nodes started at once are one host: any of them answers, a company moves, and a killed node is taken over',
  async () => {
    const [n1, n2] = await Promise.all([start('n1'), start('n2')])
    const asSuper = await callsAs(n2, 'super@acme.test', 'a-long-secret')
    const { cluster } = (await asSuper(n1, 'GET', '/host')).body
    expect(cluster.nodes.map(({ name }: { name: string }) => name)).toEqual(['n1', 'n2'])
    const home: string = cluster.companies.find(({ id }: { id: number }) => id === 1).node
    const other = home === 'n1' ? 'n2' : 'n1'
    const [atHome, atOther] = home === 'n1' ? [n1, n2] : [n2, n1]

    const created = await asSuper(atOther, 'POST', '/companies', newCompany)
    expect(created).toMatchObject({ status: 200 })
    const { id } = created.body
    expect((await asSuper(n1, 'PUT', `/host/companies/${id}/node`, { node: 'n9' })).body.error).toBe('ERR_NO_NODE')
    const moved = await asSuper(n1, 'PUT', `/host/companies/${id}/node`, { node: other })
    expect(moved.body.companies).toContainEqual({ id, name: 'Padaria', node: other, movesTo: null })

    // Signed in where the company is not; the cookie leads to where it is.
    const asOwner = await callsAs(atHome, newCompany.email, newCompany.password, 'second-secret')
    for (const [at, name] of [atHome, atOther].entries()) {
      expect(await asOwner(name, 'POST', '/tags', { name: `tag ${at}`, color: '#336699' })).toMatchObject({
        status: 200,
      })
    }
    expect((await asOwner(atHome, 'GET', '/tags')).node).toContain(`recado_node=${other};`)
    expect((await asOwner(atOther, 'GET', '/tags')).node).not.toContain('recado_node')

    const acknowledged: string[] = []
    for (let index = 0; index < 20; index++) {
      const name = `busy ${index}`
      if ((await asOwner(atOther, 'POST', '/tags', { name, color: '#336699' })).status === 200) acknowledged.push(name)
    }
    nodes[other]?.main.kill('SIGKILL')
    const isAnswered = async () => (await asOwner(atHome, 'GET', '/tags')).status === 200
    expect(await until(isAnswered, 30_000)).toBeLessThan(15_000)
    const { tags } = (await asOwner(atHome, 'GET', '/tags?pageNumber=1')).body
    const { count } = (await asOwner(atHome, 'GET', '/tags')).body
    expect([acknowledged.length, count ?? tags.length]).toEqual([20, 22])

    // Back on an old folder it is a node without companies, and gets one again.
    const again = await start(other)
    expect((await asOwner(again, 'GET', '/tags')).status).toBe(200)
    const { live, connections, isOnline } = openScreen(asOwner.token, { [home]: atHome, [other]: again }, home)
    await until(isOnline, 10_000)
    const back = await asSuper(again, 'PUT', `/host/companies/${id}/node`, { node: other })
    expect(back.status).toBe(200)
    // Sent away once, it follows the cookie of a call, before it would try again.
    await until(() => isOnline() && connections.length > 1, 10_000)
    expect(connections).toEqual([home, other])
    live.close()
    expect((await asOwner(again, 'POST', '/tags', { name: 'last', color: '#336699' })).status).toBe(200)

    // Each has the backup of what it owns, and finds what the other has of a company that came from there.
    const command = (name: string, ...args: string[]) => runCommand(join(folder, name), args)
    const copiesOf = (name: string, company: number) =>
      readdir(join(backups, name, 'bases', String(company))).catch(() => [])
    for (const name of [home, other]) {
      // A node also makes a backup by itself after its start, and only one runs at a time.
      const made = () => command(name, 'backup')
      let backup = await made()
      while (backup.errors.includes('being made already')) backup = await made()
      expect(backup).toMatchObject({ code: 0, errors: '' })
    }
    expect([(await copiesOf(other, id)).length, (await copiesOf(home, 1)).length]).not.toContain(0)
    expect(await copiesOf(other, 1)).toEqual([])
    await rm(join(backups, home, 'bases', String(id)), { recursive: true, force: true })
    expect((await asSuper(again, 'PUT', `/host/companies/${id}/node`, { node: home })).status).toBe(200)
    expect(await command(home, 'restore', String(id), '--dry-run')).toMatchObject({ code: 0, errors: '' })
    expect((await asSuper(atHome, 'DELETE', `/companies/${id}`)).status).toBe(200)
    await until(async () => (await copiesOf(other, id)).length === 0, 20_000)
    expect(await copiesOf(home, 1)).not.toEqual([])
  },
  180_000,
)
