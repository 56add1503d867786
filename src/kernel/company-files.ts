import type { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyPlan } from './company-plan.contract'
import type { Checkpoints, FileCheckpoints } from './checkpoints'
import type { Clock } from './clock'
import { openDatabase, setCacheSize } from './database'
import { Refusal } from './errors'
import type { RecordedEvent, Reaction } from './event-log'
import type { CompanyId } from './ids'
import type { JobHints } from './jobs'
import type { BeforePublish, LiveHub, LivePresenter } from './live'
import type { Log } from './log'
import { isOutdated, type Migration, migrate } from './migrate'
import type { GuardedFetch } from './outgoing/guarded-fetch'
import { createUpgrades, type Upgrades } from './upgrades'

declare const companyBrand: unique symbol
/** A database of one company. Minted only in this file, so a function that takes one cannot be handed another. */
export type CompanyDb = BunSQLiteDatabase & { readonly [companyBrand]: true }

/** An open company: its file, and everything that is kept in memory on its behalf. */
export interface CompanyHandle {
  readonly id: CompanyId
  readonly db: CompanyDb
  /** For statements prepared once and run often; everything else goes through `db`. */
  readonly sqlite: Database
  readonly folder: string
  readonly mediaFolder: string
  readonly services: CompanyServices
  /** Caches and prepared statements of any domain, gone when the company closes. See `perCompany`. */
  readonly kept: Map<unknown, unknown>
  readonly checkpoints: FileCheckpoints
  /** The running transaction's doings; undefined outside one. */
  pending: PendingWork | undefined
  /** Why it must stay open: a live connection, a watching user. */
  pins: number
  lastUsedAtMs: number
}

export interface PendingWork {
  events: RecordedEvent[]
  afterCommit: (() => void)[]
}

/**
 * What a domain needs of a later domain or of the process around it and cannot import. Each domain adds its own, required,
 * by `declare module`; `compose` gives them, so that a forgotten one does not compile.
 */
export interface CompanyPorts {}

/** What the platform knows of a company and its domains need. */
export interface CompanyAbout {
  name: string
  timeZone: string
  language: 'pt' | 'en' | 'es'
  /** False is switched off by the host. */
  status: boolean
  /** YYYY-MM-DD, the last day that is paid. */
  dueDate: string
}

/** What the kernel needs of its surroundings to run a company; the same for all of them. */
export interface CompanyServices {
  ports: CompanyPorts
  about(id: CompanyId): CompanyAbout
  planOf(id: CompanyId): CompanyPlan
  clock: Clock
  log: Log
  live: LiveHub
  jobHints: JobHints
  /** For addresses that people of the company typed. */
  guardedFetch: GuardedFetch
  reactions: readonly Reaction[]
  presenters: readonly LivePresenter[]
  beforePublish: readonly BeforePublish[]
}

export interface CompanyFilesOptions extends CompanyServices {
  dataDir: string
  migrations: readonly Migration[]
  checkpoints: Checkpoints
  /** A file has been opened, which may be another than last time. What fails here leaves it open. */
  onOpen?: readonly ((id: CompanyId) => void)[]
  /** How many unpinned companies stay open at once. */
  openMax?: number
}

const openMaxDefault = 200
/** Of all open companies together, and what one of them may take of it at most. */
const cacheKib = { total: 512 * 1024, most: 32 * 1024, least: 1024 }

export type CompanyFiles = ReturnType<typeof createCompanyFiles>

