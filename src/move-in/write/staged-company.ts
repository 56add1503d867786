import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCompanyFiles, type CompanyAbout, type CompanyHandle } from '../../kernel/company/company-files'
import { allFeatures, type CompanyPlan } from '../../kernel/company/company-plan.contract'
import { createCompanyFile } from '../../kernel/company/company-identity'
import { whenFolderIsFree } from '../../kernel/company/folder-lock'
import { openHostKey } from '../../kernel/config/host-key'
import { fillFast } from '../../kernel/database/database'
import { readMigrations } from '../../kernel/database/migrate'
import { providers } from '../../domains'
import { createLog } from '../../kernel/log'
import { createPorts } from '../../ports'
import { productFile } from '../../kernel/product-files'
import { systemClock } from '../../kernel/time/clock'

/** Of a company that has no number yet. */
export const stagedId = 0

interface Staged {
  dataDir: string
  folder: string
  /** Of a copy of a company that is here. */
  id?: number
  about: Pick<CompanyAbout, 'name' | 'timeZone' | 'language'>
}

const wholePlan: CompanyPlan = {
  ...allFeatures,
  id: 0,
  name: '',
  users: Infinity,
  connections: Infinity,
  queues: Infinity,
  storageGb: null,
}

const lockMsMax = 20_000

const noCheckpoints = { watch: () => ({ note() {}, truncate() {}, tap: undefined, end: () => () => {} }) }

/** A company's file that nobody else has open, in a process of its own: nothing is published, nothing reacts, nothing is sent. */
export async function withStagedCompany<T>(
  { dataDir, folder, id = stagedId, about }: Staged,
  work: (handle: CompanyHandle) => Promise<T>,
) {
  const migrations = readMigrations(productFile('migrations/company'))
  const services = {
    dataDir,
    migrations,
    checkpoints: noCheckpoints,
    clock: systemClock,
    log: createLog('warn'),
    sealer: openHostKey(dataDir),
    storedBytes: { add() {} },
    reactions: [],
    presenters: [],
    committed: () => {},
    ports: createPorts(() => {
      throw new Error('A company that is being built has no host')
    }, providers),
    planOf: () => wholePlan,
    about: () => ({ ...about, status: true, dueDate: '', copyOf: null }),
  }
  // Whatever else a service would do has no place beside the product: it is missing, and would fail.
  const files = createCompanyFiles(services as unknown as Parameters<typeof createCompanyFiles>[0])
  if (!existsSync(join(folder, 'company.sqlite'))) create(id, folder, migrations)
  // The process of a killed Recado may still be working.
  const lock = await whenFolderIsFree(folder, AbortSignal.timeout(lockMsMax))
  try {
    const handle = await files.openAside(id, folder)
    fillFast(handle.sqlite)
    try {
      return await work(handle)
    } finally {
      await files.closeAside(handle)
    }
  } finally {
    files.closeAll()
    lock.release()
    for (const name of readdirSync(folder)) if (name.startsWith('lock.sqlite')) rmSync(join(folder, name))
  }
}

/** A killed one leaves no incomplete file under its name. */
function create(id: number, folder: string, migrations: Parameters<typeof createCompanyFile>[2]) {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  createCompanyFile(id, unfinished, migrations)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
