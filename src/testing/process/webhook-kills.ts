/**
 * Kills the product in many rounds between the commit of a webhook and its answer, while Meta delivers again what was not answered:
 * `bun src/testing/process/webhook-kills.ts page|number [rounds] [seed]`. Every message must be stored once.
 */
import { join } from 'node:path'
import { createRandom } from '../bench/bench-company'
import { graphPages, graphPeople } from '../services/graph-server/page-state'
import { createCloudWorld } from '../whatsapp/cloud-world'
import { createPageWorld } from '../whatsapp/page-world'
import { until } from '../whatsapp/whatsapp-world'

export interface KillResult {
  delivered: number
  /** Not answered, so delivered again. */
  repeated: number
  lost: string[]
  doubled: string[]
}

const webhooksEach = 6

export async function killRounds(kind: 'page' | 'number', rounds: number, seed: number): Promise<KillResult> {
  const random = createRandom(seed)
  const account = kind === 'page' ? await openPage() : await openNumber()
  const { world } = account
  world.noBystander()
  const { webhook } = world.graph
  const path = new URL(webhook.url).pathname
  const result = { delivered: 0, repeated: 0 }
  const texts: string[] = []
  let waiting: string[] = []

  /** Delivers in order until one is not answered. */
  async function deliver() {
    while (waiting[0] !== undefined) {
      const answered = await account.says(waiting[0]).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (!answered) return
      waiting.shift()
    }
  }

  try {
    await world.connections.endCompany(1)
    for (let round = 0; round <= rounds; round++) {
      const isLast = round === rounds
      const killAt = isLast ? [] : [String(1 + random(webhooksEach))]
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, 'webhook-process.ts'), world.dataDir, ...killAt],
        {
          env: { ...process.env, ...account.environment },
          stdout: 'pipe',
          stderr: 'inherit',
        },
      )
      const { value } = await child.stdout.getReader().read()
      webhook.url = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}${path}`
      result.repeated += waiting.length > 0 ? 1 : 0
      const fresh = Array.from({ length: webhooksEach }, (_, index) => `rodada ${round} ${index}`)
      texts.push(...fresh)
      waiting.push(...fresh)
      result.delivered = texts.length
      await deliver()
      if (isLast) await until(() => stored().length >= texts.length && filed() === 0, 'all messages', 60_000, 20)
      child.kill('SIGKILL')
      await child.exited
    }
    const counts = Map.groupBy(stored(), (body) => body)
    return {
      ...result,
      lost: texts.filter((text) => !counts.has(text)),
      doubled: [...counts].flatMap(([text, all]) => (all.length > 1 ? [text] : [])),
    }
  } finally {
    await world.stop()
  }

  function stored() {
    const { sqlite } = world.ctx(1).company
    return sqlite
      .query<{ body: string }, []>("SELECT body FROM message WHERE body LIKE 'rodada %' ORDER BY id")
      .all()
      .map(({ body }) => body)
  }

  function filed() {
    const { sqlite } = world.ctx(1).company
    return sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM inbound_event').get()?.n
  }
}

/** The id of a message, the same each time that Meta delivers it. */
const idOf = (text: string) => `m_${text.replaceAll(' ', '_')}`

async function openPage() {
  const world = await createPageWorld()
  await world.linkAll()
  const [page, person] = [graphPages[0]?.id ?? '', graphPeople[0]?.id ?? '']
  return {
    world,
    environment: world.environment,
    says: (text: string) => world.pages.says(page, person, { text }, { mid: idOf(text) }),
  }
}

async function openNumber() {
  const world = await createCloudWorld()
  await world.connect()
  return {
    world,
    environment: world.graph.environment,
    says: (text: string) =>
      world.graph.says(
        { waId: '5511970000001' },
        { type: 'text', text: { body: text } },
        { id: `wamid.${idOf(text)}` },
      ),
  }
}

if (import.meta.main) {
  const [kind, rounds, seed] = process.argv.slice(2)
  const result = await killRounds(kind === 'page' ? 'page' : 'number', Number(rounds ?? 50), Number(seed ?? 1))
  console.log(JSON.stringify(result))
  process.exit(result.lost.length + result.doubled.length > 0 ? 1 : 0)
}