/** The only access to companies' files: opens lazily, migrates, checks whose file it is, closes the least recently used. */
export function createCompanyFiles(options: CompanyFilesOptions) {
  const open = new Map<CompanyId, CompanyHandle>()
  const upgrades = createUpgrades(options.migrations)
  let cacheKibEach = cacheKib.most
  const folderOf = (id: CompanyId) => join(options.dataDir, 'companies', String(id))
  const fileOf = (id: CompanyId) => join(folderOf(id), 'company.sqlite')

  function use(id: CompanyId): CompanyHandle {
    let handle = open.get(id)
    if (!handle) {
      if (!existsSync(fileOf(id))) throw new Refusal('ERR_NO_COMPANY_FOUND')
      handle = openChecked(id)
      open.set(id, handle)
      closeLeastUsed()
      setCacheSize(handle.sqlite, cacheKibEach)
      shareCache()
      noteOpen(id)
    }
    handle.lastUsedAtMs = Date.now()
    return handle
  }

  function openChecked(id: CompanyId) {
    try {
      return openHandle(id, folderOf(id), options, upgrades)
    } catch (error) {
      if (error instanceof Refusal) throw error
      // One damaged file must not stop the others, and its people are told what is the matter.
      options.log.error('The file of a company cannot be opened', { company: id, error })
      throw new Refusal('ERR_COMPANY_DAMAGED')
    }
  }

  function noteOpen(id: CompanyId) {
    for (const follow of options.onOpen ?? []) {
      try {
        follow(id)
      } catch (error) {
        options.log.error('What follows the opening of a company failed', { company: id, error })
      }
    }
  }

  function closeLeastUsed() {
    const idle = [...open.values()].filter((handle) => handle.pins === 0 && !handle.pending)
    idle.sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)
    for (const handle of idle.slice(0, Math.max(0, open.size - (options.openMax ?? openMaxDefault)))) close(handle.id)
  }

  /** In powers of two, so that the share of the others rarely changes when a company opens or closes. */
  function shareCache() {
    const share = 2 ** Math.floor(Math.log2(cacheKib.total / Math.max(1, open.size)))
    const each = Math.max(cacheKib.least, Math.min(cacheKib.most, share))
    if (each === cacheKibEach) return
    cacheKibEach = each
    for (const { sqlite } of open.values()) setCacheSize(sqlite, each)
  }

  function close(id: CompanyId) {
    const handle = open.get(id)
    if (!handle) return
    open.delete(id)
    handle.kept.clear()
    handle.checkpoints.end()
    handle.sqlite.close()
    shareCache()
  }

  return {
    use,
    close,
    /**
     * The company, once its file has been brought to the newest version. @throws Refusal, ERR_COMPANY_UPDATING when that
     * takes longer than `waitMsMax`
     */
    async ready(id: CompanyId, waitMsMax?: number): Promise<CompanyHandle> {
      try {
        return use(id)
      } catch (error) {
        const ended = upgrades.whenEnded(fileOf(id))
        if (!ended) throw error
        await (waitMsMax === undefined ? ended : Promise.race([ended, Bun.sleep(waitMsMax)]))
        return use(id)
      }
    },
    isOpen: (id: CompanyId) => open.has(id),
    /** Resolves when no worker uses the company's file. */
    whenUnused: async (id: CompanyId) => upgrades.whenEnded(fileOf(id)),
    exists: (id: CompanyId) => existsSync(fileOf(id)),
    folderOf,
    openIds: () => [...open.keys()],
    /** Makes the folder and file of a new company; whatever fails leaves nothing behind. */
    create(id: CompanyId) {
      if (existsSync(folderOf(id))) throw new Error(`Company ${id} already has a folder`)
      try {
        mkdirSync(folderOf(id), { recursive: true, mode: 0o700 })
        const db = openDatabase(fileOf(id))
        migrate(db, options.migrations)
        db.run('INSERT INTO identity (only, company_id) VALUES (1, ?)', [id])
        db.close()
      } catch (error) {
        rmSync(folderOf(id), { recursive: true, force: true })
        throw error
      }
      return use(id)
    },
    /** Closes the company and erases its folder: database, media and all. */
    erase(id: CompanyId) {
      close(id)
      // A checkpoint that was under way may still put a file back while the folder is emptied.
      rmSync(folderOf(id), { recursive: true, force: true, maxRetries: 3 })
    },
    /** Keeps the company open until the answer is called. */
    pin(id: CompanyId) {
      const handle = use(id)
      handle.pins++
      let held = true
      return () => {
        if (held) handle.pins--
        held = false
      }
    },
    closeAll() {
      for (const id of [...open.keys()]) close(id)
      upgrades.stop()
    },
  }
}

function openHandle(id: CompanyId, folder: string, options: CompanyFilesOptions, upgrades: Upgrades): CompanyHandle {
  const sqlite = openNewest(join(folder, 'company.sqlite'), options.migrations, upgrades)
  try {
    assertIdentity(sqlite, id)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const mediaFolder = join(folder, 'media')
  mkdirSync(mediaFolder, { recursive: true, mode: 0o700 })
  return {
    id,
    db: drizzle(sqlite) as unknown as CompanyDb,
    sqlite,
    folder,
    mediaFolder,
    services: options,
    kept: new Map(),
    checkpoints: options.checkpoints.watch(sqlite),
    pending: undefined,
    pins: 0,
    lastUsedAtMs: Date.now(),
  }
}

/** @throws Refusal ERR_COMPANY_UPDATING when it is being brought to the newest version, which this begins */
function openNewest(path: string, migrations: readonly Migration[], upgrades: Upgrades): Database {
  if (upgrades.whenEnded(path)) throw updating()
  const failure = upgrades.failureOf(path)
  if (failure !== undefined) throw new Error(failure)
  const sqlite = openDatabase(path)
  try {
    if (!isOutdated(sqlite, migrations)) {
      migrate(sqlite, migrations)
      return sqlite
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
  sqlite.close()
  upgrades.begin(path)
  throw updating()
}

const updating = () => new Refusal('ERR_COMPANY_UPDATING', { retryAfterSeconds: 2 })

/** A file put under another company's number would show one company's data to the other. */
function assertIdentity(sqlite: Database, id: CompanyId) {
  const row = sqlite.query<{ company_id: number }, []>('SELECT company_id FROM identity').get()
  if (row?.company_id !== id) throw new Error(`This file belongs to company ${row?.company_id ?? 'nobody'}, not ${id}`)
}

/** A value made once per open company (a prepared statement, a cache) and dropped when it closes. */
export function perCompany<T>(make: (company: CompanyHandle) => T) {
  return (company: CompanyHandle): T => {
    let value = company.kept.get(make) as T | undefined
    if (value === undefined) {
      value = make(company)
      company.kept.set(make, value)
    }
    return value
  }
}
