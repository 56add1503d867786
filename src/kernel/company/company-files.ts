import type { Database } from 'bun:sqlite'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { openDrizzle } from '../database/kept-texts'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyPlan } from './company-plan.contract'
import type { Checkpoints, FileCheckpoints } from '../database/checkpoints'
import type { Clock } from '../time/clock'
import { detach, leaveWal, openDatabase } from '../database/database'
import { writeBackWal } from '../database/file-work'
import { noteUseByRequest } from '../current-request'
import { Refusal } from '../errors'
import type { CompanyId } from '../ids'
import { assertIdentity, createCompanyFile } from './company-identity'
import { identityTable } from './identity.tables'
import { createBlocks } from './company-blocks'
import { createOpenCompanies } from './open-companies'
import type { CompanyGate, OutputGate } from './output-gate'
import { CompanyElsewhere, type Ownership, soleOwnership } from './ownership'
import type { Log } from '../log'
import { isOutdated, type Migration, migrate } from '../database/migrate'
import type { OutgoingCalls } from '../outgoing/guarded-fetch'
import type { Sealer } from '../config/sealed-secret'
import { createUpgrades, type Upgrades } from './upgrades'

declare const companyBrand: unique symbol
export type CompanyDb = BunSQLiteDatabase & { readonly $client: Database; readonly [companyBrand]: true }

export interface CompanyHandle {
  readonly id: CompanyId
  readonly db: CompanyDb
  /** For statements prepared once and run often; everything else goes through `db`. */
  readonly sqlite: Database
  readonly folder: string
  readonly mediaFolder: string
  readonly services: CompanyServices
  readonly kept: Map<unknown, unknown>
  readonly checkpoints: FileCheckpoints
  /** The ownership's epoch at the time of opening; a node that takes over has a higher one. */
  readonly epoch: number
  readonly gate: CompanyGate | undefined
  /** Undefined outside a transaction. */
  pending: PendingWork | undefined
  pins: number
  lastUsedAtMs: number
  cacheShare: number
}

export interface PendingWork {
  afterCommit: (() => void)[]
  afterEnd: (() => void)[]
}

/** What a domain needs from a later one or the process: required members, declared with `declare module`, provided by `compose`. */
export interface CompanyPorts {}

export interface CompanyAbout {
  name: string
  timeZone: string
  language: 'pt' | 'en' | 'es'
  status: boolean
  /** YYYY-MM-DD, the last paid day. */
  dueDate: string
  /** The company whose earlier state this one shows. */
  copyOf: CompanyId | null
}

/** Layers above add theirs with `declare module`. */
export interface CompanyServices {
  ports: CompanyPorts
  about(id: CompanyId): CompanyAbout
  planOf(id: CompanyId): CompanyPlan
  clock: Clock
  log: Log
  outgoing: OutgoingCalls
  sealer: Sealer
}

interface CompanyFilesOptions extends CompanyServices {
  dataDir: string
  migrations: readonly Migration[]
  checkpoints: Checkpoints
  /** The file may be another one than before, such as a restored copy. */
  onOpen?: readonly ((id: CompanyId) => void)[]
  openMax?: number
  ownership?: Ownership
  gate?: OutputGate | undefined
}

const openMaxDefault = 200
const mediaFolderName = 'media'

export type CompanyFiles = ReturnType<typeof createCompanyFiles>

