import { rmSync, existsSync, statSync } from 'node:fs'
import { compose, shutdown } from '../../compose'
import { jobHandlers, calls } from '../../domains'
import type { ChannelProviders } from '../../channel/channel-provider'
import type { Actor } from '../../kernel/company/actor'
import { createContext } from '../../kernel/company/company-context'
import type { NodePorts } from '../../kernel/company/node-ports'
import { readConfig } from '../../kernel/config/config'
import type { FolderLock } from '../../kernel/company/folder-lock'
import type { ReadSpace } from '../../kernel/file/free-space'
import { runDueJobs } from '../../kernel/job/run-job'
import type { LiveHub } from '../../kernel/live/live'
import type { SocketHub } from '../../kernel/live/live-hub'
import { createAccessTokens } from '../../platform/sign-in/access-token'
import { startSession } from '../../user/session/session'
import { findActor } from '../../user/actor.queries'
import { createRequests } from './requests'
import { cheapPasswords, globex, people, type Person } from './people'
import { copyTemplate } from './world-template'
import { createWorldApp } from './world-app'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Call } from '../../kernel/http/calls'

export interface WorldOptions {
  /** The fixed time; without it, the clock runs. */
  now?: Date
  environment?: Record<string, string>
  outgoingCa?: string
  /** The product's own by default. */
  providers?: ChannelProviders
  /** The free space of the disk; plenty by default, whatever the machine has. */
  readSpace?: ReadSpace
  /** Real sockets instead of the recorder; `served-world.ts` provides them. */
  hub?: SocketHub
  /** As one of several processes; alone by default. */
  node?: NodePorts
}

interface Published {
  topics: string[]
  event: string
  /** Set for stored events; transient ones have none. */
  number?: number
  data: Record<string, unknown>
}

const plenty: ReadSpace = () => ({ freeBytes: Number.POSITIVE_INFINITY, totalBytes: Number.POSITIVE_INFINITY })

/** Nothing else knows the folder. Locking it would write to the disk six times for each test. */
const heldLock: FolderLock = { isHandOver: () => false, isHeld: () => true, release() {} }

/** Acme (Ana, Bruno, Carla, super user Sofia) and Globex (Gina, Hugo, Ines): equal ids, different content, each in its own file. */
export async function createWorld(options: WorldOptions = {}) {
  const { now, environment = {}, hub, outgoingCa, providers, readSpace = plenty, node } = options
  const { dataDir, templateDir } = await copyTemplate()
  const bystander = watchBystander(dataDir, templateDir)
  const noteActor = (companyId: number) => void (companyId === globex.id && bystander.acts())
  const published: Published[] = []
  const watching = { on: true }
  let time = now
  const platform = compose({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }),
    clock: { now: () => time ?? new Date() },
    outgoingCa,
    providers,
    readSpace,
    passwordCost: cheapPasswords,
    lock: heldLock,
    hub,
    node,
    live: hub ?? recordingHub(published, watching),
  })
  const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  const app = createWorldApp({ platform, tokens, onAnswer: checkAnswer })

  /** Returns a signed-in user's calls, which stay valid as time passes. A second call ends the first session. */
  async function as(person: Person) {
    noteActor(person.companyId)
    const { session, refreshToken } = startSession(
      platform,
      createContext(platform.files.use(person.companyId)),
      person.id,
      '127.0.0.1',
    )
    const sign = () => tokens.sign(session)
    return { ...createRequests(app, await sign(), sign), session, refreshToken }
  }

  return {
    platform,
    app,
    tokens,
    dataDir,
    published,
    ports: platform.ports,
    ...people,
    /** Without subscribers nothing is presented, as in production. */
    watch: (on: boolean) => void (watching.on = on),
    setTime: (next: Date) => void (time = next),
    as,
    nobody: createRequests(app),
    ctx(companyId: number, actor?: Actor) {
      noteActor(companyId)
      return createContext(platform.files.use(companyId), actor)
    },
    ctxAs(person: Person) {
      noteActor(person.companyId)
      const company = platform.files.use(person.companyId)
      return createContext(company, findActor(createContext(company), person.id))
    },
    runJobs(companyId: number) {
      noteActor(companyId)
      return runDueJobs(platform.files, companyId, jobHandlers, platform.log, 100)
    },
    /** For a test in which Globex changes by other ways than as one of its people. */
    noBystander: bystander.acts,
    stop() {
      void shutdown(platform)
      try {
        bystander.assertUnchanged()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
export type Caller = Awaited<ReturnType<World['as']>>

type PersonName = {
  [Name in keyof typeof people]: (typeof people)[Name] extends Person ? Name : never
}[keyof typeof people]

export async function signIn<Name extends PersonName>(world: Pick<World, 'as'>, ...names: Name[]) {
  const callers = {} as Record<Name, Caller>
  for (const name of names) callers[name] = await world.as(people[name])
  return callers
}

function recordingHub(published: Published[], watching: { on: boolean }): LiveHub {
  return {
    watching: () => (watching.on ? 1 : 0),
    sockets: () => 0,
    publish: (topics, text) => void published.push({ topics: [...topics], ...JSON.parse(text) }),
  }
}

/** Globex, in tests about Acme only: its rows must stay. Whoever acts as Globex calls `acts`, as `as`, `ctx`, `ctxAs`, `runJobs` do. */
function watchBystander(dataDir: string, templateDir: string) {
  const path = join(dataDir, 'companies', '2', 'company.sqlite')
  const before = stampOf(path)
  let isWatched = true
  return {
    acts: () => void (isWatched = false),
    /** Call it once the company's file is closed. @throws Error naming the tables that changed */
    assertUnchanged() {
      if (!isWatched || stampOf(path) === before || !existsSync(dataDir)) return
      const expected = rowsOf(join(templateDir, 'companies', '2', 'company.sqlite'))
      const changed = [...rowsOf(path)].filter(([table, rows]) => expected.get(table) !== rows)
      if (changed.length > 0) {
        const list = changed.map(([table, rows]) => `${table}: ${expected.get(table)} became ${rows}`)
        throw new Error(`Globex is a bystander of this test, but its rows changed. ${list.join('; ').slice(0, 2000)}`)
      }
    },
  }
}

function stampOf(path: string) {
  const [file, log] = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false }))
  return `${file?.mtimeMs} ${file?.size} ${log?.size ?? 0}`
}

function rowsOf(path: string): Map<string, string> {
  // Without its log, a file in WAL mode cannot be opened to be read only.
  const db = new Database(path, { readwrite: true, create: false })
  try {
    const tables = db
      .query<{ name: string }, []>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'`,
      )
      .all()
      .map(({ name }) => name)
    // Both companies have the same plan, whose changes are told to both.
    const from = (name: string) => (name === 'event' ? "event WHERE type <> 'subscription.changed'" : `"${name}"`)
    return new Map(tables.map((name) => [name, JSON.stringify(db.query(`SELECT * FROM ${from(name)}`).values())]))
  } finally {
    db.close()
  }
}

/** Larger answers belong to tests of size and time, which checking them would slow down. */
const checkedLengthMax = 200_000

/** @throws Error when a call's answer does not match its declaration */
function checkAnswer(name: string, answer: unknown) {
  const call = (calls as Partial<Record<string, Call>>)[name]
  if (!call || call.answer === 'file' || answer instanceof Response) return
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  if (text.length > checkedLengthMax) return
  const wire: unknown = JSON.parse(text)
  const { issues = [], output } = v.safeParse(call.answer, wire)
  const errors = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  if (errors.length === 0 && !Bun.deepEquals(output, wire)) errors.push(`more than ${JSON.stringify(output)}`)
  if (errors.length > 0) throw new Error(`${name} answers what it does not declare: ${errors.join('; ')}`)
}