/** The only access to company files. Closes the least recently used. */
export function createCompanyFiles(options: CompanyFilesOptions) {
  const { ownership = soleOwnership } = options
  const opened = createOpenCompanies<CompanyHandle>(options.openMax ?? openMaxDefault)
  const upgrades = createUpgrades(options.migrations)
  const blocked = createBlocks()
  const folderOf = (id: CompanyId) => join(options.dataDir, 'companies', String(id))
  const fileOf = (id: CompanyId) => join(folderOf(id), 'company.sqlite')

  const elsewhere = (id: CompanyId) => new CompanyElsewhere(id, ownership.nodeOf(id))

  function requireOwned(id: CompanyId) {
    const epoch = ownership.epochOf(id)
    if (epoch === undefined) throw elsewhere(id)
    return epoch
  }

  function use(id: CompanyId): CompanyHandle {
    if (blocked.has(id)) throw ownership.epochOf(id) === undefined ? elsewhere(id) : updating()
    let handle = opened.get(id)
    if (!handle) {
      const epoch = requireOwned(id)
      if (!existsSync(fileOf(id))) throw new Refusal('ERR_NO_COMPANY_FOUND')
      handle = openOrRefuse(id, folderOf(id), epoch, options, upgrades)
      opened.add(handle)
      runOnOpen(id, options)
    }
    handle.lastUsedAtMs = Date.now()
    if (handle.gate) noteUseByRequest(handle)
    return handle
  }

  return {
    clock: options.clock,
    use,
    close: opened.close,
    /** @throws Refusal, ERR_COMPANY_UPDATING when migrating takes longer than `waitMsMax` */
    ready: (id: CompanyId, waitMsMax?: number) =>
      whenMigrated(
        () => use(id),
        () => blocked.whenEnded(id) ?? upgrades.whenEnded(fileOf(id)),
        waitMsMax,
      ),
    isOpen: (id: CompanyId) => opened.get(id) !== undefined,
    whenUnused: async (id: CompanyId) => upgrades.whenEnded(fileOf(id)),
    exists: (id: CompanyId) => existsSync(fileOf(id)),
    isOwned: (id: CompanyId) => ownership.epochOf(id) !== undefined,
    existsAnywhere: (id: CompanyId) =>
      opened.get(id) !== undefined || ownership.nodeOf(id) !== undefined || existsSync(fileOf(id)),
    folderOf,
    openIds: opened.ids,
    /** Does not count as use. */
    peek: opened.get,
    create(id: CompanyId) {
      createCompanyFile(id, folderOf(id), options.migrations)
      ownership.begin(id)
      return use(id)
    },
    eraseMedia: (id: CompanyId) => rm(join(folderOf(id), mediaFolderName), { recursive: true, force: true }),
    erase(id: CompanyId) {
      opened.close(id)
      // A running checkpoint can recreate a file while the folder is being emptied.
      rmSync(folderOf(id), { recursive: true, force: true, maxRetries: 3 })
    },
    pin: (id: CompanyId) => pin(use(id)),
    /** Refuses every use until the returned function is called; the file stays open. With `holdsCalls`, `ready` waits for it. */
    block: (id: CompanyId, { holdsCalls = false } = {}) => blocked.begin(id, holdsCalls),
    isBlocked: blocked.has,
    /** Before the folder is renamed. @throws Error while another connection uses the file */
    async closeFinally(id: CompanyId) {
      const handle = opened.get(id)
      handle?.checkpoints.end()
      if (handle) {
        await writeBackWal(handle.sqlite.filename)
        await detach(handle.sqlite)
      }
      opened.close(id)
      upgrades.forget(fileOf(id))
    },
    adopt: ({ db }: CompanyHandle, id: CompanyId) => void db.update(identityTable).set({ companyId: id }).run(),
    /** Opens the file of a company in another folder, checks it first, and migrates it. @throws Error that says what is wrong */
    async openAside(id: CompanyId, folder: string): Promise<CompanyHandle> {
      const path = join(folder, 'company.sqlite')
      upgrades.begin(path, true)
      await upgrades.whenEnded(path)
      const failure = upgrades.failureOf(path)
      upgrades.forget(path)
      if (failure !== undefined) throw new Error(failure.replace(/^\w+: /, ''))
      const handle = openHandle(id, folder, options, upgrades)
      leaveWal(handle.sqlite)
      return handle
    },
    async closeAside({ kept, checkpoints, sqlite }: CompanyHandle) {
      kept.clear()
      checkpoints.end()
      try {
        await writeBackWal(sqlite.filename)
        await detach(sqlite)
      } finally {
        sqlite.close()
      }
    },
    closeAll() {
      for (const id of opened.ids()) opened.close(id)
      upgrades.stop()
    },
  }
}

async function whenMigrated(open: () => CompanyHandle, migration: () => Promise<void> | undefined, waitMsMax?: number) {
  try {
    return open()
  } catch (error) {
    const ended = migration()
    if (!ended) throw error
    await (waitMsMax === undefined ? ended : Promise.race([ended, Bun.sleep(waitMsMax)]))
    return open()
  }
}

function pin(handle: CompanyHandle) {
  handle.pins++
  let held = true
  return () => {
    if (held) handle.pins--
    held = false
  }
}

function openOrRefuse(id: CompanyId, folder: string, epoch: number, options: CompanyFilesOptions, upgrades: Upgrades) {
  try {
    return openHandle(id, folder, options, upgrades, { name: String(id), epoch })
  } catch (error) {
    if (error instanceof Refusal) throw error
    // A damaged file must not stop other companies; its users get a clear error.
    options.log.error('The file of a company cannot be opened', { company: id, error })
    throw new Refusal('ERR_COMPANY_DAMAGED')
  }
}

function runOnOpen(id: CompanyId, { onOpen = [], log }: CompanyFilesOptions) {
  for (const follow of onOpen) {
    try {
      follow(id)
    } catch (error) {
      log.error('What follows the opening of a company failed', { company: id, error })
    }
  }
}

/** The archives of writes and the gate follow only the company's own file. */
function openHandle(
  id: CompanyId,
  folder: string,
  options: CompanyFilesOptions,
  upgrades: Upgrades,
  own?: { name: string; epoch: number },
): CompanyHandle {
  const sqlite = openNewest(join(folder, 'company.sqlite'), options.migrations, upgrades, own === undefined)
  const db = openDrizzle(sqlite)
  try {
    assertIdentity(db, id)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const mediaFolder = join(folder, mediaFolderName)
  mkdirSync(mediaFolder, { recursive: true, mode: 0o700 })
  const checkpoints = options.checkpoints.watch(sqlite, own?.name)
  const ship = checkpoints.ship ?? (() => undefined)
  return {
    id,
    // The brand exists only as a type.
    db: db as unknown as CompanyDb,
    sqlite,
    folder,
    mediaFolder,
    services: options,
    kept: new Map(),
    checkpoints,
    epoch: own?.epoch ?? 0,
    gate: own && options.gate?.open({ id, epoch: own.epoch, ship }),
    pending: undefined,
    pins: 0,
    lastUsedAtMs: Date.now(),
    cacheShare: 1,
  }
}

/** @throws Refusal ERR_COMPANY_UPDATING while the file is being migrated */
function openNewest(path: string, migrations: readonly Migration[], upgrades: Upgrades, isAside: boolean): Database {
  if (upgrades.whenEnded(path)) throw updating()
  const failure = upgrades.failureOf(path)
  if (failure !== undefined) throw new Error(failure)
  const sqlite = openDatabase(path, { isAside })
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

/** Dropped when the company closes. */
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
